import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** Mantine wants ten shades; ours are two, and they turn dark by themselves. */
const tint = (name: string): MantineColorsTuple => {
  const soft = `var(--${name}-soft)`
  const main = `var(--${name})`
  const strong = name === 'accent' || name === 'spark' ? `var(--${name}-strong)` : main
  return [soft, soft, soft, main, main, main, main, strong, strong, strong]
}

/**
 * Mantine (calendar, combobox, rich text, charts) in the clothes of tokens.css. Its variables are set once in
 * mantine.css, and the tokens turn dark under them, so Mantine itself always believes that it is light.
 */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '700' },
  primaryColor: 'accent',
  primaryShade: 6,
  colors: { accent: tint('accent'), spark: tint('spark'), good: tint('good'), warn: tint('warn'), bad: tint('bad') },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
})

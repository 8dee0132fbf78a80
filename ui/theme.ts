import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** Mantine expects ten shades; the design has two, and they switch to dark by themselves. */
const tint = (name: string): MantineColorsTuple => {
  const soft = `var(--${name}-soft)`
  const main = `var(--${name})`
  const strong = name === 'accent' || name === 'spark' ? `var(--${name}-strong)` : main
  return [soft, soft, soft, main, main, main, main, strong, strong, strong]
}

/**
 * The Mantine theme on the design tokens. Its variables are set in mantine.css and the tokens switch to dark
 * underneath, so Mantine always runs in light mode.
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

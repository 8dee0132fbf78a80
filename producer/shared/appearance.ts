import { readStored, writeStored } from './storage.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const storedTheme = (): Theme => THEMES.find((theme) => theme === readStored('theme')) ?? 'system'

/** Applies and stores the theme: light, dark or the system's. */
export const showTheme = (theme: Theme): void => {
  writeStored('theme', theme === 'system' ? undefined : theme)
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

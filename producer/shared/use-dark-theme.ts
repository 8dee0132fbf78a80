import { useLayoutEffect } from 'react'
import { storedTheme } from './appearance.ts'

/** Applies the dark theme while a screen of the entrance is shown: entrances are dark and a bright page blinds. */
export const useDarkTheme = (): void => {
  // Before the first paint: nothing flashes.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset['theme'] = 'dark'
    return () => {
      const theme = storedTheme()
      if (theme === 'system') delete dataset['theme']
      else dataset['theme'] = theme
    }
  }, [])
}

import { useEffect } from 'react'
import { storedTheme } from '../../shared/appearance.ts'

/** A door is dark, and a bright page blinds: dark while this screen is shown, then as the person has it. */
export const useDarkTheme = (): void => {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['theme'] = 'dark'
    return () => {
      const theme = storedTheme()
      if (theme === 'system') delete dataset['theme']
      else dataset['theme'] = theme
    }
  }, [])
}

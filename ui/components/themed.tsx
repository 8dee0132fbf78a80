import { DirectionProvider, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { directionOf } from '@kartis/i18n/lang.ts'
import { theme } from '../theme.ts'
import { useLang } from '../use-lang.ts'

/**
 * Provider for Mantine components. It is not at the root, so that screens without Mantine do not load it. Its variables
 * are a static file (mantine.css), so that no style element is injected.
 */
export function Themed({ children }: { readonly children: ReactNode }) {
  const direction = directionOf(useLang())
  return (
    <DirectionProvider key={direction} initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        forceColorScheme="light"
        withCssVariables={false}
        withGlobalClasses={false}
        deduplicateCssVariables={false}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}

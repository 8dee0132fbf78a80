import '@kartis/ui/tokens.css'
import '@kartis/ui/font.css'
import '@kartis/ui/base.css'
import { openWords } from '@kartis/i18n/browser.ts'
import { ConfirmHost } from '@kartis/ui/parts/confirm-host.tsx'
import { Toasts } from '@kartis/ui/parts/toasts.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { storedLanguage } from '../shared/language.ts'
import { makeQueryClient } from '../shared/query.ts'
import { makeRouter } from './router.tsx'
import { followUserLanguage } from './user-language.ts'

const start = async (): Promise<void> => {
  const place = document.querySelector('#app')
  if (!place) return
  const words = await openWords(storedLanguage(), ['parts', 'shell', 'errors', 'validation'], initReactI18next)
  const queries = makeQueryClient(words)
  const router = makeRouter({ queries })
  followUserLanguage(queries, words)
  createRoot(place).render(
    <StrictMode>
      <I18nextProvider i18n={words}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <ConfirmHost />
          <Toasts />
        </QueryClientProvider>
      </I18nextProvider>
    </StrictMode>,
  )
}

void start()

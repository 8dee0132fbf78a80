import '@kartis/ui/tokens.css'
import '@kartis/ui/font.css'
import '@kartis/ui/base.css'
import { openWords } from '@kartis/i18n/browser.ts'
import { ConfirmHost } from '@kartis/ui/components/confirm-host.tsx'
import { Toasts } from '@kartis/ui/components/toasts.tsx'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { countUnsent } from '../shared/offline/cached-pages.ts'
import { storedLanguage } from '../shared/language.ts'
import { makeQueryClient } from '../shared/query.ts'
import { followDevice, offline } from '../shared/connection.ts'
import { followFaults } from '../shared/error-report.ts'
import { isSignedIn } from '../shared/session.ts'
import { keepPages } from './cache-pages.ts'
import { makeRouter } from './router.tsx'
import { followUserLanguage } from './user-language.ts'
import { installWorker, reloadWhenOutdated } from './worker.ts'

/** With the network, everything on screen is asked for anew, and what could not be shown is tried again. */
const comeBack = (queries: QueryClient, router: ReturnType<typeof makeRouter>): void => {
  let wasGone = offline.read()
  offline.watch(() => {
    const isBack = wasGone && !offline.read()
    wasGone = offline.read()
    if (!isBack) return
    void queries.invalidateQueries()
    void router.invalidate()
    void sendUnsent()
  })
}

/** Scans of a night without a network leave with the first chance, whatever screen is open. */
const sendUnsent = async (): Promise<void> => {
  if (!isSignedIn() || (await countUnsent()) === 0) return
  await (await import('../shared/check-in/unsent.ts')).sendWaiting()
}

const start = async (): Promise<void> => {
  const place = document.querySelector('#app')
  if (!place) return
  followFaults()
  followDevice()
  reloadWhenOutdated()
  const words = await openWords(storedLanguage(), ['parts', 'shell', 'errors', 'validation'], initReactI18next)
  const queries = makeQueryClient(words)
  const router = makeRouter({ queries })
  followUserLanguage(queries, words)
  keepPages(queries)
  comeBack(queries, router)
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
  // Whoever only looks at the login screen need not carry the whole app home.
  if (isSignedIn()) installWorker()
  void sendUnsent()
}

void start()

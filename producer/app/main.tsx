import '@kartis/ui/tokens.css'
import '@kartis/ui/font.css'
import '@kartis/ui/base.css'
import { createI18n } from '@kartis/i18n/browser.ts'
import { watchBackButton } from '@kartis/ui/components/back-closes.ts'
import { ConfirmHost } from '@kartis/ui/components/confirm-host.tsx'
import { Toasts } from '@kartis/ui/components/toasts.tsx'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { countUnsent } from '../shared/offline/cached-pages.ts'
import { initialLanguage } from '../shared/language.ts'
import { ProofHost } from '../shared/proof-host.tsx'
import { createQueryClient } from '../shared/query.ts'
import { watchDeviceConnection, offline } from '../shared/connection.ts'
import { reportUncaughtErrors } from '../shared/error-report.ts'
import { gateEnded } from '../shared/gate-ended.ts'
import { returnFocus } from '../shared/return-focus.ts'
import { isSignedIn } from '../shared/session.ts'
import { cacheQueries } from './query-cache.ts'
import { createAppRouter } from './router.tsx'
import { syncUserLanguage } from './user-language.ts'
import { registerOnceSignedIn, reloadWhenOutdated } from './service-worker.ts'

/** After a reconnect, refetches all queries, retries failed routes and sends queued scans. */
const refetchOnReconnect = (queries: QueryClient, router: ReturnType<typeof createAppRouter>): void => {
  let wasGone = offline.read()
  offline.subscribe(() => {
    const isBack = wasGone && !offline.read()
    wasGone = offline.read()
    if (!isBack) return
    void queries.invalidateQueries()
    void router.invalidate()
    void sendUnsent()
  })
}

/** Sends scans that were queued offline, whatever screen is open. */
const sendUnsent = async (): Promise<void> => {
  if (!isSignedIn() || (await countUnsent()) === 0) return
  await (await import('../shared/check-in/scan-queue.ts')).sendQueuedScans()
}

/** Wipes what a device at the gate has once it is no longer permitted, and says so. */
const wipeWhenEnded = (): void => {
  gateEnded.subscribe(() => {
    if (gateEnded.read() === 'no') return
    void import('../shared/end-gate-device.ts').then(({ endGateDevice }) => endGateDevice(gateEnded.read() === 'lost'))
  })
}

const start = async (): Promise<void> => {
  const place = document.querySelector('#app')
  if (!place) return
  reportUncaughtErrors()
  watchDeviceConnection()
  wipeWhenEnded()
  reloadWhenOutdated()
  watchBackButton()
  returnFocus()
  const i18n = await createI18n(initialLanguage(), ['components', 'shell', 'errors', 'validation'], initReactI18next)
  const queries = createQueryClient(i18n)
  const router = createAppRouter({ queries })
  syncUserLanguage(queries, i18n)
  cacheQueries(queries)
  refetchOnReconnect(queries, router)
  createRoot(place).render(
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <ConfirmHost />
          <ProofHost />
          <Toasts />
        </QueryClientProvider>
      </I18nextProvider>
    </StrictMode>,
  )
  registerOnceSignedIn(queries)
  void sendUnsent()
}

void start()

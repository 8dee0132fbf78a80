import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { i18n as I18n } from 'i18next'
import { type Session, sessionQuery } from '../shared/session.ts'
import { writeStored } from '../shared/storage.ts'

const SESSION_HASH = hashKey(sessionQuery.queryKey)

/**
 * Applies the language of the user's settings, which takes precedence over the device's, whenever the session is loaded
 * or changed. A language is applied once: one that the user chooses later on this device stays until the settings
 * change.
 */
export const syncUserLanguage = (queries: QueryClient, i18n: I18n): void => {
  let applied: string | undefined
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== SESSION_HASH) return
    const session: Session | undefined = queries.getQueryData(sessionQuery.queryKey)
    const preferred = session?.user?.settings.language
    if (preferred === undefined || preferred === applied) return
    applied = preferred
    if (preferred === i18n.language) return
    writeStored('language', preferred)
    void i18n.changeLanguage(preferred)
  })
}

import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { type Session, sessionQuery } from '../shared/session.ts'
import { writeStored } from '../shared/storage.ts'

/** Applies the language of the user's settings, which takes precedence over the device's, when the session arrives. */
export const syncUserLanguage = (queries: QueryClient, i18n: i18n): void => {
  let applied: string | undefined
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== JSON.stringify(sessionQuery.queryKey)) return
    const session: Session | undefined = queries.getQueryData(sessionQuery.queryKey)
    const preferred = session?.user?.settings.language
    if (preferred === undefined || preferred === applied) return
    applied = preferred
    if (preferred === i18n.language) return
    writeStored('language', preferred)
    void i18n.changeLanguage(preferred)
  })
}

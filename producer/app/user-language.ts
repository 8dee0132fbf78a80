import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { type Session, sessionQuery } from '../shared/session.ts'
import { writeStored } from '../shared/storage.ts'

/** The language of the user's settings wins over what this device remembers, as soon as it is known. */
export const followUserLanguage = (queries: QueryClient, words: i18n): void => {
  let known: string | undefined
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== JSON.stringify(sessionQuery.queryKey)) return
    const session: Session | undefined = queries.getQueryData(sessionQuery.queryKey)
    const wished = session?.user?.settings.language
    if (wished === undefined || wished === known) return
    known = wished
    if (wished === words.language) return
    writeStored('language', wished)
    void words.changeLanguage(wished)
  })
}

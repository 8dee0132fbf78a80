import { updateMe } from '@kartis/contract/auth.ts'
import { asLang, DEFAULT_LANG, type Lang } from '@kartis/i18n/lang.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from './api.ts'
import { isSignedIn, sessionQuery } from './session.ts'
import { readStored, writeStored } from './storage.ts'

/** The language to start with, before anyone is known. */
export const storedLanguage = (): Lang => asLang(readStored('language')) ?? DEFAULT_LANG

/** Switches words, direction and the language of messages, without a reload; remembered in the user's settings when signed in. */
export const useLanguageSwitch = (): ((lang: Lang) => Promise<void>) => {
  const { i18n } = useTranslation()
  const queries = useQueryClient()
  return async (lang) => {
    writeStored('language', lang)
    await i18n.changeLanguage(lang)
    if (!isSignedIn()) return
    try {
      await api(updateMe, { body: { settings: { language: lang } } })
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    } catch {
      // the screen speaks the chosen language already; the settings follow another time
    }
  }
}

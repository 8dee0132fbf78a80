import { updateMe } from '@kartis/contract/auth.ts'
import { asLang, DEFAULT_LANG, type Lang, pickLang } from '@kartis/i18n/lang.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from './api.ts'
import { isSignedIn, sessionQuery } from './session.ts'
import { isAtGate, readStored, writeStored } from './storage.ts'

/**
 * The initial language, before the user is known. A phone without an account, whose helper came by the link of an SMS, has
 * that of its browser until somebody chooses another one, as on the sale site.
 */
export const initialLanguage = (): Lang =>
  asLang(readStored('language')) ?? (isAtGate() ? pickLang(navigator.languages.join(',')) : DEFAULT_LANG)

/** Switches language and direction without a reload; saved in the user's settings when signed in. */
export const useLanguageSwitch = (): ((lang: Lang) => Promise<void>) => {
  const { i18n } = useTranslation()
  const queries = useQueryClient()
  return async (lang) => {
    writeStored('language', lang)
    await i18n.changeLanguage(lang)
    // A device at the gate has no settings: the endpoint answers 401, for which its data would be cleared.
    if (!isSignedIn() || isAtGate()) return
    try {
      await api(updateMe, { body: { settings: { language: lang } } })
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    } catch {
      // the language is already applied; the settings are saved another time
    }
  }
}

import { asLang, DEFAULT_LANG, type Lang } from '@kartis/i18n/lang.ts'
import { useTranslation } from 'react-i18next'

/** The current language; a component that calls it renders again when the language changes. */
export const useLang = (): Lang => asLang(useTranslation().i18n.language) ?? DEFAULT_LANG

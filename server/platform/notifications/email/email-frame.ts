import { asLang, DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { MessageRow } from '../messages-queries.ts'
import { type EmailFrame, layOut } from './email-message.ts'

/** The texts of the layout, in the recipient's language; Hebrew where it is none of the supported ones. */
export const emailFrameOf = (language: string): EmailFrame => {
  const lang = asLang(language) ?? DEFAULT_LANG
  const t = translatorFor(lang)
  return { lang, brand: t('messages:brand'), footer: t('messages:footer'), openLink: t('messages:open_link') }
}

/** The HTML of a message as its recipient sees it: rows of earlier versions are stored with their layout. */
export const htmlOf = (row: Pick<MessageRow, 'layout' | 'lang' | 'subject' | 'html'>): string | null =>
  row.html === null || row.layout === null ? row.html : layOut(row.html, row.subject ?? '', emailFrameOf(row.lang))

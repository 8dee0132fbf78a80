import { isEmail } from '@kartis/domain/text.ts'

const SITE = /^(https?:\/\/)?([\p{L}\p{N}-]+\.)+[\p{L}]{2,}(:\d+)?([/?#]\S*)?$/iu

/** What a hand types as a link, as a whole address: a site, an e-mail or a phone. Nothing for anything else. */
export const linkAddress = (text: string): string | undefined => {
  const typed = text.trim()
  if (/^(mailto|tel):\S+$/iu.test(typed)) return typed
  if (isEmail(typed)) return `mailto:${typed}`
  if (/^\+?[\d\s()-]{7,20}$/u.test(typed)) return `tel:${typed.replaceAll(/[^\d+]/gu, '')}`
  if (!SITE.test(typed)) return undefined
  return /^https?:\/\//iu.test(typed) ? typed : `https://${typed}`
}

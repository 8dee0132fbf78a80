import { isEmail } from '@kartis/domain/text.ts'

const SITE = /^(https?:\/\/)?([\p{L}\p{N}-]+\.)+[\p{L}]{2,}(:\d+)?([/?#]\S*)?$/iu

/** Completes a typed link to a URL of a site, an e-mail or a phone; undefined for anything else. */
export const linkAddress = (text: string): string | undefined => {
  const typed = text.trim()
  if (/^(mailto|tel):\S+$/iu.test(typed)) return typed
  if (isEmail(typed)) return `mailto:${typed}`
  if (/^\+?[\d\s()-]{7,20}$/u.test(typed)) return `tel:${typed.replaceAll(/[^\d+]/gu, '')}`
  if (!SITE.test(typed)) return undefined
  return /^https?:\/\//iu.test(typed) ? typed : `https://${typed}`
}

import type { Lang } from '@kartis/i18n/lang.ts'

const NBSP = '\u00a0'
const LRM = '\u200e'
const MINUS = '\u2212'

/**
 * Shekels as people read them: `1,234.50 ₪` in Hebrew and Arabic, `₪1,234.50` in English.
 * Written out by hand because server and browser must agree to the letter, and their Intl data do not.
 */
export const moneyText = (shekels: number, lang: Lang): string => {
  const [whole = '0', part = '00'] = Math.abs(shekels).toFixed(2).split('.')
  const figure = `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${part}`
  if (lang === 'en') return `${shekels < 0 ? MINUS : ''}₪${figure}`
  // A bare minus would hop to the other side of its figure in a line that runs right to left.
  return `${shekels < 0 ? LRM + MINUS : ''}${figure}${NBSP}₪`
}

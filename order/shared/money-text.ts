import type { Lang } from '@kartis/i18n/lang.ts'

const NBSP = '\u00a0'

/**
 * Shekels as people read them: `1,234.50 ₪` in Hebrew and Arabic, `₪1,234.50` in English.
 * Written out by hand because server and browser must agree to the letter, and their Intl data do not.
 */
export const moneyText = (shekels: number, lang: Lang): string => {
  const [whole = '0', part = '00'] = Math.abs(shekels).toFixed(2).split('.')
  const figure = `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${part}`
  const sign = shekels < 0 ? '\u2212' : ''
  return lang === 'en' ? `${sign}₪${figure}` : `${sign}${figure}${NBSP}₪`
}

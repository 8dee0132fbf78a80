/** The languages of Kartis. */
export const LANGS = ['he', 'en', 'ar'] as const
export type Lang = (typeof LANGS)[number]
/** The language of people who asked for none. */
export const DEFAULT_LANG: Lang = 'he'
/** What people read who asked for a language that Kartis or a text lacks. */
export const FALLBACK_LANG: Lang = 'en'

/** The cookie in which the sale site stores the language that a buyer chose. */
export const LANG_COOKIE = 'kartis_lang'
/** One year. */
export const LANG_COOKIE_SECONDS = 31_536_000

export const isLang = (text: unknown): text is Lang => LANGS.includes(text as Lang)

export const directionOf = (lang: Lang): 'rtl' | 'ltr' => (lang === 'en' ? 'ltr' : 'rtl')

/** The supported language of a browser's or a user's setting (`he_IL`, `iw`, `EN-us`), if there is one. */
export const asLang = (text: string | undefined | null): Lang | undefined => {
  const primary = text?.trim().toLowerCase().split(/[-_]/)[0]
  if (primary === 'iw') return 'he'
  return isLang(primary) ? primary : undefined
}

/**
 * The supported language that an `Accept-Language` header prefers. Hebrew without a header and for `*`; English when the
 * header names only languages that Kartis lacks.
 */
export const pickLang = (header: string | undefined | null): Lang => {
  let best: { lang: Lang; weight: number } | undefined
  let namesOther = false
  for (const part of (header ?? '').slice(0, 500).split(',')) {
    const [tag, ...parameters] = part.split(';')
    const quality = parameters
      .map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(parameter)?.[1])
      .find((found) => found !== undefined)
    const weight = quality === undefined ? 1 : Number(quality)
    const lang = asLang(tag)
    if (lang && weight > 0 && (!best || weight > best.weight)) best = { lang, weight }
    if (!lang && weight > 0 && /^\s*[a-z]/i.test(tag ?? '')) namesOther = true
  }
  return best?.lang ?? (namesOther ? FALLBACK_LANG : DEFAULT_LANG)
}

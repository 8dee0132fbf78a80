import { readdirSync, readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import type { Resource, ResourceKey } from 'i18next'
import { FALLBACK_LANG, LANGS } from './lang.ts'
import type { Lang } from './lang.ts'

/** `t('errors:sold_out')`, `t('messages:tickets_ready.sms', { event, count })`. `count` chooses the plural form. */
export type Translate = (key: string, params?: Readonly<Record<string, unknown>>) => string

const folder = new URL('./messages/', import.meta.url)

/** Every catalogue of one language by namespace (its file name). */
const catalogues = (lang: Lang): Record<string, ResourceKey> =>
  Object.fromEntries(
    readdirSync(new URL(`${lang}/`, folder))
      .filter((file) => file.endsWith('.json'))
      .map((file) => [
        file.slice(0, -'.json'.length),
        JSON.parse(readFileSync(new URL(`${lang}/${file}`, folder), 'utf8')) as ResourceKey,
      ]),
  )

const translators = new Map<Lang, Translate>()

const load = (lang: Lang): Translate => {
  const messages = catalogues(lang)
  const resources: Resource = { [lang]: messages }
  if (lang !== FALLBACK_LANG) resources[FALLBACK_LANG] = catalogues(FALLBACK_LANG)
  const instance = createInstance()
  void instance.init({
    lng: lang,
    fallbackLng: FALLBACK_LANG,
    supportedLngs: LANGS,
    ns: Object.keys(messages),
    resources,
    initAsync: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  // The server builds keys at run time, so the typed keys of the screens do not apply here.
  const t = instance.t as unknown as Translate
  return (key, params) => t(key, { ...params })
}

/** The translator of one language; its catalogues are read from disk once. An unknown key comes back as itself. */
export const translatorFor = (lang: Lang): Translate => {
  const cached = translators.get(lang)
  if (cached) return cached
  const translate = load(lang)
  translators.set(lang, translate)
  return translate
}

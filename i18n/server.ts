import { readdirSync, readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import type { Resource, ResourceKey } from 'i18next'
import { DEFAULT_LANG, LANGS } from './lang.ts'
import type { Lang } from './lang.ts'

/** `words('errors:sold_out')`, `words('messages:tickets_ready.sms', { event, count })`. Plurals go by `count`. */
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

const loaded = new Map<Lang, Translate>()

const load = (lang: Lang): Translate => {
  const own = catalogues(lang)
  const resources: Resource = { [lang]: own }
  if (lang !== DEFAULT_LANG) resources[DEFAULT_LANG] = catalogues(DEFAULT_LANG)
  const instance = createInstance()
  void instance.init({
    lng: lang,
    fallbackLng: DEFAULT_LANG,
    supportedLngs: LANGS,
    ns: Object.keys(own),
    resources,
    initAsync: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  // The server's keys are put together at run time, so the typed keys of the screens do not apply here.
  const say = instance.t as unknown as Translate
  return (key, params) => say(key, { ...params })
}

/** The words of one language, read from disk once. A key that no catalogue has comes back as itself. */
export const translatorFor = (lang: Lang): Translate => {
  const known = loaded.get(lang)
  if (known) return known
  const words = load(lang)
  loaded.set(lang, words)
  return words
}

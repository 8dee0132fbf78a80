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

/** Texts that are kept compiled; keys may hold what others sent, such as a gateway's reason. */
const MAX_COMPILED = 5000
const VARIABLE = /\{\{\s*(\w+)\s*\}\}/
const VARIABLES = /\{\{\s*\w+\s*\}\}/g
/** Whether a text needs what only the library does: a format, a path or a part of another text. */
const isSpecial = (text: string): boolean => text.includes('$t(') || text.replaceAll(VARIABLES, '').includes('{{')
/** Params that choose another text than their values. */
const OPTIONS: ReadonlySet<string> = new Set([
  'context',
  'ordinal',
  'defaultValue',
  'lng',
  'ns',
  'lngs',
  'returnObjects',
])

/** The parts of a text: fixed ones at even places, names of variables at odd ones. */
type Parts = readonly string[]

type PlainParams = Readonly<Record<string, string | number>>

const isPlain = (params: Readonly<Record<string, unknown>>): params is PlainParams =>
  Object.entries(params).every(
    ([name, value]) => (typeof value === 'string' || typeof value === 'number') && !OPTIONS.has(name),
  )

/**
 * As `translate`, which costs some 20 µs a text: what it finds for a key (and a count) is kept in parts, so that the next
 * one only fills in the values. What is not plain text with plain values goes to `translate` each time.
 */
const compiled = (translate: Translate): Translate => {
  const texts = new Map<string, Parts | undefined>()
  const partsOf = (key: string, params: PlainParams): Parts | undefined => {
    const id = params['count'] === undefined ? key : `${key} ${params['count']}`
    if (texts.has(id)) return texts.get(id)
    const text = translate(key, { count: params['count'], skipInterpolation: true })
    const parts = isSpecial(text) ? undefined : text.split(VARIABLE)
    if (texts.size < MAX_COMPILED) texts.set(id, parts)
    return parts
  }
  return (key, params = {}) => {
    if (!isPlain(params)) return translate(key, params)
    const parts = partsOf(key, params)
    if (!parts?.every((name, place) => place % 2 === 0 || Object.hasOwn(params, name))) return translate(key, params)
    return parts.map((part, place) => (place % 2 === 0 ? part : String(params[part]))).join('')
  }
}

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
  return compiled((key, params) => t(key, { ...params }))
}

/** The translator of one language; its catalogues are read from disk once. An unknown key comes back as itself. */
export const translatorFor = (lang: Lang): Translate => {
  const cached = translators.get(lang)
  if (cached) return cached
  const translate = load(lang)
  translators.set(lang, translate)
  return translate
}

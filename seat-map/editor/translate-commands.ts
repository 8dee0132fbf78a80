import type { MapDocument } from '../model/document.ts'
import type { Command } from '../commands/command.ts'

type OtherLang = 'en' | 'ar'
type Texts = { readonly [L in OtherLang]?: Readonly<Record<string, string | undefined>> | undefined }

/** A Hebrew name of the hall with its translations; parts of one name are translated together. */
export interface TranslatableName {
  readonly name: string
  readonly texts: { readonly [L in OtherLang]: string }
  readonly maxLength: number
}

const LETTERS = /\p{L}/u

/** The fields of parts that people read, and how long each may be. */
const FIELDS = [
  { list: 'categories', field: 'name', max: 40 },
  { list: 'floors', field: 'name', max: 40 },
  { list: 'sections', field: 'name', max: 60 },
  { list: 'areas', field: 'name', max: 60 },
  { list: 'shapes', field: 'text', max: 80 },
  { list: 'sections', field: 'short', max: 8 },
] as const

type Part = { readonly texts?: Texts | undefined } & Readonly<Record<string, unknown>>

const partsOf = (document: MapDocument, list: (typeof FIELDS)[number]['list']): readonly Part[] =>
  document[list] as readonly unknown[] as readonly Part[]

const translationIn = ({ texts }: Part, lang: OtherLang, field: string): string => texts?.[lang]?.[field] ?? ''

const NUMBERS = /\d+/g
const PLACE = '#'

/** `גוש 101` as `גוש #`. */
const patternOf = (name: string): string => name.replace(NUMBERS, PLACE)

/** A text with the numbers of a name in the places of its pattern, in their order. */
const filled = (text: string, name: string): string => {
  const numbers = name.match(NUMBERS) ?? []
  return text.split(PLACE).reduce((result, part, index) => `${result}${numbers[index - 1] ?? PLACE}${part}`)
}

/** A translation of a name with `#` in place of the numbers of the name. */
const emptied = (text: string, name: string): string =>
  (name.match(NUMBERS) ?? []).reduce((result, number) => result.replace(number, PLACE), text)

/** Patterns of several names, such as those of the blocks of a stadium: they are translated at once. */
const repeatedPatterns = (document: MapDocument): ReadonlySet<string> => {
  const names = new Map<string, Set<string>>()
  for (const { list, field } of FIELDS)
    for (const part of partsOf(document, list)) {
      const name = String(part[field])
      const pattern = patternOf(name)
      if (pattern !== name) names.set(pattern, (names.get(pattern) ?? new Set()).add(name))
    }
  return new Set([...names].filter(([, own]) => own.size > 1).map(([pattern]) => pattern))
}

/**
 * Every name of the hall once, in the order in which lists show them; names that differ by numbers only are one with `#`
 * in place of these. A number needs no translation, the name of an only floor is never shown, and a short name that is a
 * name too is read as that.
 */
export const namesToTranslate = (document: MapDocument): TranslatableName[] => {
  const names = new Map<string, TranslatableName>()
  const patterns = repeatedPatterns(document)
  for (const { list, field, max } of FIELDS) {
    if (list === 'floors' && document.floors.length < 2) continue
    for (const part of partsOf(document, list)) {
      const own = String(part[field])
      const name = patterns.has(patternOf(own)) ? patternOf(own) : own
      const before = names.get(name)
      if (!LETTERS.test(name) || (field === 'short' && before)) continue
      const read = (lang: OtherLang): string => {
        const text = translationIn(part, lang, field)
        return before?.texts[lang] || (name === own ? text : emptied(text, own))
      }
      const maxLength = Math.min(max, before?.maxLength ?? max)
      names.set(name, { name, texts: { en: read('en'), ar: read('ar') }, maxLength })
    }
  }
  return [...names.values()]
}

const withText = (texts: Texts | undefined, lang: OtherLang, field: string, text: string): Texts | undefined => {
  const { [field]: _before, ...others } = texts?.[lang] ?? {}
  const own = text === '' ? others : { ...others, [field]: text }
  const { [lang]: _own, ...languages } = texts ?? {}
  const next: Texts = Object.keys(own).length > 0 ? { ...languages, [lang]: own } : languages
  return Object.keys(next).length > 0 ? next : undefined
}

/** Gives every part of a Hebrew name, or of a pattern of names, its translation; an empty text takes it away. */
export const translateName =
  (name: string, lang: OtherLang, text: string): Command =>
  (document) =>
    FIELDS.reduce((result: MapDocument, { list, field, max }): MapDocument => {
      const parts = partsOf(result, list).map((part) => {
        const own = String(part[field])
        if (own !== name && patternOf(own) !== name) return part
        const { texts: before, ...others } = part
        const texts = withText(before, lang, field, (own === name ? text : filled(text, own)).slice(0, max))
        return texts ? { ...others, texts } : others
      })
      return { ...result, [list]: parts }
    }, document)

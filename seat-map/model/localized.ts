import { textIn, type TextsOf } from '@kartis/domain/localized-text.ts'
import type { MapDocument } from './document.ts'

type Lang = 'he' | 'en' | 'ar'
type Texts<F extends string> = { readonly texts?: TextsOf<F> | undefined }

const HEBREW = /[\u0590-\u05ff]/

const nameIn = <P extends Texts<'name'> & { readonly name: string }>(part: P, lang: Lang): P => {
  const name = textIn(part.texts ?? {}, lang, 'name')
  return name === undefined ? part : { ...part, name }
}

const sectionIn = (part: MapDocument['sections'][number], lang: Lang): MapDocument['sections'][number] => {
  const named = nameIn(part, lang)
  const short = textIn<'name' | 'short'>(part.texts ?? {}, lang, 'short')
  if (short !== undefined) return { ...named, short }
  // A number is read in every language; a Hebrew word gives way to the name that the reader understands.
  return named === part || !HEBREW.test(part.short) ? named : { ...named, short: '' }
}

const shapeIn = (part: MapDocument['shapes'][number], lang: Lang): MapDocument['shapes'][number] => {
  const text = textIn(part.texts ?? {}, lang, 'text')
  return text === undefined ? part : { ...part, text }
}

/**
 * The document as a reader of the language sees it: each name in his language, else in English, else in Hebrew. Places,
 * keys, ranks and what is stored are the same; rows and tables are those of the document.
 */
export const documentIn = (document: MapDocument, lang: Lang): MapDocument =>
  lang === 'he'
    ? document
    : {
        ...document,
        floors: document.floors.map((part) => nameIn(part, lang)),
        categories: document.categories.map((part) => nameIn(part, lang)),
        sections: document.sections.map((part) => sectionIn(part, lang)),
        areas: document.areas.map((part) => nameIn(part, lang)),
        shapes: document.shapes.map((part) => shapeIn(part, lang)),
      }

/** The translated names of a hall by the Hebrew ones, which tickets and seats store. */
export interface SeatNames {
  readonly sections: Readonly<Record<string, TextsOf<'name'>>>
  readonly floors: Readonly<Record<string, TextsOf<'name'>>>
}

const byName = (parts: readonly (Texts<'name'> & { readonly name: string })[]): Record<string, TextsOf<'name'>> =>
  Object.fromEntries(
    parts.flatMap(({ name, texts }) => {
      const own = (['en', 'ar'] as const).flatMap((lang) => {
        const translated = texts?.[lang]?.name
        return translated ? [[lang, { name: translated }] as const] : []
      })
      return own.length > 0 ? [[name, Object.fromEntries(own)] as const] : []
    }),
  )

/** Sections of one name are one section to the audience: the first translation of a name is that of all of them. */
export const seatNamesOf = ({ sections, floors }: Pick<MapDocument, 'sections' | 'floors'>): SeatNames => ({
  sections: byName(sections.toReversed()),
  floors: byName(floors.toReversed()),
})

/** A printed seat with its section and floor in the reader's language. */
export const seatIn = <S extends { readonly section: string; readonly floor?: string | undefined }>(
  seat: S,
  names: SeatNames | undefined,
  lang: Lang,
): S => {
  if (!names || lang === 'he') return seat
  const section = textIn(names.sections[seat.section] ?? {}, lang, 'name') ?? seat.section
  if (seat.floor === undefined) return { ...seat, section }
  return { ...seat, section, floor: textIn(names.floors[seat.floor] ?? {}, lang, 'name') ?? seat.floor }
}

/** Whether a section is called so in any language. */
export const isCalled = (
  { name, texts }: Pick<MapDocument['sections'][number], 'name' | 'texts'>,
  text: string,
): boolean => [name, texts?.en?.name, texts?.ar?.name].includes(text)

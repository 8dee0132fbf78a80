import { textIn, type TextsOf } from '@kartis/domain/localized-text.ts'
import type { RowLetters } from '@kartis/domain/row-label.ts'
import type { MapDocument } from './document.ts'
import { rowIn, rowLettersOf } from './row-names.ts'

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

type Rows = Pick<MapDocument, 'rows' | 'tables'>

const lettersOf = ({ rows, tables }: Rows): RowLetters | undefined =>
  rowLettersOf([...rows, ...tables].map(({ label }) => label))

/**
 * The document as a reader of the language sees it: each name in his language, else in English, else in Hebrew; rows that
 * are called by Hebrew letters with their number. Places, keys, ranks and what is stored are the same.
 */
export const documentIn = (document: MapDocument, lang: Lang): MapDocument => {
  if (lang === 'he') return document
  const letters = lettersOf(document)
  const labelled = <P extends { readonly label: string }>(part: P): P => {
    const label = rowIn(part.label, letters, lang)
    return label === part.label ? part : { ...part, label }
  }
  return {
    ...document,
    floors: document.floors.map((part) => nameIn(part, lang)),
    categories: document.categories.map((part) => nameIn(part, lang)),
    sections: document.sections.map((part) => sectionIn(part, lang)),
    rows: document.rows.map(labelled),
    tables: document.tables.map(labelled),
    areas: document.areas.map((part) => nameIn(part, lang)),
    shapes: document.shapes.map((part) => shapeIn(part, lang)),
  }
}

/** The translated names of a hall by the Hebrew ones, which tickets and seats store. */
export interface SeatNames {
  /** How its rows count where their letters alone do not say it. */
  readonly letters?: RowLetters | undefined
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
export const seatNamesOf = (document: Rows & Pick<MapDocument, 'sections' | 'floors'>): SeatNames => {
  const letters = lettersOf(document)
  return {
    ...(letters && { letters }),
    sections: byName(document.sections.toReversed()),
    floors: byName(document.floors.toReversed()),
  }
}

interface PrintedSeat {
  readonly section: string
  readonly floor?: string | undefined
  readonly row?: string | undefined
}

/** A printed seat with its section, floor and row in the reader's language. */
export const seatIn = <S extends PrintedSeat>(seat: S, names: SeatNames | undefined, lang: Lang): S => {
  if (lang === 'he') return seat
  const { sections = {}, floors = {}, letters } = names ?? {}
  const { section, floor, row } = seat
  return {
    ...seat,
    section: textIn(sections[section] ?? {}, lang, 'name') ?? section,
    ...(floor !== undefined && { floor: textIn(floors[floor] ?? {}, lang, 'name') ?? floor }),
    ...(row !== undefined && { row: rowIn(row, letters, lang) }),
  }
}

/** The names of a hall's areas by their keys, as a reader of the language sees them. */
export const areaNamesIn = ({ areas }: Pick<MapDocument, 'areas'>, lang: Lang): ReadonlyMap<string, string> =>
  new Map(areas.map((area) => [area.id, nameIn(area, lang).name]))

/** Whether a section is called so in any language. */
export const isCalled = (
  { name, texts }: Pick<MapDocument['sections'][number], 'name' | 'texts'>,
  text: string,
): boolean => [name, texts?.en?.name, texts?.ar?.name].includes(text)

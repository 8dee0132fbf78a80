import { type CompiledMap, compile } from './compile.ts'
import type { MapDocument } from './document.ts'
import { documentIn } from './localized.ts'
import { type NumberStretches, numbersOf, type SeatNumbers, stretchesOf } from './seat-numbers.ts'

/**
 * What a browser gets of an event's map. Parameters of rows are several times smaller than computed positions, and the
 * browser computes 60,000 places in a fraction of the time that loading them would take. What only the editor and the way
 * back to another program need is left out.
 */
export interface WireMap {
  readonly wire: 1
  readonly document: MapDocument
  readonly numbers: NumberStretches
  readonly next: number
}

export const toWire = (document: MapDocument, numbers: SeatNumbers): WireMap => ({
  wire: 1,
  document: {
    ...document,
    tracing: null,
    rows: document.rows.map(({ guids: _guids, last_key: _last, ...row }) => row),
    tables: document.tables.map(({ last_key: _last, ...table }) => table),
  },
  numbers: stretchesOf(numbers),
  next: numbers.next,
})

/** The hall with its names in the language of the reader. */
export const fromWire = (
  { document: stored, numbers, next }: WireMap,
  lang: 'he' | 'en' | 'ar' = 'he',
): { readonly document: MapDocument; readonly map: CompiledMap; readonly numbers: SeatNumbers } => {
  const document = documentIn(stored, lang)
  return { document, map: compile(document), numbers: numbersOf(numbers, next) }
}

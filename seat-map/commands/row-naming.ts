import { type MapDocument, type Row } from '../model/document.ts'
import { labelOf, rankLabels } from '../model/numbering.ts'
import type { Command } from './command.ts'
import { type Ids, mapParts } from './parts.ts'

export type RowScheme = 'א' | 'אב' | 'A' | '1'
export const ROW_SCHEMES: readonly RowScheme[] = ['א', '1', 'A', 'אב']

/** How rows are named one after the other. */
export interface RowNaming {
  readonly scheme: RowScheme
  readonly first: number
  /** Absent: 1. */
  readonly step?: number
  /** Which row is the first one; absent: the front one. */
  readonly from?: 'front' | 'back'
}

/** The highest number that is looked for in names of rows. */
const MAX_NUMBER = 1500

/** The names of `count` rows, the front row first. */
export const namesOf = ({ scheme, first, step = 1, from }: RowNaming, count: number): string[] => {
  const names = rankLabels({ scheme, first, step, skip: [] }, count)
  return from === 'back' ? names.reverse() : names
}

const numbersByScheme = new Map<RowScheme, ReadonlyMap<string, number>>()

const numberOf = (scheme: RowScheme, label: string | undefined): number | undefined => {
  const numbers =
    numbersByScheme.get(scheme) ??
    new Map(Array.from({ length: MAX_NUMBER }, (_, index) => [labelOf(scheme, index + 1), index + 1]))
  numbersByScheme.set(scheme, numbers)
  return label === undefined ? undefined : numbers.get(label)
}

/** The naming that gives these labels, the front row first; undefined: they follow none. */
export const namingOf = (labels: readonly string[]): RowNaming | undefined => {
  for (const scheme of ROW_SCHEMES) {
    const [front, back] = [numberOf(scheme, labels[0]), numberOf(scheme, labels.at(-1))]
    const second = labels.length > 1 ? numberOf(scheme, labels[1]) : front === undefined ? undefined : front + 1
    if (front === undefined || back === undefined || second === undefined || second === front) continue
    const step = Math.abs(second - front)
    const naming: RowNaming = {
      scheme,
      first: second > front ? front : back,
      ...(step > 1 && { step }),
      ...(second < front && { from: 'back' }),
    }
    if (namesOf(naming, labels.length).every((name, index) => name === labels[index])) return naming
  }
  return undefined
}

const byRank = (a: Row, b: Row): number => a.rank - b.rank

/** Rows of each section from the front to the back, the sections in their order. */
const rowsBySection = ({ rows, sections }: MapDocument, ids: Ids): Row[][] =>
  sections
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ id }) => rows.filter((row) => row.section === id && ids.has(row.id)).sort(byRank))
    .filter(({ length }) => length > 0)

/** Whether rows of several sections are counted as one: the balcony goes on where the stalls end. */
export type NamingAcross = 'each' | 'on'

const groupsOf = (document: MapDocument, ids: Ids, across: NamingAcross): Row[][] => {
  const groups = rowsBySection(document, ids)
  return across === 'on' ? [groups.flat()] : groups
}

/** Names rows one after the other: those of each section from the first name on, or on from section to section. */
export const nameRows =
  (ids: Ids, naming: RowNaming, across: NamingAcross = 'each'): Command =>
  (document) => {
    const labels = new Map(
      groupsOf(document, ids, across).flatMap((rows) => {
        const names = namesOf(naming, rows.length)
        return rows.map(({ id }, index) => [id, names[index] ?? ''] as const)
      }),
    )
    return mapParts(document, ids, { row: (row) => ({ ...row, label: labels.get(row.id) ?? row.label }) })
  }

const sameNaming = (a: RowNaming | undefined, b: RowNaming | undefined): boolean =>
  a?.scheme === b?.scheme && a?.first === b?.first && a?.step === b?.step && a?.from === b?.from

/** How these rows are named now, whether each section by itself or one after the other. */
export const namingOfRows = (
  document: MapDocument,
  ids: Ids,
): { readonly naming: RowNaming | undefined; readonly across: NamingAcross; readonly sections: number } => {
  const groups = rowsBySection(document, ids)
  const namings = groups.map((rows) => namingOf(rows.map(({ label }) => label)))
  const sections = groups.length
  if (namings.every((naming) => sameNaming(naming, namings[0]))) return { naming: namings[0], across: 'each', sections }
  const whole = namingOf(groups.flat().map(({ label }) => label))
  return { naming: whole, across: whole ? 'on' : 'each', sections }
}

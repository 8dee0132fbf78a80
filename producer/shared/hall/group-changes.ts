import { stretchesOf } from '@kartis/seat-map/viewer/group-text.ts'

export const CHANGES = ['kept', 'moved', 'relabelled', 'recategorised', 'added', 'removed', 'refused'] as const
export type Change = (typeof CHANGES)[number]

interface Printed {
  readonly section: string
  readonly row: string
  readonly number: string
}

/** What another edition means for a place or a standing area. */
export interface PlaceChange {
  readonly place: string
  readonly changes: readonly Change[]
  readonly state: 'free' | 'held' | 'sold'
  readonly refusal?: 'removed' | 'no_longer_accessible' | 'capacity_below_sold' | null | undefined
  readonly before?: Printed | null | undefined
  readonly after?: Printed | null | undefined
  /** The name of an area. */
  readonly area?: AreaNames | null | undefined
}

interface AreaNames {
  readonly before: string | null
  readonly after: string | null
}

/** The places of a row that share their fate. */
export interface RowChange extends Pick<PlaceChange, 'place' | 'changes' | 'state' | 'refusal' | 'area'> {
  readonly count: number
  /** As people read them; `numbers` as ends of a stretch, or one by one. Undefined: it is new, or it goes; or it is an area. */
  readonly before: RowText | undefined
  readonly after: RowText | undefined
}

interface RowText {
  readonly section: string
  readonly row: string
  readonly numbers: readonly string[]
}

const rowOf = (printed: Printed | null | undefined): readonly [string, string] | null =>
  printed ? [printed.section, printed.row] : null

const textOf = (all: readonly (Printed | null | undefined)[]): RowText | undefined => {
  const printed = all.flatMap((each) => each ?? [])
  const [first] = printed
  return first && { section: first.section, row: first.row, numbers: stretchesOf(printed.map(({ number }) => number)) }
}

/** Changes row by row, in the order in which the rows first appear: nobody reads a thousand places one by one. */
export const groupChanges = (places: readonly PlaceChange[]): RowChange[] => {
  const rows = new Map<string, PlaceChange[]>()
  for (const each of places) {
    const labels = [rowOf(each.before), rowOf(each.after)]
    // Areas have no row, and each is named.
    const place = labels.every((label) => label === null) ? each.place : ''
    const key = JSON.stringify([labels, each.changes, each.state, each.refusal ?? null, place])
    const row = rows.get(key)
    if (row) row.push(each)
    else rows.set(key, [each])
  }
  return [...rows.values()].flatMap((row): RowChange[] => {
    const [first] = row
    if (!first) return []
    const { place, changes, state, refusal, area } = first
    const [before, after] = [textOf(row.map((each) => each.before)), textOf(row.map((each) => each.after))]
    return [{ place, changes, state, refusal, count: row.length, before, after, area }]
  })
}

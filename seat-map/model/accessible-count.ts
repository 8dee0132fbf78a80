/**
 * How many places for wheelchairs a hall of this size should have. The check only warns: which table holds depends on the
 * building's permit, and a lawyer or an accessibility consultant decides.
 * `old_buildings`: rule 8.23 of the building regulations before part ח1, read in secondary copies on 22 November 2026.
 * `new_buildings`: part ח1 as an open calculator has it, not compared with the official table.
 */
export type AccessibleTable = 'old_buildings' | 'new_buildings'

const STEPS: Readonly<
  Record<AccessibleTable, readonly { readonly upTo: number; readonly required: (seats: number) => number }[]>
> = {
  old_buildings: [
    { upTo: 1000, required: (seats) => Math.max(3, Math.ceil(seats / 150)) },
    { upTo: Number.POSITIVE_INFINITY, required: (seats) => Math.ceil(1000 / 150) + Math.ceil((seats - 1000) / 250) },
  ],
  new_buildings: [
    { upTo: 600, required: (seats) => Math.max(4, Math.ceil(seats / 150)) },
    { upTo: 1000, required: (seats) => 6 + Math.ceil(seats / 100) },
    { upTo: 3000, required: (seats) => 4 + Math.ceil(seats / 100) },
    { upTo: 10_000, required: (seats) => 28 + Math.ceil(seats / 200) },
    { upTo: Number.POSITIVE_INFINITY, required: (seats) => 63 + Math.ceil(seats / 400) },
  ],
}

export const accessibleRequired = (seats: number, table: AccessibleTable): number =>
  seats === 0 ? 0 : (STEPS[table].find(({ upTo }) => seats <= upTo)?.required(seats) ?? 0)

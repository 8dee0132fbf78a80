interface Seat {
  readonly floor?: string | null | undefined
  readonly section: string
  readonly row: string
  readonly number: string
}

/** Numbers of seats from the lowest to the highest; labels that are no numbers by their letters. */
const compareSeatNumbers = (a: string, b: string): number =>
  a.localeCompare(b, 'he', { numeric: true, sensitivity: 'base' })

/** Seats with those of one row together, rows in the order in which they came, and each row from its lowest number on. */
export const inSeatOrder = <T extends Seat>(seats: readonly T[]): T[] => {
  const rows = new Map<string, T[]>()
  for (const seat of seats) {
    const key = JSON.stringify([seat.floor ?? '', seat.section, seat.row])
    const row = rows.get(key)
    if (row) row.push(seat)
    else rows.set(key, [seat])
  }
  return [...rows.values()].flatMap((row) => row.toSorted((a, b) => compareSeatNumbers(a.number, b.number)))
}

import { sql } from 'kysely'
import type { RowLetters } from '@kartis/domain/row-label.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { seatIn } from '@kartis/seat-map/model/localized.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'

interface NamedSeat {
  readonly section: string
  readonly floor?: string | undefined
  readonly row?: string | undefined
}

/** A printed seat of an event with its section, floor and row in the language of the reader. */
export type SeatNamesIn = <S extends NamedSeat>(eventId: string, seat: S) => S

/** Tickets store the Hebrew names of their seats; other languages use the texts of the event's map, where there are any. */
export const seatNamesIn = async (db: Db | Tx, eventIds: readonly string[], lang: Lang): Promise<SeatNamesIn> => {
  if (lang === 'he' || eventIds.length === 0) return (_, seat) => seat
  const rows = await db
    .selectFrom('event_seating')
    .select(['event_id', 'names'])
    .where('event_id', 'in', [...new Set(eventIds)])
    .execute()
  const names = new Map(rows.map((row) => [row.event_id, row.names]))
  return (eventId, seat) => seatIn(seat, names.get(eventId), lang)
}

/** How the hall of an event counts rows with Hebrew letters; undefined where its labels alone say it. */
export const rowLettersOf = async (db: Db | Tx, eventId: string): Promise<RowLetters | undefined> => {
  const row = await db.selectFrom('event_seating').select('names').where('event_id', '=', eventId).executeTakeFirst()
  return row?.names.letters
}

/** The gates that the sections of an event's hall name; an event without seats has none. */
export const seatGatesOf = async (
  db: Db | Tx,
  { id, kind }: { readonly id: string; readonly kind: string },
): Promise<readonly string[]> => {
  if (kind !== 'seats') return []
  return (await seatGatesByEvent(db, [id])).get(id) ?? []
}

/** The same of any number of events with seats; one whose hall names none has no entry. */
export const seatGatesByEvent = async (
  db: Db | Tx,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = await db
    .selectFrom('event_seating')
    .select(['event_id', 'gates'])
    .where('event_id', '=', sql<string>`any(${[...eventIds]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ event_id: id, gates }) => [id, [...new Set(gates)]]))
}

/** Rows with their seats in the language of `names`. */
export const withSeatsIn = <R extends { readonly event_id: string; readonly seat: NamedSeat | null }>(
  names: SeatNamesIn,
  rows: readonly R[],
): R[] => rows.map((row) => (row.seat ? { ...row, seat: names(row.event_id, row.seat) } : row))

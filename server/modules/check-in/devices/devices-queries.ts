import type { GateDeviceLife } from '@kartis/domain/gate-device.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { isUuid } from '../../../platform/http/authorization.ts'
import type { GateDevicesTable } from './tables.ts'

export type GateDeviceRow = Selectable<GateDevicesTable>

export const lifeOf = (row: GateDeviceRow): GateDeviceLife => ({
  joinedAt: row.joined_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  isLost: row.lost,
})

/** Every device of an event, the latest first. */
export const readDevices = (db: Db | Tx, eventId: string): Promise<GateDeviceRow[]> =>
  db
    .selectFrom('gate_devices')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1000)
    .execute()

export const countOpenDevices = async (tx: Tx, eventId: string, now: Date): Promise<number> => {
  const { count } = await tx
    .selectFrom('gate_devices')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('event_id', '=', eventId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether each of these is a device of the event. */
export const areOfEvent = async (db: Db | Tx, eventId: string, ids: readonly string[]): Promise<boolean> => {
  const { count } = await db
    .selectFrom('gate_devices')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('event_id', '=', eventId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .executeTakeFirstOrThrow()
  return Number(count) === new Set(ids).size
}

/** How many devices of the event have been revoked. */
export const countRevoked = async (db: Db, eventId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('gate_devices')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('event_id', '=', eventId)
    .where('revoked_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const insertDevice = (tx: Tx, row: Insertable<GateDevicesTable>): Promise<GateDeviceRow> =>
  tx.insertInto('gate_devices').values(row).returningAll().executeTakeFirstOrThrow()

/** Devices by the hashes of their tokens. */
export const devicesByToken = async (
  db: Db,
  tokenHashes: readonly string[],
): Promise<ReadonlyMap<string, GateDeviceRow>> => {
  const rows = await db
    .selectFrom('gate_devices')
    .selectAll()
    .where('token_hash', '=', sql<string>`any(${[...tokenHashes]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.token_hash ?? '', row]))
}

/** A device of the event that joined, or may join, by a link under this id; members' phones name themselves as they like. */
const deviceById = async (db: Db, eventId: string, id: string): Promise<GateDeviceRow | undefined> =>
  isUuid(id)
    ? db.selectFrom('gate_devices').selectAll().where('event_id', '=', eventId).where('id', '=', id).executeTakeFirst()
    : undefined

export const isEnrolled = async (db: Db, eventId: string, id: string): Promise<boolean> =>
  (await deviceById(db, eventId, id)) !== undefined

/** How people know a device of an event: its name and that of its helper. Undefined for phones of members. */
export const nameOfDevice = async (db: Db, eventId: string, id: string): Promise<string | undefined> => {
  const device = await deviceById(db, eventId, id)
  return device && ([device.label, device.helper].filter(Boolean).join(' · ') || undefined)
}

export const deviceByLink = (db: Db, linkHash: string): Promise<GateDeviceRow | undefined> =>
  db.selectFrom('gate_devices').selectAll().where('link_hash', '=', linkHash).executeTakeFirst()

/** Of two phones that open one link at once, the second waits here and then finds it taken. */
export const lockDeviceByLink = (tx: Tx, linkHash: string): Promise<GateDeviceRow | undefined> =>
  tx.selectFrom('gate_devices').selectAll().where('link_hash', '=', linkHash).forUpdate().executeTakeFirst()

/** Gives the device of a link to a phone. */
export const takeDevice = (
  tx: Tx,
  { event_id, id }: Pick<GateDeviceRow, 'event_id' | 'id'>,
  taken: Pick<GateDeviceRow, 'token_hash' | 'helper' | 'model' | 'joined_at' | 'stands_at'>,
): Promise<GateDeviceRow> =>
  tx
    .updateTable('gate_devices')
    .set(taken)
    .where('event_id', '=', event_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Ends devices that have not been revoked; returns those it ended. A revoked one may still be declared lost. */
export const revokeDevices = (
  tx: Tx,
  eventId: string,
  ids: readonly string[],
  { lost, now }: { readonly lost: boolean; readonly now: Date },
): Promise<GateDeviceRow[]> =>
  tx
    .updateTable('gate_devices')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, ${now})`, lost: sql<boolean>`lost or ${lost}` })
    .where('event_id', '=', eventId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where(sql<boolean>`(revoked_at is null or (${lost} and not lost))`)
    .returningAll()
    .execute()

export const writeReport = (
  db: Db,
  eventId: string,
  id: string,
  report: Pick<GateDeviceRow, 'contact_at' | 'pending' | 'battery' | 'clock_off_ms' | 'list_at'> & {
    /** Undefined where it does not say. */
    readonly stands_at: string | null | undefined
  },
): Promise<GateDeviceRow | undefined> =>
  db
    .updateTable('gate_devices')
    .set(report)
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Entries and exits arrived of a device that reports no more, for its permission is over: so many fewer wait on it. */
export const recordLastScans = async (db: Db, eventId: string, id: string, count: number): Promise<void> => {
  await db
    .updateTable('gate_devices')
    .set({ pending: sql<number>`greatest(0, pending - ${count}::int)` })
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .where('pending', '>', 0)
    .execute()
}

/** What a device whose permission is over says of itself. With scans that wait it is on the board again. */
export const writeHandover = async (
  db: Db,
  eventId: string,
  id: string,
  { waiting, now }: { readonly waiting: number; readonly now: Date },
): Promise<void> => {
  await db
    .updateTable('gate_devices')
    .set({
      heard_at: now,
      pending: waiting,
      ...(waiting > 0 && { closed_at: null, closed_by: null, closing_note: null }),
    })
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .execute()
}

/** The permission of a device ends now, and nothing waits on it; undefined where it has ended before. */
export const endOwn = (tx: Tx, eventId: string, id: string, now: Date): Promise<GateDeviceRow | undefined> =>
  tx
    .updateTable('gate_devices')
    .set({ expires_at: now, contact_at: now, heard_at: now, pending: 0 })
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** Takes devices off the board whose permission is over; returns those it has taken. */
export const closeDevices = (
  tx: Tx,
  eventId: string,
  ids: readonly string[],
  { userId, note, now }: { readonly userId: string; readonly note: string; readonly now: Date },
): Promise<GateDeviceRow[]> =>
  tx
    .updateTable('gate_devices')
    .set({ closed_at: now, closed_by: userId, closing_note: note })
    .where('event_id', '=', eventId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('joined_at', 'is not', null)
    .where('closed_at', 'is', null)
    .where(sql<boolean>`least(expires_at, revoked_at) <= ${now}`)
    .returningAll()
    .execute()

/** Erases the names of helpers whose devices ended before this time. */
export const eraseHelpers = async (db: Db, before: Date): Promise<void> => {
  await db
    .updateTable('gate_devices')
    .set({ helper: null })
    .where('helper', 'is not', null)
    .where('expires_at', '<', before)
    .execute()
}

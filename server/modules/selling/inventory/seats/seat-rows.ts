import { SEAT_CHANNELS } from '@kartis/domain/seats.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/db.ts'
import { type EventSeats, WAITING } from '../../../catalogue/seating/index.ts'

const ROW = sql`(
  seat_no int, place text, category text, section text, row_label text, label text, flags int)`

const insertRows = async (
  tx: Tx,
  eventId: string,
  chunk: string,
  { rev, forSale }: { readonly rev: number; readonly forSale: boolean },
): Promise<void> => {
  await sql`
    insert into event_seats (event_id, seat_no, place, category, section, row_label, label, flags, for_sale, rev)
    select ${eventId}, r.seat_no, r.place, r.category, r.section, r.row_label, r.label, r.flags, ${forSale}, ${rev}
    from json_to_recordset(${chunk}::json) as r ${ROW}`.execute(tx)
}

const updateRows = async (tx: Tx, eventId: string, chunk: string, rev: number): Promise<void> => {
  await sql`
    update event_seats s
    set category = r.category, section = r.section, row_label = r.row_label, label = r.label, flags = r.flags, rev = ${rev}
    from json_to_recordset(${chunk}::json) as r ${ROW}
    where s.event_id = ${eventId} and s.seat_no = r.seat_no`.execute(tx)
}

const indexOfChannel = (channel: (typeof SEAT_CHANNELS)[number] | undefined): number | null =>
  channel === undefined ? null : SEAT_CHANNELS.indexOf(channel)

/** What the seating of events may do with the rows of seats. */
export const eventSeats: EventSeats = {
  lockClock: async (tx, eventId) => {
    await sql`insert into event_seat_clock (event_id) values (${eventId}) on conflict do nothing`.execute(tx)
    await sql`select 1 from event_seat_clock where event_id = ${eventId} for update`.execute(tx)
  },

  nextRevision: async (tx, eventId) => {
    const { rows } = await sql<{ rev: string }>`
      update event_seat_clock set rev = rev + 1 where event_id = ${eventId} returning rev`.execute(tx)
    return Number(rows[0]?.rev)
  },

  replace: async (tx, eventId, seats) => {
    await tx.deleteFrom('event_seats').where('event_id', '=', eventId).execute()
    // One after another: each is some thousands of rows.
    for (const chunk of seats) await insertRows(tx, eventId, chunk, { rev: 0, forSale: true })
  },

  change: async (tx, eventId, { rev, changed, added, removed }) => {
    // A held or sold seat is never removed: the plan refuses that, under the lock of the clock.
    const { numAffectedRows } = await sql`
      delete from event_seats
      where event_id = ${eventId} and seat_no = any(${[...removed]}::int[]) and state = 0`.execute(tx)
    if (Number(numAffectedRows ?? 0) !== removed.length)
      throw new Error(`event ${eventId} has ${numAffectedRows} of ${removed.length} free seats to remove`)
    for (const chunk of changed) await updateRows(tx, eventId, chunk, rev)
    for (const chunk of added) await insertRows(tx, eventId, chunk, { rev, forSale: false })
  },

  setSale: async (tx, eventId, seatNos, { rev, for_sale, channel, note, opens_at: opensAt }) => {
    // Who opens, closes or allots a seat ends the opening that was set for it.
    const isReset = opensAt !== undefined || for_sale !== undefined || channel !== undefined
    await sql`
      update event_seats
      set for_sale = coalesce(${for_sale ?? null}::boolean, for_sale),
          channel = coalesce(${indexOfChannel(channel)}::smallint, channel),
          note = coalesce(${note ?? null}::text, note),
          opens_at = case when ${isReset} then ${opensAt ?? null}::timestamptz else opens_at end, rev = ${rev}
      where event_id = ${eventId} and seat_no = any(${[...seatNos]}::int[])`.execute(tx)
  },

  moveHeldOpening: async (tx, eventId, { from, to, rev }) => {
    // With the condition of the index of taken seats: a hall is not read for the few that are held.
    await sql`
      update event_seats set opens_at = ${to}, rev = ${rev}
      where event_id = ${eventId} and opens_at = ${from} and state = 1 and order_id is not null`.execute(tx)
  },

  open: async (tx, eventId, due) => {
    const { rows } = await sql<{ seats: number; rev: string }>`
      with clock as (
        update event_seat_clock set rev = rev + 1
        where event_id = ${eventId} and exists (
          select from event_seats where event_id = ${eventId} and opens_at <= ${due} and ${WAITING})
        returning rev
      ), opened as (
        update event_seats s set for_sale = true, channel = 0, opens_at = null, rev = clock.rev from clock
        where s.event_id = ${eventId} and s.opens_at <= ${due} and ${WAITING}
        returning 1
      ) select (select count(*)::int from opened) as seats, rev from clock`.execute(tx)
    const [opened] = rows
    return opened && { seats: opened.seats, rev: Number(opened.rev) }
  },

  copy: async (tx, fromId, toId) => {
    await sql`
      insert into event_seats
        (event_id, seat_no, place, category, section, row_label, label, flags, channel, for_sale, note)
      select ${toId}, seat_no, place, category, section, row_label, label, flags, channel, for_sale, note
      from event_seats where event_id = ${fromId}`.execute(tx)
  },

  boundStock: async (tx, eventId) => {
    // A sold seat that a change moved to another category still counts for the type as which it was sold.
    await sql`
      with counted as (
        select category, count(*)::int as seats from event_seats
        where event_id = ${eventId} and for_sale group by category
      ), bounds as (
        select p.ticket_type_id, sum(coalesce(p.area_capacity, c.seats, 0))::int as seats
        from event_seat_prices p left join counted c on c.category = p.category
        where p.event_id = ${eventId} group by p.ticket_type_id
      ), locked as (
        select s.ticket_type_id, coalesce(s.quota, s.total) as quota, coalesce(b.seats, 0) as seats
        from stock s left join bounds b on b.ticket_type_id = s.ticket_type_id
        where s.event_id = ${eventId} order by s.ticket_type_id for update of s
      )
      update stock s
      set quota = l.quota, seats = l.seats, total = greatest(least(l.quota, l.seats), s.held + s.sold)
      from locked l
      where s.event_id = ${eventId} and s.ticket_type_id = l.ticket_type_id`.execute(tx)
  },
}

import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'

export interface NewPlace {
  readonly number: number
  readonly device: string
  readonly phone: string | null
}

export interface PlaceKey {
  readonly eventId: string
  readonly round: number
  readonly number: number
}

export interface PlaceRow {
  readonly number: number
  readonly device: string
  readonly phone: string | null
  readonly called_at: Date | null
  readonly claimed_at: Date | null
  readonly claimed_by: string | null
  readonly pass_until: Date | null
  readonly done_at: Date | null
}

/** Places of a round that these devices and phones have already. */
export const placesOf = async (
  tx: Tx,
  eventId: string,
  round: number,
  devices: readonly string[],
  phones: readonly string[],
): Promise<Pick<PlaceRow, 'number' | 'device' | 'phone'>[]> =>
  tx
    .selectFrom('waiting_places')
    .select(['number', 'device', 'phone'])
    .where('event_id', '=', eventId)
    .where('round', '=', round)
    .where('done_at', 'is', null)
    .where(sql<boolean>`(device = any(${[...devices]}::text[]) or phone = any(${[...phones]}::text[]))`)
    .execute()

export const insertPlaces = async (
  tx: Tx,
  eventId: string,
  round: number,
  places: readonly NewPlace[],
  now: Date,
): Promise<void> => {
  await sql`
    insert into waiting_places (event_id, round, number, device, phone, joined_at)
    select ${eventId}::uuid, ${round}::int, x.number, x.device, x.phone, ${now}::timestamptz from unnest(
      ${places.map(({ number }) => number)}::int[], ${places.map(({ device }) => device)}::text[],
      ${places.map(({ phone }) => phone)}::text[]
    ) as x (number, device, phone)`.execute(tx)
}

const updateOf = (db: Db | Tx, { eventId, round, number }: PlaceKey) =>
  db
    .updateTable('waiting_places')
    .where('event_id', '=', eventId)
    .where('round', '=', round)
    .where('number', '=', number)

export const lockPlace = (tx: Tx, { eventId, round, number }: PlaceKey): Promise<PlaceRow | undefined> =>
  tx
    .selectFrom('waiting_places')
    .select(['number', 'device', 'phone', 'called_at', 'claimed_at', 'claimed_by', 'pass_until', 'done_at'])
    .where('event_id', '=', eventId)
    .where('round', '=', round)
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()

export const claimPlace = (
  tx: Tx,
  key: PlaceKey,
  claim: { readonly place: number; readonly device: string; readonly now: Date; readonly until: Date },
): Promise<unknown> =>
  updateOf(tx, key)
    .set({ place: claim.place, claimed_at: claim.now, claimed_by: claim.device, pass_until: claim.until })
    .execute()

/** Records that a person who missed the call requests admission again. */
export const recordReturn = (tx: Tx, key: PlaceKey, place: number, now: Date): Promise<unknown> =>
  updateOf(tx, key).set({ place, knocked_at: now }).execute()

export const leavePlace = (db: Db, key: PlaceKey, place: number | null, now: Date): Promise<unknown> =>
  updateOf(db, key).set({ place, done_at: now, outcome: 'left' }).where('done_at', 'is', null).execute()

export interface PassUse {
  readonly device: string
  /** Uses of a pass. */
  readonly max: number
  readonly now: Date
  /** When the reservation that follows counts as lost. */
  readonly until: Date
}

/**
 * Counts one use of a pass, at most `max`, and returns the ids of its earlier orders; the pass is then taken until
 * `addOrder` or `returnPassUse`. Undefined when it is taken, used up, expired, or was never issued.
 */
export const usePass = async (
  db: Db,
  key: PlaceKey,
  { device, max, now, until }: PassUse,
): Promise<readonly string[] | undefined> => {
  const row = await updateOf(db, key)
    .set((is) => ({ uses: is('uses', '+', 1), reserving_until: until }))
    .where('claimed_by', '=', device)
    .where('done_at', 'is', null)
    .where('pass_until', '>', now)
    .where('uses', '<', max)
    .where((is) => is.or([is('reserving_until', 'is', null), is('reserving_until', '<=', now)]))
    .returning('orders')
    .executeTakeFirst()
  return row?.orders
}

/** Whether a pass that is taken now may be used afterwards. */
export const isPassGood = async (
  db: Db,
  { eventId, round, number }: PlaceKey,
  { device, max, now }: PassUse,
): Promise<boolean> => {
  const row = await db
    .selectFrom('waiting_places')
    .select('number')
    .where('event_id', '=', eventId)
    .where('round', '=', round)
    .where('number', '=', number)
    .where('claimed_by', '=', device)
    .where('done_at', 'is', null)
    .where('pass_until', '>', now)
    .where('uses', '<', max)
    .executeTakeFirst()
  return row !== undefined
}

export const returnPassUse = (db: Db, key: PlaceKey): Promise<unknown> =>
  updateOf(db, key)
    .set((is) => ({ uses: is('uses', '-', 1), reserving_until: null }))
    .where('uses', '>', 0)
    .execute()

/** Records the order of a place. An order that it already has was a repeated request, which does not count as a use. */
export const addOrder = async (db: Db, { eventId, round, number }: PlaceKey, order: string): Promise<void> => {
  await sql`
    update waiting_places set reserving_until = null,
      uses = case when ${order}::uuid = any(orders) then uses - 1 else uses end,
      orders = case when ${order}::uuid = any(orders) then orders else orders || ${order}::uuid end
    where event_id = ${eventId} and round = ${round} and number = ${number}`.execute(db)
}

/** Ends places whose order was paid, and those whose pass has expired and who hold nothing. */
export const endPlaces = async (tx: Tx, eventId: string, round: number, now: Date): Promise<void> => {
  await sql`
    with inside as (
      select p.number, p.pass_until,
        coalesce(bool_or(o.status in ('paid', 'partially_refunded', 'refunded')), false) as paid,
        coalesce(bool_or(o.status in ('reserved', 'pending_payment')), false) as holding
      from waiting_places p left join orders o on o.event_id = p.event_id and o.id = any(p.orders)
      where p.event_id = ${eventId} and p.round = ${round} and p.claimed_at is not null and p.done_at is null
      group by p.number, p.pass_until
    )
    update waiting_places p set done_at = ${now}, outcome = case when i.paid then 'paid' else 'left' end
    from inside i
    where p.event_id = ${eventId} and p.round = ${round} and p.number = i.number
      and (i.paid or (not i.holding and i.pass_until <= ${now}))`.execute(tx)
}

export interface PeopleCount {
  /** Places with a pass, with and without a cart. */
  readonly inside: number
  readonly choosing: number
  readonly buying: number
  /** Of the places called within the last minute: how many entered or gave up. */
  readonly taken: number
  readonly called_back: number
  readonly returned: number
}

export interface CountWindow {
  /** Places from here up to `admitted` were called so recently that their spots are reserved for them. */
  readonly reservedFrom: number
  readonly admitted: number
  readonly calledAfter: Date
  readonly returnedAfter: Date
  /** No hold lives so long: bounds the scan of the index of open orders. */
  readonly heldAfter: Date
}

/** Counts the people who were admitted or called. */
export const countPeople = async (
  tx: Tx,
  eventId: string,
  round: number,
  window: CountWindow,
): Promise<PeopleCount> => {
  const { rows } = await sql<PeopleCount>`
    with inside as (
      select exists (
        select 1 from orders o where o.event_id = p.event_id and o.id = any(p.orders)
          and o.status in ('reserved', 'pending_payment')) as holding
      from waiting_places p
      where p.event_id = ${eventId} and p.round = ${round} and p.claimed_at is not null and p.done_at is null
    ), back as (
      select called_at, knocked_at from waiting_places
      where event_id = ${eventId} and round = ${round} and knocked_at is not null and claimed_at is null
        and done_at is null and place < ${window.reservedFrom}
    )
    select (select count(*) from inside)::int as inside,
      (select count(*) from inside where not holding)::int as choosing,
      (select count(*) from orders where event_id = ${eventId} and channel = 'online'
         and status in ('reserved', 'pending_payment') and expires_at > ${window.heldAfter})::int as buying,
      (select count(*) from waiting_places where event_id = ${eventId} and round = ${round}
         and place >= ${window.reservedFrom} and place < ${window.admitted}
         and (claimed_at is not null or done_at is not null))::int as taken,
      (select count(*) from back where called_at > ${window.calledAfter})::int as called_back,
      (select count(*) from back where knocked_at > ${window.returnedAfter}
         and (called_at is null or called_at <= ${window.calledAfter}))::int as returned`.execute(tx)
  return rows[0] ?? { inside: 0, choosing: 0, buying: 0, taken: 0, called_back: 0, returned: 0 }
}

/** Calls at most `max` people who missed the call and requested admission again, in the order of their places. */
export const callReturned = async (
  tx: Tx,
  eventId: string,
  round: number,
  window: CountWindow & { readonly max: number },
  now: Date,
): Promise<void> => {
  await sql`
    update waiting_places set called_at = ${now}
    where event_id = ${eventId} and round = ${round} and number in (
      select number from waiting_places
      where event_id = ${eventId} and round = ${round} and knocked_at > ${window.returnedAfter} and claimed_at is null
        and done_at is null and place < ${window.reservedFrom} and (called_at is null or called_at <= ${window.calledAfter})
      order by place limit ${window.max}
    )`.execute(tx)
}

/** Deletes places of events that ended before a time. */
export const deleteOldPlaces = async (db: Db, before: Date): Promise<void> => {
  await sql`
    delete from waiting_places p using events e where e.id = p.event_id and e.ends_at < ${before}`.execute(db)
}

import { createCipheriv, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { type GatePerson, peopleHead, peopleUntil } from '@kartis/domain/gate-people.ts'
import { phoneEnd } from '@kartis/domain/phone.ts'
import { ticketNumber } from '@kartis/domain/ticket-number.ts'
import { sql } from 'kysely'
import { createCache } from '../../../platform/concurrency/cache.ts'
import { CACHE_SIZES } from '../../../platform/config/cache-sizes.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { EventRow } from '../../catalogue/events/index.ts'

const deflate = promisify(deflateRaw)

/** Devices that ask within this time share one file. */
const FILE_MS = 60_000
const NONCE_BYTES = 12

/** Whether devices that scan may have the names now: the event allows it and is not over. */
export const allowsPeople = ({ settings, ends_at }: EventRow, now: Date): boolean =>
  settings.people_offline === true && peopleUntil(ends_at, null, now) > now

interface PersonRow {
  /** Of the order. */
  readonly number: string
  /** Of a ticket that another person than the buyer holds. */
  readonly position: number | null
  readonly holder: string | null
  readonly phone: string | null
}

/** Who has a valid ticket: name and phone of each order, and of each ticket that its buyer has given away. */
const readPeople = async (db: Db, eventId: string): Promise<GatePerson[]> => {
  const { rows } = await sql<PersonRow>`
    select o.number::text as number, null as position, o.buyer_name as holder, o.buyer_phone as phone from orders o
    where o.event_id = ${eventId} and o.paid_at is not null and (o.buyer_name is not null or o.buyer_phone is not null)
      and exists (select from tickets t where t.event_id = o.event_id and t.order_id = o.id and t.status = 'valid')
    union all
    select o.number::text, t.position, x.holder_name, x.holder_phone from ticket_transfers x
    join tickets t on t.event_id = x.event_id and t.id = x.ticket_id
    join orders o on o.event_id = x.event_id and o.id = x.order_id
    where x.event_id = ${eventId} and x.state = 'accepted' and t.status = 'valid'
    order by number, position nulls first`.execute(db)
  return rows.map(({ number, position, holder, phone }) => [
    position === null ? number : ticketNumber(number, position),
    holder,
    phone && phoneEnd(phone),
  ])
}

/** The key of an event's files. Each generation has another one, so that a revoked device cannot read later files. */
export const peopleKey = (keys: Pick<Platform['keys'], 'hmac'>, eventId: string, generation: number): Buffer =>
  Buffer.from(keys.hmac('gate_people', `${eventId} ${generation}`), 'base64url')

const seal = async ({ db, keys }: Platform, eventId: string, generation: number): Promise<Uint8Array> => {
  const text = await deflate(JSON.stringify(await readPeople(db, eventId)))
  const nonce = randomBytes(NONCE_BYTES)
  const { head, bound } = peopleHead(eventId, generation, nonce)
  const cipher = createCipheriv('aes-256-gcm', peopleKey(keys, eventId, generation), nonce).setAAD(bound)
  return Buffer.concat([head, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

/** Gives the sealed file of an event's guests (`domain/gate-people.ts`). */
export const createPeopleFiles = (platform: Platform) => {
  const files = createCache<Uint8Array>({ ttlMs: FILE_MS, max: CACHE_SIZES.peopleFiles })
  return (eventId: string, generation: number): Promise<Uint8Array> =>
    files.getOrLoad(`${eventId} ${generation}`, () => seal(platform, eventId, generation))
}

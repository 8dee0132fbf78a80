import { randomUUID } from 'node:crypto'
import { scanTicket, uploadScans } from '@kartis/contract/admission.ts'
import { createGateDevice, joinGate } from '@kartis/contract/gate-devices.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import type { Event } from '@kartis/contract/events.ts'
import type { Ticket } from '@kartis/contract/tickets.ts'
import { as, eventOnSale } from './events.ts'
import { freeOrder } from './orders.ts'
import { type Producer, person, type SignedIn } from './people.ts'
import type { World } from './world.ts'

/** A member of a producer's team who may only scan. Call with `{ token, account: producer.account.uuid }`. */
export const scannerOf = (world: World, producer: Producer): Promise<SignedIn> => memberOf(world, producer, 'scanner')

const memberOf = async (world: World, producer: Producer, role: 'scanner' | 'check_in_lead'): Promise<SignedIn> => {
  const member = await person(world)
  await world.db
    .insertInto('account_members')
    .values({
      id: world.platform.newId(),
      account_id: producer.account.uuid,
      user_id: member.user.uuid,
      role,
    })
    .execute()
  return member
}

/** A member of a producer's team who may scan and undo entries. */
export const leadOf = (world: World, producer: Producer): Promise<SignedIn> =>
  memberOf(world, producer, 'check_in_lead')

/** Scans a ticket at an event's entrance. */
export const scan = (
  world: World,
  who: { readonly token: string; readonly account: string },
  event: { readonly uuid: string },
  ticket: string,
  fields: Omit<BodyIn<typeof scanTicket>, 'ticket_uuid'> = {},
) => world.call(scanTicket, { ...who, params: { uuid: event.uuid }, body: { ticket_uuid: ticket, ...fields } })

/** An event with tickets in people's hands. */
interface SoldEvent {
  readonly event: Event
  readonly tickets: readonly Ticket[]
  readonly number: string
  readonly order: string
  /** The order as its buyer names it. */
  readonly bought: { readonly uuid: string; readonly token: string }
}

/** The tickets were issued two days ago, so that devices have scans of before now to upload. */
export const soldEventOf = async (world: World, owner: Producer, count = 3, orders = 1): Promise<SoldEvent> => {
  const sum_total_available = Math.max(200, count * orders)
  const { event, type } = await eventOnSale(world, owner, { type: { price: 0, sum_total_available } })
  const order = await freeOrder(world, event.uuid, { [type.uuid]: count })
  const tickets = [...order.tickets]
  for (let more = 1; more < orders; more += 1)
    tickets.push(...(await freeOrder(world, event.uuid, { [type.uuid]: count })).tickets)
  const issuedAt = new Date(world.clock.now().getTime() - 2 * 86_400_000)
  await world.db.updateTable('tickets').set({ created_at: issuedAt }).where('event_id', '=', event.uuid).execute()
  return { event, tickets, number: order.number, order: order.uuid, bought: order }
}

export const nth = ({ tickets }: SoldEvent, place: number): Ticket => {
  const ticket = tickets[place]
  if (!ticket) throw new Error(`no ticket ${place}`)
  return ticket
}

type Scans = BodyIn<typeof uploadScans>['scans']

/** An entry that a device made by itself some minutes ago. */
export const entryBefore = (
  world: World,
  minutes: number,
  { device_seq, ticket_uuid, ...more }: Pick<Scans[number], 'device_seq' | 'ticket_uuid'> & Partial<Scans[number]>,
): Scans[number] => ({
  device_seq,
  scan_uuid: randomUUID(),
  ticket_uuid,
  verdict: 'admitted',
  scanned_at: new Date(world.clock.now().getTime() - minutes * 60_000).toISOString(),
  ...more,
})

/** Sends what a device decided by itself. */
export const uploadTo = (
  world: World,
  who: { readonly token: string; readonly account: string },
  event: { readonly uuid: string },
  device_id: string,
  scans: Scans,
) =>
  world.call(uploadScans, {
    ...who,
    params: { uuid: event.uuid },
    body: { device_id, sent_at: world.clock.now().toISOString(), scans },
  })

/** A phone that joined the gate of an event by a link. */
export const joinedDevice = async (
  world: World,
  owner: Producer,
  event: { readonly uuid: string },
  label: string,
  fields: Partial<BodyIn<typeof createGateDevice>> = {},
  joining: Partial<BodyIn<typeof joinGate>> = {},
) => {
  const created = await world.call(createGateDevice, {
    ...as(owner),
    params: { uuid: event.uuid },
    body: { label, expires_at: new Date(world.clock.now().getTime() + 8 * 3_600_000).toISOString(), ...fields },
  })
  const token = `gate_${`${randomUUID()}${randomUUID()}`.replaceAll('-', '')}`
  const secret = new URL(created.body.data.link).hash.slice(1)
  await world.call(joinGate, { body: { secret, token, name: `${label} helper`, ...joining } })
  return { token, uuid: created.body.data.device.uuid }
}

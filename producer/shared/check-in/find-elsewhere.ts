import { isUuid, namesEvent, readScannedCode, type TicketCode } from '@kartis/domain/ticket-code.ts'
import { ticketNumber } from '@kartis/domain/ticket-number.ts'
import { database } from '../offline/database.ts'
import type { AdmissionList } from './decide.ts'

/** Another event of the account, as far as this device knows it. */
export interface OtherEvent {
  readonly name: string
  readonly starts_at: string
  readonly timezone: string
}

interface Found {
  /** What was stored of the event when somebody looked at it; undefined when nobody did. */
  readonly event: OtherEvent | undefined
}

const textOf = (data: object, name: string): string => {
  const value = (data as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : ''
}

const eventIn = (data: unknown): OtherEvent | undefined => {
  if (typeof data !== 'object' || data === null) return undefined
  const event = { name: textOf(data, 'name'), starts_at: textOf(data, 'starts_at'), timezone: textOf(data, 'timezone') }
  return Object.values(event).includes('') ? undefined : event
}

/** Of the person and account whose list this is. */
const storedEvent = async (
  { owner, account }: AdmissionList['facts'],
  code: Pick<TicketCode, 'eventId' | 'eventShort'>,
): Promise<OtherEvent | undefined> => {
  const pages = await database.pages
    .where('owner')
    .equals(owner)
    .filter(
      (page) =>
        page.account === account &&
        page.question[0] === 'event' &&
        typeof page.question[1] === 'string' &&
        isUuid(page.question[1]) &&
        namesEvent(code, page.question[1]),
    )
    .toArray()
  return pages.map(({ data }) => eventIn(data)).find((event) => event !== undefined)
}

/** The event whose stored list has a ticket with this uuid or number. */
const eventWithTicket = async (
  { event, owner, account }: AdmissionList['facts'],
  isIt: (ticket: { readonly uuid: string; readonly number: string }) => boolean,
): Promise<string | undefined> => {
  const lists = await database.lists
    .where('owner')
    .equals(owner)
    .filter((other) => other.account === account && other.event !== event)
    .toArray()
  const events = new Set(lists.map((list) => list.event))
  return (await database.tickets.filter((ticket) => events.has(ticket.event) && isIt(ticket)).first())?.event
}

/**
 * Looks for a ticket that is not on this event's list: a signed code names its event, and a number or a uuid may be on the
 * list of another event that this device has. Undefined: nothing here says that it belongs elsewhere.
 */
export const findElsewhere = async ({ facts }: AdmissionList, text: string): Promise<Found | undefined> => {
  // The signature does not matter: the ticket is refused here in either case.
  const code = await readScannedCode(text, async () => true)
  if (code.kind === 'unknown') return undefined
  if (code.kind === 'signed')
    return namesEvent(code.code, facts.event) ? undefined : { event: await storedEvent(facts, code.code) }
  const numbers =
    code.kind === 'number'
      ? new Set(code.readings.map(({ order, position }) => ticketNumber(order, position)))
      : undefined
  const id = code.kind === 'uuid' ? code.ticketId : undefined
  const found = await eventWithTicket(facts, ({ uuid, number }) => uuid === id || numbers?.has(number) === true)
  return found === undefined ? undefined : { event: await storedEvent(facts, { eventId: found, eventShort: '' }) }
}

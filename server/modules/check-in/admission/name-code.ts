import { can, type Role } from '@kartis/domain/permissions.ts'
import { namesEvent, readScannedCode, type ScannedCode, type TicketCode } from '@kartis/domain/ticket-code.ts'
import { ticketNumber } from '@kartis/domain/ticket-number.ts'
import { inTurns } from '../../../platform/concurrency/in-turns.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { eventOfAnyTicket, isTicketSignature, readTicketsByNumber } from '../../selling/ticketing/index.ts'
import type { NamedCode } from './scan-attempt.ts'

type Host = Pick<Platform, 'db' | 'keys'>

const UNKNOWN: NamedCode = { kind: 'unknown', ticketId: undefined, eventId: undefined }

/** Codes that are read in one turn of the event loop: each is a signature to verify. */
const PER_TURN = 16

/**
 * Whether a bare uuid names a ticket. A uuid is printed nowhere and proves nothing, while every device has those of its
 * event: only a manager admits by one, in person. `role` is null for what a hub says of another device, because nobody
 * can check who that is. By hand everybody admits by number. Undoing admits nobody.
 */
export const acceptsUuids = (act: 'admit' | 'undo', role: Role | null): boolean =>
  act === 'undo' || (role !== null && can(role, 'ticket.scan_uuid'))

/** The event whose key signed the code: the one at whose gate it is, or another; undefined for a forged code. */
const signedBy = async (
  { db }: Host,
  eventId: string,
  code: TicketCode,
  isSigned: (eventId: string) => boolean,
): Promise<string | undefined> => {
  if (namesEvent(code, eventId) && isSigned(eventId)) return eventId
  // A short code has the end of its event's uuid only: the ticket says which event it is.
  const other = code.eventId ?? (await eventOfAnyTicket(db, code.ticketId))
  return other !== undefined && other !== eventId && isSigned(other) ? other : undefined
}

export interface CodeText {
  readonly text: string
  /** Whether a bare uuid names its ticket (`acceptsUuids`). */
  readonly withUuids: boolean
}

interface ReadCode {
  readonly code: ScannedCode
  readonly signer: string | undefined
}

const read = async (host: Host, event: Pick<EventRow, 'id'>, text: string): Promise<ReadCode> => {
  let signer: string | undefined
  const code = await readScannedCode(text, async (signed, body, signature) => {
    signer = await signedBy(host, event.id, signed, (id) => isTicketSignature(host.keys, id, body, signature))
    return signer !== undefined
  })
  return { code, signer }
}

/**
 * The tickets that texts scanned or typed at the gate of an event name: signed codes, numbers that are printed on tickets,
 * and, where accepted, bare uuids. A number typed without its hyphen that fits several tickets of the event names none; one
 * that also fits a ticket of another event names the one of this event, as on a device, which has no other tickets. All
 * numbers are one query.
 */
export const nameCodes = async <T extends CodeText>(
  host: Host,
  event: Pick<EventRow, 'id' | 'account_id'>,
  texts: readonly T[],
): Promise<(T & { readonly code: NamedCode })[]> => {
  const all = await Promise.all(
    await inTurns(texts, PER_TURN, async (named) => ({ named, ...(await read(host, event, named.text)) })),
  )
  const readings = all.flatMap(({ code }) => (code.kind === 'number' ? code.readings : []))
  const found = readings.length === 0 ? [] : await readTicketsByNumber(host.db, event.account_id, readings)
  const byNumber = new Map(found.map((ticket) => [ticketNumber(ticket.number, ticket.position), ticket]))
  const name = (code: ScannedCode, signer: string | undefined, withUuids: boolean): NamedCode => {
    switch (code.kind) {
      case 'signed':
        return { kind: 'signed', ticketId: code.ticketId, eventId: signer, revision: code.code.revision }
      case 'uuid':
        return withUuids
          ? { kind: 'uuid', ticketId: code.ticketId, eventId: undefined }
          : { ...UNKNOWN, claimedId: code.ticketId }
      case 'number': {
        const names = code.readings.flatMap(({ order, position }) => byNumber.get(ticketNumber(order, position)) ?? [])
        const own = names.filter(({ event_id }) => event_id === event.id)
        const [ticket, ...others] = own.length > 0 ? own : names
        const isOne = ticket !== undefined && others.length === 0
        return { kind: 'number', ticketId: isOne ? ticket.id : undefined, eventId: isOne ? ticket.event_id : undefined }
      }
      default:
        return UNKNOWN
    }
  }
  return all.map(({ named, code, signer }) => ({ ...named, code: name(code, signer, named.withUuids) }))
}

/** The ticket that one text names. */
export const nameCode = async (
  host: Host,
  event: Pick<EventRow, 'id' | 'account_id'>,
  text: CodeText,
): Promise<NamedCode> => (await nameCodes(host, event, [text]))[0]?.code ?? UNKNOWN

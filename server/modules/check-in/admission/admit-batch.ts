import { isAdmitted } from '@kartis/domain/admission.ts'
import type { Refusal } from '@kartis/domain/refusal.ts'
import type { Kernel } from '../../../platform/platform.ts'
import { type Lanes, openLanes } from '../../selling/inventory/index.ts'
import { type DoorTicket, type Entry, readDoorTickets, redeemTogether } from '../../selling/ticketing/index.ts'
import { atDoor, type Case, judge, letIn } from './scan-case.ts'

/** Entries in one statement: more would make the first of them wait for the last. */
const MOST_AT_ONCE = 100

const entryOf = ({ scan }: Case, ticketId: string): Entry => ({
  id: scan.id,
  ticketId,
  codeHash: scan.code_hash ?? '',
  deviceId: scan.device_id,
  gate: scan.gate,
  userId: scan.user_id,
  at: new Date(scan.scanned_at),
})

/** Those that enter plainly, each with its ticket: let in by the rules, once, and with nobody before them in this batch. */
const plainOf = (asks: readonly Case[], tickets: ReadonlyMap<string, DoorTicket>): Map<Case, DoorTicket> => {
  const plain = new Map<Case, DoorTicket>()
  const taken = new Set<string>()
  for (const ask of asks) {
    const ticket = ask.code.kind === 'unknown' ? undefined : tickets.get(ask.code.ticketId.toLowerCase())
    if (!ticket || taken.has(ticket.id) || taken.has(ask.scan.id)) continue
    const verdict = judge(ask, atDoor(ticket))
    if (!isAdmitted(verdict) || verdict.repeat) continue
    taken.add(ticket.id).add(ask.scan.id)
    plain.set(ask, ticket)
  }
  return plain
}

const admitBatch = async (
  kernel: Kernel,
  eventId: string,
  asks: readonly Case[],
): Promise<(DoorTicket | 'alone')[]> => {
  const ids = asks.flatMap(({ code }) => (code.kind === 'unknown' ? [] : [code.ticketId]))
  const found = ids.length === 0 ? [] : await readDoorTickets(kernel.db, eventId, ids)
  const plain = plainOf(asks, new Map(found.map((ticket) => [ticket.id, ticket])))
  if (plain.size === 0) return asks.map(() => 'alone')
  const entries = [...plain].map(([ask, ticket]) => entryOf(ask, ticket.id))
  const entered = await redeemTogether(kernel.db, eventId, entries)
  return asks.map((ask) => {
    const ticket = plain.get(ask)
    return ticket && entered.has(ticket.id) ? letIn(ask, ticket) : 'alone'
  })
}

const UNIQUE_VIOLATION = '23505'

/** A scan that is kept already breaks its batch: nobody of it was let in, and each is looked at by itself. */
const admitOrLeave = async (
  kernel: Kernel,
  eventId: string,
  asks: readonly Case[],
): Promise<(DoorTicket | 'alone')[]> => {
  try {
    return await admitBatch(kernel, eventId, asks)
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return asks.map(() => 'alone')
    throw error
  }
}

const lanesByKernel = new WeakMap<Kernel, Lanes<Case, DoorTicket | 'alone'>>()

const lanesOf = (kernel: Kernel): Lanes<Case, DoorTicket | 'alone'> => {
  const lanes =
    lanesByKernel.get(kernel) ??
    openLanes<Case, DoorTicket | 'alone'>((eventId, asks) => admitOrLeave(kernel, eventId, asks), {
      mostAtOnce: MOST_AT_ONCE,
    })
  lanesByKernel.set(kernel, lanes)
  return lanes
}

/** Everybody who is at a door of this process has been let in or looked at. */
export const doorsIdle = (kernel: Kernel): Promise<void> => lanesOf(kernel).idle()

/**
 * Lets a ticket in together with all that are scanned at the same event's gates meanwhile: two statements for all of
 * them. `alone`: this one is not plain (refused, repeated, taken by another scan) and nothing was written.
 */
export const admitTogether = (kernel: Kernel, one: Case): Promise<DoorTicket | 'alone' | Refusal> =>
  one.code.kind === 'unknown' ? Promise.resolve('alone') : lanesOf(kernel).enter(one.event.id, one)

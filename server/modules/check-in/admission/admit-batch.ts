import { isAdmitted } from '@kartis/domain/admission.ts'
import type { Refusal } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type BatchQueue, createBatchQueue } from '../../../platform/concurrency/batch-queue.ts'
import { type CheckInTicket, type Entry, readCheckInTickets, redeemBatch } from '../../selling/ticketing/index.ts'
import { insertAdmitted } from './scans-queries.ts'
import { atDoor, type Case, judge, letIn } from './scan-case.ts'

/** Entries in one statement: more would make the first of them wait for the last. */
const MAX_AT_ONCE = 100

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
const plainOf = (asks: readonly Case[], tickets: ReadonlyMap<string, CheckInTicket>): Map<Case, CheckInTicket> => {
  const plain = new Map<Case, CheckInTicket>()
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

const admitTogether = async (
  platform: Platform,
  eventId: string,
  asks: readonly Case[],
): Promise<(CheckInTicket | 'alone')[]> => {
  const ids = asks.flatMap(({ code }) => (code.kind === 'unknown' ? [] : [code.ticketId]))
  const found = ids.length === 0 ? [] : await readCheckInTickets(platform.db, eventId, ids)
  const plain = plainOf(asks, new Map(found.map((ticket) => [ticket.id, ticket])))
  if (plain.size === 0) return asks.map(() => 'alone')
  const entries = [...plain].map(([ask, ticket]) => entryOf(ask, ticket.id))
  const accountId = asks[0]?.event.account_id ?? ''
  const entered = await redeemBatch(platform.db, eventId, entries, insertAdmitted(eventId, accountId))
  platform.domainEvents.written(platform.db)
  return asks.map((ask) => {
    const ticket = plain.get(ask)
    return ticket && entered.has(ticket.id) ? letIn(ask, ticket) : 'alone'
  })
}

const UNIQUE_VIOLATION = '23505'

/** A scan that is kept already breaks its batch: nobody of it was let in, and each is looked at by itself. */
const admitOrLeave = async (
  platform: Platform,
  eventId: string,
  asks: readonly Case[],
): Promise<(CheckInTicket | 'alone')[]> => {
  try {
    return await admitTogether(platform, eventId, asks)
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return asks.map(() => 'alone')
    throw error
  }
}

const queueByPlatform = new WeakMap<Platform, BatchQueue<Case, CheckInTicket | 'alone'>>()

const admissionQueueOf = (platform: Platform): BatchQueue<Case, CheckInTicket | 'alone'> => {
  const lanes =
    queueByPlatform.get(platform) ??
    createBatchQueue<Case, CheckInTicket | 'alone'>((eventId, asks) => admitOrLeave(platform, eventId, asks), {
      maxBatchSize: MAX_AT_ONCE,
    })
  queueByPlatform.set(platform, lanes)
  return lanes
}

/** Everybody who is at a door of this process has been let in or looked at. */
export const admissionIdle = (platform: Platform): Promise<void> => admissionQueueOf(platform).idle()

/**
 * Lets a ticket in together with all that are scanned at the same event's gates meanwhile: two statements for all of
 * them. `alone`: this one is not plain (refused, repeated, taken by another scan) and nothing was written.
 */
export const admitBatch = (platform: Platform, one: Case): Promise<CheckInTicket | 'alone' | Refusal> =>
  one.code.kind === 'unknown' ? Promise.resolve('alone') : admissionQueueOf(platform).submit(one.event.id, one)

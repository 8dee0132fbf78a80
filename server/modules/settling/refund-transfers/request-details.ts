import { REFUND_TRANSFER } from '@kartis/domain/limits.ts'
import { remindersDue, transferDueAt } from '@kartis/domain/refund-transfer.ts'
import { sql } from 'kysely'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { DomainEvent, Subscription } from '../../../platform/domain-events/domain-events.ts'
import type { Platform } from '../../../platform/platform.ts'
import { holdReleased } from './hold-released.ts'
import { recordTransfers } from './record-transfers.ts'
import { tokenHash, tokenOf, transferMessages } from './transfer-messages.ts'
import {
  countReminder,
  eraseDetails,
  type FailedRefund,
  insertTransfer,
  isTransfer,
  moveTransfers,
  NO_DETAILS,
  overtaken,
  readUnanswered,
  readRefused,
  transferOf,
  type TransferRow,
  withdrawn,
} from './transfers-queries.ts'

/** Asks the buyer of a refused refund; undefined where that was done before. */
const requestDetails = async (
  platform: Platform,
  tx: Tx,
  refund: FailedRefund,
  now: Date,
): Promise<TransferRow | undefined> => {
  if (!refund.waits && !(await holdReleased(tx, refund, now))) return undefined
  const id = platform.newId()
  const first = { id, turn: 0 }
  const isNew = await insertTransfer(tx, {
    ...first,
    event_id: refund.event_id,
    account_id: refund.account_id,
    order_id: refund.order_id,
    refund_id: refund.id,
    payment_id: refund.payment_id,
    amount: refund.amount,
    state: 'requested',
    due_at: transferDueAt(refund.created_at),
    token_hash: tokenHash(platform.keys, tokenOf(platform.keys, first)),
    requested_at: now,
  })
  const row = isNew ? await transferOf(tx, refund.account_id, id) : undefined
  if (!row) return undefined
  await recordTransfers(platform, tx, 'refund_transfer.requested', [row])
  await platform.notifications.sendMany(tx, await transferMessages(platform, tx, row, 'requested'))
  return row
}

const TYPES = ['refund.failed', 'refund.done', 'refund.withdrawn'] as const
type Change = DomainEvent<(typeof TYPES)[number]>

/** Asks the buyers of refused refunds whose money nobody has returned since; those who were asked before are left out. */
export const requestForRefused = async (
  platform: Platform,
  tx: Tx,
  refunds: Parameters<typeof readRefused>[1],
  now: Date,
): Promise<TransferRow[]> => {
  const requested: TransferRow[] = []
  for (const refund of refunds.length > 0 ? await readRefused(tx, refunds) : []) {
    const row = await requestDetails(platform, tx, refund, now)
    if (row) requested.push(row)
  }
  return requested
}

/** Money that went back after all, as by a refund in the gateway's console, is not transferred as well. */
const withdrawOvertaken = async (platform: Platform, tx: Tx, events: readonly Change[], now: Date): Promise<void> => {
  const keys = events.map(({ eventId, subject, data }) => ({
    eventId: eventId ?? '',
    refundId: subject,
    paymentId: data.payment,
  }))
  if (keys.length === 0) return
  const which = sql<boolean>`(${withdrawn(keys)} or ${overtaken(keys)})`
  const rows = await moveTransfers(tx, 'withdrawn', which, { ...NO_DETAILS, ended_at: now })
  await recordTransfers(platform, tx, 'refund_transfer.withdrawn', rows)
}

/** Follows refunds: a refused one is asked for, one that was made elsewhere ends the question. */
export const refundTransferEvents = (platform: Platform): Subscription<(typeof TYPES)[number]> => ({
  name: 'refund_transfers.follow',
  types: TYPES,
  handle: async (tx, events) => {
    const now = platform.clock()
    await requestForRefused(
      platform,
      tx,
      events.flatMap(({ type, eventId, subject }) =>
        type === 'refund.failed' ? [{ eventId: eventId ?? '', refundId: subject }] : [],
      ),
      now,
    )
    await withdrawOvertaken(
      platform,
      tx,
      events.filter(({ type }) => type !== 'refund.failed'),
      now,
    )
  },
})

/**
 * Sends the form again with a new link, and forgets what was given with the one before: nothing came, the details are wrong, or
 * the bank has returned the transfer. `not_found`; `conflict` when it has ended, or after too many links.
 */
export const requestAgain = (
  platform: Platform,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  now: Date,
): Promise<Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const before = await transferOf(tx, accountId, id)
    if (!before) return refuse('not_found')
    const turn = before.turn + 1
    const allowed = sql<boolean>`${isTransfer(before)} and turn = ${before.turn} and turn < ${REFUND_TRANSFER.maxLinks}`
    const [row] = await moveTransfers(tx, 'requested', allowed, {
      ...NO_DETAILS,
      turn,
      token_hash: tokenHash(platform.keys, tokenOf(platform.keys, { id, turn })),
      requested_at: now,
      reminders: 0,
      changes: 0,
      received_at: null,
      file_id: null,
      exported_at: null,
    })
    if (!row) return refuse('conflict', { detail: { status: before.state } })
    await recordTransfers(platform, tx, 'refund_transfer.requested', [row])
    await platform.notifications.sendMany(tx, await transferMessages(platform, tx, row, 'requested'))
    return undefined
  })

const DAY = 86_400_000
const MAX_REMINDED = 500

/** Reminds buyers who have given nothing, each at most twice; a missed run is made up for by one reminder. */
export const remindBuyers = (platform: Platform): Promise<void> =>
  inTransaction(platform.db, async (tx) => {
    const now = platform.clock()
    const before = new Date(now.getTime() - Math.min(...REFUND_TRANSFER.remindAfterDays) * DAY)
    for (const row of await readUnanswered(tx, before, MAX_REMINDED)) {
      const due = row.requested_at ? remindersDue(row.requested_at, now) : 0
      if (due <= row.reminders) continue
      await countReminder(tx, row, due)
      await platform.notifications.sendMany(tx, await transferMessages(platform, tx, row, 'reminder'))
    }
  })

/** Erases bank details some time after the transfer. */
export const sweepDetails = (platform: Platform): Promise<void> =>
  eraseDetails(platform.db, new Date(platform.clock().getTime() - REFUND_TRANSFER.keepDays * DAY))

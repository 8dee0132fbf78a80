import { DISPUTE_MOVES, disputeEnd, type DisputeState, isOpenDispute, nearDeadline } from '@kartis/domain/dispute.ts'
import { disputeEndJournals } from '@kartis/domain/ledger.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { addDisputed } from '../../payments/payments/index.ts'
import { bookJournals, lockLedgers, readSales } from '../ledger/index.ts'
import { type DisputeChange, type DisputeRow, lockDispute, readDispute, writeDispute } from './disputes-queries.ts'
import { recordDispute } from './record-dispute.ts'

export interface Answer {
  /** Absent: the note or the deadline changes. */
  readonly to?: DisputeState | undefined
  readonly note?: string | undefined
  /** The acquirer's new deadline, `YYYY-MM-DD`; after the evidence was sent it means that more of it is due. */
  readonly deadline?: string | undefined
  /** users.id, or a name. */
  readonly by: string
}

/** `wrong_state`: the step is not possible from `state`. */
export type DisputeProblem =
  | { readonly problem: 'not_found' }
  | { readonly problem: 'wrong_state'; readonly state: DisputeState }

const changeOf = ({ to, note, deadline, by }: Answer, now: Date): DisputeChange => ({
  ...(note !== undefined && { note }),
  ...(to === 'sent' && { sent_at: now }),
  ...(to !== undefined && disputeEnd(to) !== undefined && { decided_at: now }),
  // Another deadline is reminded of again.
  ...(deadline !== undefined && { deadline, reminded_at: deadline <= nearDeadline(now) ? now : null }),
  changed_at: now,
  changed_by: by,
})

/** The amount goes back to the producer, or to the acquirer that has taken it. */
const bookEnd = async (tx: Tx, dispute: DisputeRow, end: 'won' | 'lost', now: Date): Promise<void> => {
  const { id, account_id: accountId, event_id: eventId, order_id: orderId, payment_id: paymentId, amount } = dispute
  const bucket = (await readSales(tx, [paymentId])).get(paymentId)?.bucket ?? null
  const about = { accountId, eventId, orderId, holder: 'platform', bucket, occurredAt: now } as const
  const journals = disputeEndJournals(end, amount).map(({ kind, lines }) => ({
    ...about,
    kind,
    // The journal that set it aside has its id alone.
    ref: kind === 'dispute' ? `${id} decided` : id,
    lines,
  }))
  await bookJournals(tx, journals, now)
}

const move = async (
  platform: Platform,
  tx: Tx,
  dispute: DisputeRow,
  answer: Answer,
): Promise<DisputeProblem | undefined> => {
  const { id, status: from } = dispute
  const to = answer.to ?? (answer.deadline !== undefined && from === 'sent' ? 'evidence_due' : from)
  const isAllowed =
    to === from ? answer.deadline === undefined || isOpenDispute(from) : DISPUTE_MOVES[from].includes(to)
  if (!isAllowed || answer.to === from) return { problem: 'wrong_state', state: from }
  const now = platform.clock()
  await writeDispute(tx, id, to, changeOf(answer, now))
  if (to === from || to === 'notified') return undefined
  const end = disputeEnd(to)
  // A charge that stands may be refunded again.
  if (end === 'won') await addDisputed(tx, dispute.event_id, dispute.payment_id, -dispute.amount)
  if (end && dispute.held) await bookEnd(tx, dispute, end, now)
  await recordDispute(platform, tx, `dispute.${to}`, dispute, now)
  return undefined
}

/** Notes what a person or the acquirer says of a dispute. A decision moves the amount out of the reserve, once. */
export const moveDispute = async (
  platform: Platform,
  id: string,
  answer: Answer,
): Promise<DisputeProblem | undefined> => {
  const before = await readDispute(platform.db, id)
  if (!before) return { problem: 'not_found' }
  return inTransaction(platform.db, async (tx) => {
    // In the order of a new notice, which locks the ledger first.
    await lockLedgers(tx, [before.account_id])
    const dispute = await lockDispute(tx, id)
    return dispute ? move(platform, tx, dispute, answer) : { problem: 'not_found' }
  })
}

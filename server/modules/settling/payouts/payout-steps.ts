import { payoutConfirmedLines, payoutReturnedLines } from '@kartis/domain/ledger.ts'
import { heldUntil, mayApprove, PAYOUT_STEPS, type PayoutState } from '@kartis/domain/payout-state.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { bankStatesOf } from '../../people/accounts/index.ts'
import { bookJournals, ofAccount } from '../ledger/index.ts'
import type { PayoutEventData } from './domain-events.ts'
import {
  insertPayout,
  lockPayouts,
  movePayouts,
  readDrafters,
  type PayoutChange,
  type PayoutRow,
} from './payouts-queries.ts'

/**
 * Why a step of a payout is refused, for the operator.
 * - `second_person`: who drafted it may not approve it
 * - `bank_changed`: the bank details were changed less than 72 hours ago; `until` is the end of the hold
 * - `no_bank_details`, `not_found`
 * - `wrong_state`: the step is not possible from its state; `state` is that state
 * - `reissued`: it was issued again already
 */
export type PayoutProblem =
  | { readonly problem: 'second_person' | 'no_bank_details' | 'not_found' | 'reissued' }
  | { readonly problem: 'bank_changed'; readonly until: Date }
  | { readonly problem: 'wrong_state'; readonly state: PayoutState }

export const isProblem = (result: PayoutRow | PayoutProblem): result is PayoutProblem => 'problem' in result

interface Step {
  readonly to: PayoutState
  readonly event: Exclude<keyof PayoutEventData, 'statement.made' | 'payout.drafted'>
  readonly change: PayoutChange
}

/** Moves a payout that the caller has locked, and records it. */
export const movePayout = async (
  platform: Platform,
  tx: Tx,
  payout: PayoutRow,
  { to, event, change }: Step,
): Promise<PayoutRow | PayoutProblem> => {
  const { state } = payout
  if (!PAYOUT_STEPS[state].includes(to)) return { problem: 'wrong_state', state }
  await movePayouts(tx, [payout.id], { from: state, to }, change)
  await platform.domainEvents.append(tx, [
    {
      type: event,
      at: platform.clock(),
      accountId: payout.account_id,
      subject: payout.id,
      data: { amount: payout.amount, statement: payout.statement_id },
    },
  ])
  return { ...payout, ...change, state: to }
}

const onPayout = (
  platform: Platform,
  id: string,
  act: (tx: Tx, payout: PayoutRow) => Promise<PayoutRow | PayoutProblem>,
): Promise<PayoutRow | PayoutProblem> =>
  inTransaction(platform.db, async (tx) => {
    const [payout] = await lockPayouts(tx, [id])
    return payout ? act(tx, payout) : { problem: 'not_found' }
  })

/** Which of these payouts a person drafted, and so may not approve. */
export const draftedBy = async (platform: Platform, ids: readonly string[], by: string): Promise<string[]> =>
  (await readDrafters(platform.db, ids)).filter((payout) => !mayApprove(payout.drafted_by, by)).map(({ id }) => id)

/** Approves a payout with the bank details in force, by another person than the one who drafted it. */
export const approvePayout = (platform: Platform, id: string, by: string): Promise<PayoutRow | PayoutProblem> =>
  onPayout(platform, id, async (tx, payout) => {
    const now = platform.clock()
    if (!mayApprove(payout.drafted_by, by)) return { problem: 'second_person' }
    const bank = (await bankStatesOf(tx, [payout.account_id])).get(payout.account_id)
    if (!bank) return { problem: 'no_bank_details' }
    const until = heldUntil(bank.changedAt, now)
    if (until) return { problem: 'bank_changed', until }
    const change = { approved_by: by.trim(), approved_at: now, bank_details_id: bank.id }
    return movePayout(platform, tx, payout, { to: 'approved', event: 'payout.approved', change })
  })

/** Notes that the bank file of a payout was handed in. */
export const markSent = (platform: Platform, id: string, reference: string): Promise<PayoutRow | PayoutProblem> =>
  onPayout(platform, id, (tx, payout) => {
    const change = { sent_at: platform.clock(), reference }
    return movePayout(platform, tx, payout, { to: 'sent', event: 'payout.sent', change })
  })

const journalOf = (payout: PayoutRow, kind: 'payout_confirmed' | 'payout_returned', at: Date) => ({
  kind,
  ref: payout.id,
  ...ofAccount(payout.account_id),
  occurredAt: at,
  lines: kind === 'payout_confirmed' ? payoutConfirmedLines(payout.amount) : payoutReturnedLines(payout.amount),
})

/** Notes that the bank has transferred a payout. */
export const confirmPayout = (platform: Platform, id: string): Promise<PayoutRow | PayoutProblem> =>
  onPayout(platform, id, async (tx, payout) => {
    const now = platform.clock()
    const change = { confirmed_at: now }
    const moved = await movePayout(platform, tx, payout, { to: 'confirmed', event: 'payout.confirmed', change })
    if (!isProblem(moved)) await bookJournals(tx, [journalOf(payout, 'payout_confirmed', now)], now)
    return moved
  })

/** Notes that the producer's bank sent a payout back. It is owed until it is issued again. */
export const returnPayout = (platform: Platform, id: string, reason: string): Promise<PayoutRow | PayoutProblem> =>
  onPayout(platform, id, async (tx, payout) => {
    const now = platform.clock()
    const change = { returned_at: now, return_reason: reason }
    const moved = await movePayout(platform, tx, payout, { to: 'returned', event: 'payout.returned', change })
    if (!isProblem(moved) && payout.state === 'confirmed')
      await bookJournals(tx, [journalOf(payout, 'payout_returned', now)], now)
    return moved
  })

/** Issues a returned payout again, once: a draft with the same amount and statement, to be approved as any other. */
export const reissuePayout = (platform: Platform, id: string, by: string): Promise<PayoutRow | PayoutProblem> =>
  onPayout(platform, id, async (tx, payout) => {
    if (payout.state !== 'returned') return { problem: 'wrong_state', state: payout.state }
    const [now, reissueId] = [platform.clock(), platform.newId()]
    const isNew = await insertPayout(tx, {
      id: reissueId,
      accountId: payout.account_id,
      statementId: payout.statement_id,
      amount: payout.amount,
      by: by.trim(),
      at: now,
      reissueOf: id,
    })
    if (!isNew) return { problem: 'reissued' }
    const data = { amount: payout.amount, statement: payout.statement_id }
    const about = { at: now, accountId: payout.account_id, subject: reissueId }
    await platform.domainEvents.append(tx, [{ type: 'payout.drafted', ...about, data }])
    const [reissued] = await lockPayouts(tx, [reissueId])
    return reissued ?? { problem: 'not_found' }
  })

import { heldUntil } from '@kartis/domain/payout-state.ts'
import { sum } from '@kartis/domain/money.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { bankStatesOf } from '../../people/accounts/index.ts'
import { type BatchRow, insertBatch } from './batches-queries.ts'
import { lockPayouts, movePayouts, type PayoutRow, readPayoutsIn } from './payouts-queries.ts'

export interface ExportedBatch {
  /** Undefined when no payout is approved. */
  readonly batch: BatchRow | undefined
  /** Approved ones whose bank details were changed since: they wait for another approval. */
  readonly withdrawn: readonly PayoutRow[]
}

/** Moves payouts from `approved` with one statement, and records it. */
const moveAll = async (
  platform: Platform,
  tx: Tx,
  payouts: readonly PayoutRow[],
  { to, change }: { readonly to: 'exported' | 'draft'; readonly change: Parameters<typeof movePayouts>[3] },
): Promise<void> => {
  if (payouts.length === 0) return
  await movePayouts(
    tx,
    payouts.map(({ id }) => id),
    { from: 'approved', to },
    change,
  )
  const at = platform.clock()
  await platform.domainEvents.append(
    tx,
    payouts.map((payout) => ({
      type: to === 'exported' ? 'payout.exported' : 'payout.approval_withdrawn',
      at,
      accountId: payout.account_id,
      subject: payout.id,
      data: { amount: payout.amount, statement: payout.statement_id },
    })),
  )
}

/**
 * Puts every approved payout into one bank file. A payout whose bank details are not those of its approval any more, or were
 * changed less than 72 hours ago, is left out and waits for another approval. Concurrent callers export each payout once.
 */
export const exportBatch = (
  platform: Platform,
  { by, payOn }: { readonly by: string; readonly payOn: string },
): Promise<ExportedBatch> =>
  inTransaction(platform.db, async (tx) => {
    const now = platform.clock()
    const approved = await readPayoutsIn(tx, ['approved'])
    const locked = await lockPayouts(
      tx,
      approved.map(({ id }) => id),
    )
    const ready = locked.filter(({ state }) => state === 'approved')
    const banks = await bankStatesOf(
      tx,
      ready.map((payout) => payout.account_id),
    )
    const isSafe = (payout: PayoutRow): boolean => {
      const bank = banks.get(payout.account_id)
      return bank?.id === payout.bank_details_id && heldUntil(bank?.changedAt ?? null, now) === undefined
    }
    const [safe, withdrawn] = [ready.filter(isSafe), ready.filter((payout) => !isSafe(payout))]
    const nothing = { approved_by: null, approved_at: null, bank_details_id: null }
    await moveAll(platform, tx, withdrawn, { to: 'draft', change: nothing })
    if (safe.length === 0) return { batch: undefined, withdrawn }
    const batch = await insertBatch(tx, {
      id: platform.newId(),
      pay_on: payOn,
      made_by: by.trim(),
      made_at: now,
      payouts: safe.length,
      total: sum(safe.map(({ amount }) => amount)),
    })
    await moveAll(platform, tx, safe, { to: 'exported', change: { batch_id: batch.id, exported_at: now } })
    return { batch, withdrawn }
  })

import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { giveBankDetails } from '@kartis/contract/refund-transfers.ts'
import { REFUND_TRANSFER } from '@kartis/domain/limits.ts'
import { hasReasons } from '@kartis/domain/reason.ts'
import { takesDetails, transferCheck, transferReasons } from '@kartis/domain/refund-transfer.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordTransfers } from './record-transfers.ts'
import { tokenHash, transferMessages } from './transfer-messages.ts'
import { isTransfer, moveTransfers, transferByToken, type TransferRow } from './transfers-queries.ts'

/** What holder and account number are sealed for. */
const HOLDER = 'refund_transfer_holder'
const ACCOUNT = 'refund_transfer_account'
const TAIL = 4

/** Holder and account number as they were typed; undefined where there are none. */
export const openDetails = (
  { keys }: Pick<Platform, 'keys'>,
  row: Pick<TransferRow, 'holder_sealed' | 'account_number_sealed'>,
): { readonly holder: string; readonly account: string } | undefined =>
  row.holder_sealed === null || row.account_number_sealed === null
    ? undefined
    : { holder: keys.decrypt(HOLDER, row.holder_sealed), account: keys.decrypt(ACCOUNT, row.account_number_sealed) }

/** The transfer of a link. */
export const byToken = (platform: Platform, token: string): Promise<TransferRow | undefined> =>
  transferByToken(platform.db, tokenHash(platform.keys, token))

/**
 * Stores what a buyer typed, sealed, and tells them, so that whoever else found the link is noticed. `validation`; `not_found`;
 * `conflict` when it is in a file for the bank or has ended, or was changed too often.
 */
export const giveDetails = async (
  platform: Platform,
  { token, ...details }: BodyOf<typeof giveBankDetails>,
  now: Date,
): Promise<TransferRow | Refusal> => {
  const reasons = transferReasons(details)
  if (hasReasons(reasons)) return refuse('validation', { detail: reasons })
  return inTransaction(platform.db, async (tx) => {
    const before = await transferByToken(tx, tokenHash(platform.keys, token))
    if (!before) return refuse('not_found')
    const { keys } = platform
    const allowed = sql<boolean>`${isTransfer(before)} and turn = ${before.turn} and changes < ${REFUND_TRANSFER.maxChanges}`
    const [row] = await moveTransfers(tx, 'received', allowed, {
      holder_sealed: keys.encrypt(HOLDER, details.holder_name),
      bank_number: details.bank_number,
      branch_number: details.bank_branch_number,
      account_number_sealed: keys.encrypt(ACCOUNT, details.bank_account_number),
      account_number_tail: details.bank_account_number.slice(-TAIL),
      check_result: transferCheck(details),
      changes: before.changes + 1,
      received_at: now,
    })
    if (!row) return refuse('conflict', { detail: { status: before.state, open: takesDetails(before.state) ? 1 : 0 } })
    await recordTransfers(platform, tx, 'refund_transfer.received', [row])
    await platform.notifications.sendMany(tx, await transferMessages(platform, tx, row, 'received'))
    return row
  })
}

import { type BankCheck, bankReasons, checkBankAccount } from './bank.ts'
import { CANCELLATION, REFUND_TRANSFER } from './limits.ts'
import type { FieldReasons } from './reason.ts'
import { reasonsOf } from './reason.ts'
import type { StateTable } from './states.ts'

/**
 * A refund that the gateway has refused for good, and that goes back by bank transfer instead:
 * - `requested`: the buyer was sent a link to a form for bank details
 * - `received`: the buyer has given them
 * - `exported`: it is in a file for the bank
 * - `done`: the money was handed back, by transfer or otherwise
 * - `withdrawn`: the money went back without us, as by a refund in the gateway's own console
 */
export const REFUND_TRANSFER_STATES = ['requested', 'received', 'exported', 'done', 'withdrawn'] as const
export type RefundTransferState = (typeof REFUND_TRANSFER_STATES)[number]

/**
 * From whose bank account a file of refunds is paid: the producer's, or that of the installation, which pays only what it has
 * collected.
 */
export type RefundPayer = 'producer' | 'operator'

/** - received, exported → requested: the details are wrong, or the bank has returned the transfer. */
export const REFUND_TRANSFER_MOVES: StateTable<RefundTransferState> = {
  requested: ['requested', 'received', 'done', 'withdrawn'],
  received: ['requested', 'received', 'exported', 'done', 'withdrawn'],
  exported: ['requested', 'done'],
  done: [],
  withdrawn: [],
}

/** States from which a transfer may move to another one. */
export const transferStatesBefore = (to: RefundTransferState): RefundTransferState[] =>
  REFUND_TRANSFER_STATES.filter((from) => REFUND_TRANSFER_MOVES[from].includes(to))

/** Whether the buyer may type bank details, or others than before. */
export const takesDetails = (state: RefundTransferState): boolean => REFUND_TRANSFER_MOVES[state].includes('received')

const DAY = 86_400_000

/** The law gives fourteen days from the cancellation, in which the refund was requested of the gateway. */
export const transferDueAt = (requestedAt: Date): Date =>
  new Date(requestedAt.getTime() + CANCELLATION.refundWithinDays * DAY)

/** How many reminders of the form are due, of those that nobody has answered. */
export const remindersDue = (requestedAt: Date, now: Date): number =>
  REFUND_TRANSFER.remindAfterDays.filter((days) => now.getTime() >= requestedAt.getTime() + days * DAY).length

/** Bank details as a buyer types them. */
interface TransferDetails {
  readonly holder_name: string
  readonly bank_number: string | number
  readonly bank_branch_number: string
  readonly bank_account_number: string
}

/** What is missing or malformed in the details of a buyer. */
export const transferReasons = (details: TransferDetails): FieldReasons => {
  const { bank_account_number: account, holder_name: holder } = details
  const tooLong = account.trim().length > REFUND_TRANSFER.maxAccountDigits
  return {
    ...bankReasons(details),
    ...reasonsOf({ holder_name: holder.trim().length > 1 ? [] : ['required'] }),
    ...(tooLong && reasonsOf({ bank_account_number: ['enter_account_number'] })),
  }
}

/** Whether the account can exist; a hint against typing mistakes, never a reason to refuse. */
export const transferCheck = (details: TransferDetails): BankCheck =>
  checkBankAccount(Number(details.bank_number), details.bank_branch_number, details.bank_account_number)

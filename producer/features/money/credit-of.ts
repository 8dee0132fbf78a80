import type { Journal } from '@kartis/contract/ledger.ts'
import { sum, toAgorot } from '@kartis/domain/money.ts'

/** What a journal credits to an account of the producer, in agorot. */
export const creditOf = ({ lines }: Pick<Journal, 'lines'>, account: 'producer_payable' | 'producer_held'): number =>
  0 - sum(lines.filter(({ ledger_account: name }) => name === account).map(({ amount }) => toAgorot(amount)))

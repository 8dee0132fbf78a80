import type { GatewayReport } from '../../gateway-descriptor.ts'
import { kindOf } from './transactions.ts'

/** The report as a file: names as the report of the interface has them, whose `amount` is in agorot, and those of the notifications. */
export const reportFile: GatewayReport = {
  headings: {
    ref: ['index', 'transaction_id'],
    kind: ['txn_type'],
    amount: ['sum'],
    amount_agorot: ['amount'],
    currency: ['currency_code'],
    day: ['transaction_date'],
    time: ['transaction_time'],
    reference: ['user_defined_1', 'DCdisable'],
    charge_ref: ['tranmode'],
    // The last digits of the token are those of the card; the rest of it is not read.
    last4: ['ccno', 'credit_card_last_4_digits', 'last_4', 'credit_card_token'],
    status: ['processor_response_code', 'Response'],
  },
  kindOf: ({ kind = '', charge_ref: mode = '' }) => {
    const row = { type: kind.toUpperCase(), mode: mode.toUpperCase() }
    return kindOf(row) ?? (row.type === 'DEBIT' ? 'other' : undefined)
  },
  chargeRefOf: (text) => /^[CD](\d+)$/i.exec(text)?.[1] ?? '',
}

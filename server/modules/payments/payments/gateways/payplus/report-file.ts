import type { GatewayReport } from '../../gateway-descriptor.ts'

/** The report as a file, with the names of its interface. */
export const reportFile: GatewayReport = {
  headings: {
    ref: ['transaction_uid'],
    kind: ['type'],
    amount: ['amount'],
    currency: ['currency', 'currency_code'],
    day: ['date', 'created_at'],
    reference: ['more_info'],
    charge_ref: ['related_transaction_uid'],
    last4: ['four_digits'],
    status: ['status_code'],
  },
  // An approval holds a sum on the card and moves none.
  kindOf: ({ kind = '' }) => (/^approval$/i.test(kind) ? 'other' : undefined),
}

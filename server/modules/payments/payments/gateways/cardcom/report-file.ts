import type { GatewayReport } from '../../gateway-descriptor.ts'

/** The report as a file, with the names of API v11. */
export const reportFile: GatewayReport = {
  headings: {
    ref: ['TranzactionId', 'TransactionId'],
    kind: ['DealType'],
    is_refund: ['IsRefund'],
    j_parameter: ['JParameter'],
    amount: ['Amount'],
    currency: ['CoinId', 'ISOCoinId'],
    day: ['CreateDate'],
    reference: ['ReturnValue'],
    charge_key: ['Uid'],
    // The number beside it drops zeros at the front.
    last4: ['Last4CardDigitsString'],
    status: ['ResponseCode'],
  },
  kindOf: ({ kind, is_refund: isRefund, j_parameter: check = '' }) => {
    if (kind === undefined && isRefund === undefined) return undefined
    if (kind === 'Cancel') return 'void'
    if (/^(?:true|1)$/i.test(isRefund ?? '') || kind === 'Refund') return 'credit'
    // Anything but 0 only checked the card.
    return /^0*$/.test(check) ? 'charge' : 'other'
  },
}

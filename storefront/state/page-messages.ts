/** Pages with a script; each receives a part of the catalogues. */
export type HydratedPage =
  | 'event'
  | 'seats'
  | 'seat-preview'
  | 'compact'
  | 'checkout'
  | 'my'
  | 'cancel'
  | 'passes'
  | 'receipt'
  | 'choice'
  | 'transfer'
  | 'refund'
  | 'wait'

/** What every hydrated page shows: its frame, and the fields of its forms with their errors. */
const COMMON = ['sale.site', 'checkout.wrong', 'checkout.details.optional'] as const

/**
 * The prefixes of the messages that the script of a page needs. `page-messages.test.ts` reads the sources of each page and
 * fails when a key in them is not covered, because such a key would be shown as it is.
 */
export const PAGE_MESSAGES: Readonly<Record<HydratedPage, readonly string[]>> = {
  event: [
    ...COMMON,
    'sale.event',
    'sale.buy',
    'sale.seats.choose',
    'sale.seats.choose_how',
    'sale.coupon',
    'sale.limit',
    'sale.closed',
    'sale.waiting_list',
    'sale.preview',
    'wait.note',
    'my.sign_in',
    'my.code',
    'my.countries',
  ],
  seats: [
    ...COMMON,
    'sale.seats',
    'sale.buy',
    'sale.limit',
    'checkout.hold.more',
    'wait.note',
    'my.sign_in',
    'my.code',
    'my.countries',
  ],
  'seat-preview': [...COMMON, 'sale.seats', 'sale.buy', 'sale.limit', 'checkout.hold.more'],
  compact: [
    ...COMMON,
    'sale.compact',
    'sale.event',
    'sale.buy',
    'sale.seats.choose',
    'sale.coupon',
    'sale.limit',
    'sale.closed',
    'sale.waiting_list',
    'my.sign_in',
    'my.code',
    'my.countries',
  ],
  checkout: [
    ...COMMON,
    'checkout',
    'receipt.means',
    'pass.row',
    'pass.seat',
    'pass.replaced',
    'my.code',
    'my.sign_in.sending',
    'sale.coupon',
    'sale.limit',
  ],
  my: [
    ...COMMON,
    'my',
    'checkout.details.email_meant',
    'checkout.details.email_fix',
    'choice.notice',
    'choice.tag',
    'receipt.means',
    'pass.row',
    'pass.seat',
  ],
  cancel: [...COMMON, 'my.request'],
  passes: [...COMMON, 'pass', 'choice.notice', 'choice.tag', 'sale.event', 'transfer.offer'],
  receipt: [...COMMON, 'receipt'],
  choice: [...COMMON, 'choice'],
  transfer: [
    ...COMMON,
    'transfer',
    'sale.limit',
    'my.code',
    'my.sign_in.sending',
    'pass.row',
    'pass.seat',
    'pass.section',
  ],
  refund: [...COMMON, 'choice.bank', 'choice.working', 'banks'],
  wait: [...COMMON, 'wait'],
}

/** What became of an attempt to pay. `abandoned`: its page was left, or another attempt took its place. */
export const PAYMENT_STATES = ['started', 'paid', 'declined', 'abandoned'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** The three rates of clearing a card. Every card payment is in exactly one, so that the three sum to the total. */
export const CARD_BUCKETS = ['regular', 'special', 'tourist'] as const
export type CardBucket = (typeof CARD_BUCKETS)[number]

/** Brand codes of the Israeli clearing network; only an own contract of the terminal clears these two. */
const DINERS = 3
const AMEX = 4

/** A foreign card is a tourist's whatever its brand; Diners and Amex are special; everything else, unknown brands too, is regular. */
export const bucketOf = (card: { readonly foreign: boolean; readonly brand?: number | string | null }): CardBucket => {
  if (card.foreign) return 'tourist'
  const brand = card.brand === undefined || card.brand === null || card.brand === '' ? undefined : Number(card.brand)
  return brand === DINERS || brand === AMEX ? 'special' : 'regular'
}

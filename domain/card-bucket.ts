export const CARD_BRANDS = ['isracard', 'mastercard', 'visa', 'diners', 'amex', 'other'] as const
/** A card brand by its name; each gateway's adapter translates its own codes. */
export type CardBrand = (typeof CARD_BRANDS)[number]

/** The three clearing rates of a card. Every card payment is in exactly one, so that the three sum to the total. */
export const CARD_BUCKETS = ['regular', 'special', 'tourist'] as const
export type CardBucket = (typeof CARD_BUCKETS)[number]

/**
 * The rate of a card: a foreign card is `tourist` whatever its brand; Diners and American Express are `special`, since only a
 * terminal's own contract clears them; everything else, unknown brands too, is `regular`.
 */
export const bucketOf = ({ foreign, brand }: { readonly foreign: boolean; readonly brand: CardBrand }): CardBucket => {
  if (foreign) return 'tourist'
  return brand === 'diners' || brand === 'amex' ? 'special' : 'regular'
}

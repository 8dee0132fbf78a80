/**
 * The producer's setting for phones of other countries: `true` for every order, `false` for none; without it, orders with
 * a sum to pay. A card proves more than a phone, while a free order sends an SMS to whatever number was typed.
 */
type ForeignPhones = boolean | null | undefined

/** Whether an order of this sum may be left with a phone of another country. */
export const takesForeignPhone = (setting: ForeignPhones, total: number): boolean => setting ?? total > 0

/** Which orders need an Israeli phone, by the prices of what is sold: all, those of free tickets alone, or none. */
export const israeliPhoneFor = (setting: ForeignPhones, prices: readonly number[]): 'all' | 'free' | undefined => {
  const needing = prices.filter((price) => !takesForeignPhone(setting, price))
  if (needing.length === 0) return undefined
  return needing.length === prices.length ? 'all' : 'free'
}

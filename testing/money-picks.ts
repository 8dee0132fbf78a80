/** The one of a list that an act names; undefined for an empty list. */
export const pick = <T>(list: readonly T[], of: number): { item: T; place: number } | undefined => {
  const place = list.length === 0 ? -1 : of % list.length
  const item = list[place]
  return item === undefined ? undefined : { item, place }
}

export const partOf = (amount: number, share: number): number =>
  Math.max(Math.min(amount, 1), Math.floor((amount * share) / 100))

/** What makes a place special. The order is that of the bits of a compiled map: append only. */
export const FLAGS = [
  'wheelchair',
  'companion',
  'transfer',
  'aisle',
  'restricted',
  'no_view',
  'hearing',
  'stairs_free',
] as const
export type Flag = (typeof FLAGS)[number]

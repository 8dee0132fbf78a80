/** What the drawing says of a place: colour says its price, shape its state. */
export const LOOKS = {
  free: 0,
  taken: 1,
  mine: 2,
  offered: 3,
  /** Left out by a filter of the buyer. */
  filtered: 4,
  /** Taken from under the buyer's hand a moment ago. */
  lost: 5,
  sold: 6,
  held: 7,
  /** Kept by the producer: house seats and invitations. */
  allotted: 8,
  blocked: 9,
  /** Free, as the producer sees it while what is sold matters more than prices. */
  open: 10,
  /** Without a category. */
  bare: 11,
} as const
export type Look = keyof typeof LOOKS

/** Added to a look: pale, because something else is being worked on. */
export const FADED = 0x80

const NAMES = Object.keys(LOOKS) as Look[]

export const lookName = (code: number): Look => NAMES[code & 0x7f] ?? 'free'
export const isFaded = (code: number): boolean => (code & FADED) !== 0

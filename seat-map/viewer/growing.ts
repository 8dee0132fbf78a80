import { LOOKS } from './looks.ts'
import { reducesMotion } from './moving-camera.ts'
import type { Picture } from './picture.ts'

const POP_MS = 120
/** The size from which a place grows. */
const FROM = 0.8

/** Places that are the buyer's now and were not before. */
export const newlyMine = (before: Uint8Array, after: Uint8Array): ReadonlySet<number> => {
  const places = new Set<number>()
  if (before.length !== after.length) return places
  for (let place = 0; place < after.length; place++)
    if (after[place] === LOOKS.mine && before[place] !== LOOKS.mine) places.add(place)
  return places
}

export interface Growing {
  readonly now: () => Picture['growing']
  /** Lets the places that became the buyer's grow; false where there are none, or where nothing should move. */
  readonly start: (before: Uint8Array, after: Uint8Array) => boolean
  readonly stop: () => void
}

/** A short sign that a click took its places: they grow to their size within 120 ms. */
export const growingPlaces = (draw: () => void): Growing => {
  let growing: Picture['growing']
  let frame = 0
  return {
    now: () => growing,
    start: (before, after) => {
      const places = newlyMine(before, after)
      if (places.size === 0 || reducesMotion()) return false
      cancelAnimationFrame(frame)
      const began = performance.now()
      const step = (now: number): void => {
        const share = Math.max(0, Math.min(1, (now - began) / POP_MS))
        growing = share < 1 ? { places, share: FROM + (1 - FROM) * (1 - (1 - share) ** 3) } : undefined
        draw()
        if (growing) frame = requestAnimationFrame(step)
      }
      frame = requestAnimationFrame(step)
      return true
    },
    stop: () => cancelAnimationFrame(frame),
  }
}

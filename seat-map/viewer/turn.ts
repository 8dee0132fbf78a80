import type { Camera } from './camera.ts'
import type { Scene } from './scene.ts'

/** The stage is at a side where it is so much of the hall's size away from the middle. */
const SIDE_SHARE = 0.2
/** A hall around its pitch is turned on an upright screen where it is so much wider than high. */
const WIDE_SHARE = 1.3

/**
 * How buyers see the hall turned: the stage at the top of a phone; on a wide screen a stage at a side stands at the left.
 * A stage above or below the audience stays where it is.
 */
export const turnOf = (
  { bounds: [left, top, right, bottom], document: { focus } }: Pick<Scene, 'bounds' | 'document'>,
  isWide: boolean,
): Camera['turn'] => {
  const [width, height] = [Math.max(1, right - left), Math.max(1, bottom - top)]
  const [x, y] = focus ?? [(left + right) / 2, (top + bottom) / 2]
  const [dx, dy] = [(x - (left + right) / 2) / width, (y - (top + bottom) / 2) / height]
  const isAside = Math.abs(dx) >= SIDE_SHARE && Math.abs(dx) > Math.abs(dy)
  if (isAside) {
    if (isWide) return dx > 0 ? 180 : 0
    return dx > 0 ? 270 : 90
  }
  return !isWide && Math.abs(dy) < SIDE_SHARE && width / height >= WIDE_SHARE ? 90 : 0
}

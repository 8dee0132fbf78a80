import type { Camera } from './camera.ts'
import type { Scene } from './scene.ts'

/** What a picture shows at a scale: whole sections, dots, the marks of places, or their numbers too. */
export type Level = 'sections' | 'dots' | 'shapes' | 'numbers'

/** Pixels from place to place below which places cannot be distinguished. */
const DOTS_PX = 3
/** Radius in pixels from which shapes can be distinguished. */
const SHAPES_RADIUS_PX = 3
/** Diameter in pixels from which a number can be read in a seat. */
const NUMBERS_PX = 14

/** Pixels from place to place. */
export const spacingOf = ({ gap }: Scene, { scale }: Camera): number => gap * scale

/** The scale at which places stand so many pixels apart. */
export const scaleForSpacing = ({ gap }: Scene, pixels: number): number => pixels / gap

export const levelOf = (scene: Scene, camera: Camera): Level => {
  const spacing = spacingOf(scene, camera)
  if (scene.map.size > 0 && spacing < DOTS_PX) return 'sections'
  if (spacing * 0.36 < SHAPES_RADIUS_PX) return 'dots'
  return spacing * 0.72 < NUMBERS_PX ? 'shapes' : 'numbers'
}

/**
 * Pixels from place to place from which a place answers: a thumb needs 24 (WCAG 2.5.8), a mouse points exactly. A tap on
 * places that stand closer zooms.
 */
export const ANSWER_PX = { coarse: 24, fine: 12 } as const
/** A phone starts with its places so far apart. */
export const CLOSE_UP_PX = 26

/** Pixels around a whole hall, and what each character of a row's name beyond the third adds to them. */
const MARGIN = { usual: 16, character: 5, most: 40 }
/** Centimetres: names that begin so near to the edge of the hall reach beyond it. */
const EDGE_CM = 150

const margins = new WeakMap<Scene, number>()

/** Pixels around a whole hall in which the names of its outermost rows have room: "1 (א׳)" is wider than "א׳". */
export const marginOf = (scene: Scene): number => {
  const found = margins.get(scene)
  if (found !== undefined) return found
  const [left, , right] = scene.bounds
  const longest = scene.rowNames.reduce((most, { text, at }) => {
    const isOutermost = at[0] - left < EDGE_CM || right - at[0] < EDGE_CM
    return isOutermost ? Math.max(most, text.length) : most
  }, 0)
  const margin = Math.min(MARGIN.most, MARGIN.usual + MARGIN.character * Math.max(0, longest - 3))
  margins.set(scene, margin)
  return margin
}

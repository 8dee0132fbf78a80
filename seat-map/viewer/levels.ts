import type { Camera, Size } from './camera.ts'
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
/** A canvas of a phone, on which the signs of gates are short. */
const NARROW_PX = 480
/** Signs of gates are wider than their gates. */
const GATE_PX = { narrow: 24, wide: 42 }

/** Whether the signs of gates say their last word alone: "4" instead of "Gate 4". */
export const hasShortGates = ([width]: Size): boolean => width < NARROW_PX

const margins = new WeakMap<Scene, number>()

const marginOfNames = ({ bounds: [left, , right], rowNames }: Scene): number => {
  const longest = rowNames.reduce((most, { text, at }) => {
    const isOutermost = at[0] - left < EDGE_CM || right - at[0] < EDGE_CM
    return isOutermost ? Math.max(most, text.length) : most
  }, 0)
  return Math.min(MARGIN.most, MARGIN.usual + MARGIN.character * Math.max(0, longest - 3))
}

/** Pixels around a whole hall in which the names of its outermost rows have room: "1 (א׳)" is wider than "א׳"; the signs of gates as well. */
export const marginOf = (scene: Scene, size: Size): number => {
  const margin = margins.get(scene) ?? marginOfNames(scene)
  margins.set(scene, margin)
  const gates = scene.document.shapes.some(({ kind }) => kind === 'gate')
  return gates ? Math.max(margin, hasShortGates(size) ? GATE_PX.narrow : GATE_PX.wide) : margin
}

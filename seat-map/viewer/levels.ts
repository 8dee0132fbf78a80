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

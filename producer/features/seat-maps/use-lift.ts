import { liftParts } from '@kartis/seat-map/editor/lift.ts'
import type { Ids } from '@kartis/seat-map/commands/parts.ts'
import { compile } from '@kartis/seat-map/model/compile.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import type { Point } from '@kartis/seat-map/model/row-geometry.ts'
import type { Box } from '@kartis/seat-map/viewer/camera.ts'
import { type Scene, sceneOf } from '@kartis/seat-map/viewer/scene.ts'
import { type Dispatch, type SetStateAction, useEffectEvent, useState } from 'react'
import type { Editor } from './editor-state.ts'

/** Parts in a hand: a picture of their own above what remains of the hall, which is rendered once and then only shifted. */
export interface Lift {
  readonly lifted: Scene
  readonly remaining: Scene
  /** What the lifted parts cover, in centimetres. */
  readonly box: Box
  /** Centimetres from where they were. */
  readonly by: Point
  /** They lie in the hall again, and their picture stays until the hall shows them. */
  readonly isDropped: boolean
}

export interface Hand {
  readonly lift: (ids: Ids) => void
  readonly move: (by: Point) => void
  /** The drawing has them at their new place from now on. */
  readonly drop: () => void
  readonly cancel: () => void
}

/** Of a key: nothing is moved by one. */
export const NO_HAND: Hand = { lift: () => undefined, move: () => undefined, drop: () => undefined, cancel: () => undefined } // oxfmt-ignore

/** What a drag shows. The document changes once, when the hand opens: at each move it would be compiled anew. */
export const useLift = ({ scene, computed }: Pick<Editor, 'scene' | 'computed'>): readonly [Lift | undefined, Hand] => {
  const [current, setCurrent] = useState<Lift>()
  const begin = useEffectEvent((ids: Ids): void => {
    const partOf = (document: MapDocument): Scene => sceneOf(document, compile(document, computed))
    // Both are seen as the whole hall is.
    const asBefore = { gap: scene.gap, bounds: scene.bounds }
    const parts = liftParts(scene.document, ids)
    const lifted = partOf(parts.lifted)
    const remaining = { ...partOf(parts.remaining), ...asBefore }
    setCurrent({ lifted: { ...lifted, ...asBefore }, remaining, box: lifted.bounds, by: [0, 0], isDropped: false })
  })
  const [hand] = useState(() => handOf(setCurrent))
  return [current, { ...hand, lift: begin }]
}

const handOf = (set: Dispatch<SetStateAction<Lift | undefined>>): Omit<Hand, 'lift'> => ({
  move: (by) => set((lift) => lift && { ...lift, by }),
  drop: () => {
    set((lift) => lift && { ...lift, isDropped: true })
    // The hall is rendered in the next frame.
    const clear = (): void => set((lift) => (lift?.isDropped ? undefined : lift))
    requestAnimationFrame(() => requestAnimationFrame(clear))
  },
  cancel: () => set(undefined),
})

import type { Board } from '@kartis/seat-map/model/board.ts'
import { isFree } from '@kartis/seat-map/model/board.ts'
import { type Box, type Camera, type Size, toScreen } from '@kartis/seat-map/viewer/camera.ts'
import { boxOfPlaces, pointOf, type Scene } from '@kartis/seat-map/viewer/scene.ts'

/** Of half the canvas, from its middle: what is nearer to the edge is easily overlooked. */
const WELL_IN = 0.8

/** The box of the free places that a filter leaves, where none of them is well in sight. */
export const outOfSight = (
  scene: Scene,
  board: Board,
  wants: (place: number) => boolean,
  { camera, size }: { readonly camera: Camera; readonly size: Size },
): Box | undefined => {
  const free = [...scene.map.keys.keys()].filter((place) => isFree(board, place) && wants(place))
  const isSeen = free.some((place) =>
    toScreen(camera, size, pointOf(scene.map, place)).every(
      (at, axis) => Math.abs((2 * at) / (size[axis] ?? 1) - 1) < WELL_IN,
    ),
  )
  return isSeen ? undefined : boxOfPlaces(scene, free)
}

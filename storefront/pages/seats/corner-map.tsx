import { type Camera, fit, type Size, toScreen, visibleBox } from '@kartis/seat-map/viewer/camera.ts'
import { HallThumbnail } from '@kartis/seat-map/viewer/hall-canvas.tsx'
import type { HallState } from '@kartis/seat-map/viewer/picture.ts'
import css from './corner-map.module.css'
import type { Hall } from './use-hall.ts'

/** As its style gives it. */
const SIZE: Size = [96, 80]
const MARGIN_PX = 4
/** From this much larger than the whole hall on, one wants to know where one is. */
const CLOSE_SHARE = 1.3

interface Props {
  readonly hall: Hall
  readonly state: HallState
  /** Of the large map. */
  readonly camera: Camera
  readonly size: Size
}

/** On a phone: the whole hall in small, with a frame around what the map shows. */
export const CornerMap = ({ hall, state, camera, size }: Props) => {
  const { scene } = hall.sale
  const { turn } = camera
  if (camera.scale < fit(scene.bounds, size, { turn }).scale * CLOSE_SHARE) return null
  const small = fit(scene.bounds, SIZE, { margin: MARGIN_PX, turn })
  const [left, top, right, bottom] = visibleBox(camera, size)
  const clip = ([x, y]: readonly [number, number]) =>
    [Math.max(0, Math.min(SIZE[0], x)), Math.max(0, Math.min(SIZE[1], y))] as const
  // Opposite corners of the hall, which may be turned.
  const [[px, py], [qx, qy]] = [clip(toScreen(small, SIZE, [left, top])), clip(toScreen(small, SIZE, [right, bottom]))]
  const [ax, bx] = [Math.min(px, qx), Math.max(px, qx)]
  const [ay, by] = [Math.min(py, qy), Math.max(py, qy)]
  return (
    <div className={css.corner} aria-hidden="true">
      <div className={css.box}>
        <HallThumbnail scene={scene} state={state} turn={turn} margin={MARGIN_PX} className={css.hall} />
        {/* pixels of a drawing that is never mirrored */}
        <i className={css.frame} style={{ left: ax, top: ay, width: bx - ax, height: by - ay }} />
      </div>
    </div>
  )
}

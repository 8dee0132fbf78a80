import { type Box, toHall, toScreen, visibleBox } from '@kartis/seat-map/viewer/camera.ts'
import { paint } from '@kartis/seat-map/viewer/hall-view.ts'
import { readPalette } from '@kartis/seat-map/viewer/palette.ts'
import { sceneIn } from '@kartis/seat-map/viewer/scene.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useLayoutEffect, useMemo, useRef } from 'react'
import style from './editor.module.css'
import type { CameraState } from './use-grip.ts'
import type { Lift } from './use-lift.ts'

/** Pixels that a move of the hall by centimetres is on the screen. */
export const shiftOf = ({ by }: Pick<Lift, 'by'>, { camera }: CameraState): readonly [number, number] => [
  by[0] * camera.scale,
  by[1] * camera.scale,
]

/** Names of rows, outlines and shadows around the parts. */
const MARGIN_PX = 48

/** What of the parts a hand can move into sight: less than the whole screen, so that the browser moves fewer pixels. */
const coveredBy = ({ box, lifted }: Lift, { camera, size }: CameraState): Box => {
  const margin = MARGIN_PX / camera.scale + 2 * lifted.gap
  const [left, top, right, bottom] = visibleBox(camera, [size[0] * 2, size[1] * 2])
  return [
    Math.max(left, box[0] - margin),
    Math.max(top, box[1] - margin),
    Math.min(right, box[2] + margin),
    Math.min(bottom, box[3] + margin),
  ]
}

/** The parts in a hand: rendered once, then moved by the browser. */
export function LiftedLayer({ lift, shown }: { readonly lift: Lift; readonly shown: CameraState }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const lang = useLang()
  const lifted = useMemo(() => sceneIn(lift.lifted, lang), [lift.lifted, lang])
  const { camera } = shown
  const [left, top, right, bottom] = coveredBy(lift, shown)
  // On whole pixels, where it is as sharp as the hall.
  const [x, y] = toScreen(camera, shown.size, [left, top]).map(Math.floor) as [number, number]
  const width = Math.ceil((right - left) * camera.scale) + 1
  const height = Math.ceil((bottom - top) * camera.scale) + 1
  const [middleX, middleY] = toHall(camera, shown.size, [x + width / 2, y + height / 2])
  const isSeen = right > left && bottom > top
  useLayoutEffect(() => {
    if (!canvas.current || !isSeen) return
    const looks = new Uint8Array(lifted.map.size)
    const palette = readPalette(canvas.current)
    const middle = { x: middleX, y: middleY }
    paint(canvas.current, lifted, { camera: { ...camera, ...middle }, size: [width, height], looks, palette })
  }, [lifted, camera, isSeen, middleX, middleY, width, height])
  if (!isSeen) return null
  const [dx, dy] = shiftOf(lift, shown)
  return (
    <div className={style.lifted} style={{ transform: `translate(${x + dx}px, ${y + dy}px)` }} aria-hidden>
      <canvas ref={canvas} style={{ inlineSize: width, blockSize: height }} />
    </div>
  )
}

import { paint } from '@kartis/seat-map/viewer/hall-view.ts'
import { readPalette } from '@kartis/seat-map/viewer/palette.ts'
import { sceneIn } from '@kartis/seat-map/viewer/scene.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useLayoutEffect, useMemo, useRef } from 'react'
import style from './editor.module.css'
import type { CameraState } from './overlay.tsx'
import type { Lift } from './use-lift.ts'

/** Pixels that a move of the hall by centimetres is on the screen. */
export const shiftOf = ({ by }: Pick<Lift, 'by'>, { camera }: CameraState): readonly [number, number] => [
  by[0] * camera.scale,
  by[1] * camera.scale,
]

/** The parts in a hand: rendered once, then moved by the browser. As large as a hand can move them into sight. */
export function LiftedLayer({ lift, shown }: { readonly lift: Lift; readonly shown: CameraState }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const lang = useLang()
  const lifted = useMemo(() => sceneIn(lift.lifted, lang), [lift.lifted, lang])
  const [width, height] = shown.size
  useLayoutEffect(() => {
    if (!canvas.current) return
    const { camera, size } = shown
    const looks = new Uint8Array(lifted.map.size)
    const palette = readPalette(canvas.current)
    paint(canvas.current, lifted, { camera, size: [size[0] * 2, size[1] * 2], looks, palette })
  }, [lifted, shown])
  const [x, y] = shiftOf(lift, shown)
  return (
    <div
      className={style.lifted}
      style={{ transform: `translate(${x - width / 2}px, ${y - height / 2}px)` }}
      aria-hidden
    >
      <canvas ref={canvas} style={{ inlineSize: width * 2, blockSize: height * 2 }} />
    </div>
  )
}

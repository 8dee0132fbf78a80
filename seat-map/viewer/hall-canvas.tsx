import { type CSSProperties, type HTMLAttributes, useEffect, useEffectEvent, useRef } from 'react'
import { type Camera, fit } from './camera.ts'
import { loadSymbols } from './draw-symbols.ts'
import { createHallView, type HallView, type HallViewOptions, paint } from './hall-view.ts'
import { onPaletteChange, readPalette } from './palette.ts'
import type { HallState } from './picture.ts'
import type { Scene } from './scene.ts'

interface Props extends HallViewOptions, Omit<HTMLAttributes<HTMLDivElement>, 'onTap'> {
  /** Gets what moves the camera, for buttons and keys; null when it is gone. */
  readonly onView?: (view: HallView | null) => void
}

const FRAME: CSSProperties = { position: 'relative', overflow: 'hidden', touchAction: 'none' }
const FILL: CSSProperties = { position: 'absolute', inset: 0, inlineSize: '100%', blockSize: '100%', transformOrigin: '0 0' } // oxfmt-ignore

/** A hall in a box whose size its style gives. What it says in words is the caller's: the canvas is a picture. */
export const HallCanvas = (props: Props) => {
  const { scene, state, turn = 0, start, wheel, covered, onTap, onHover, onShown, onCamera, onView, ...others } = props
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const own = useRef<HallView | null>(null)
  const tapped = useEffectEvent((...args: Parameters<NonNullable<HallViewOptions['onTap']>>) => onTap?.(...args))
  const hovered = useEffectEvent((...args: Parameters<NonNullable<HallViewOptions['onHover']>>) => onHover?.(...args))
  const shown = useEffectEvent((...args: Parameters<NonNullable<HallViewOptions['onShown']>>) => onShown?.(...args))
  const rested = useEffectEvent((...args: Parameters<NonNullable<HallViewOptions['onCamera']>>) => onCamera?.(...args))
  const announce = useEffectEvent((view: HallView | null) => onView?.(view))
  const first = useEffectEvent(() => ({ scene, state, start, wheel, covered }))
  // A hall that is turned is shown from its beginning.
  useEffect(() => {
    if (!frame.current || !canvas.current) return undefined
    const view = createHallView(frame.current, canvas.current, {
      ...first(),
      turn,
      onTap: (hit, pointer) => tapped(hit, pointer),
      onHover: (hit) => hovered(hit),
      onShown: (camera, size) => shown(camera, size),
      onCamera: (camera, size) => rested(camera, size),
    })
    own.current = view
    announce(view)
    return () => {
      view.destroy()
      own.current = null
      announce(null)
    }
  }, [turn])
  useEffect(() => own.current?.setScene(scene, state), [scene, state])
  const drawAgain = useEffectEvent(() => own.current?.update(state))
  useEffect(() => {
    void loadSymbols(scene.document, () => drawAgain())
  }, [scene])
  return (
    <div ref={frame} {...others} style={{ ...FRAME, ...others.style }}>
      <canvas ref={canvas} style={FILL} aria-hidden="true" />
    </div>
  )
}

/** A picture of the whole hall that answers to nothing: a thumbnail or a corner map. */
export const HallThumbnail = ({
  scene,
  state,
  turn = 0,
  margin = 4,
  ...others
}: {
  readonly scene: Scene
  readonly state: HallState
  readonly turn?: Camera['turn']
  readonly margin?: number
} & HTMLAttributes<HTMLCanvasElement>) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    const draw = (): void => {
      const size = [element.clientWidth, element.clientHeight] as const
      const camera = fit(scene.bounds, size, { turn, margin })
      paint(element, scene, {
        plain: true,
        ...state,
        camera,
        size,
        palette: readPalette(element.parentElement ?? element),
      })
    }
    draw()
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    const stop = onPaletteChange(draw)
    return () => {
      observer.disconnect()
      stop()
    }
  }, [scene, state, turn, margin])
  return <canvas ref={canvas} aria-hidden="true" {...others} />
}

import type { Point } from '../model/row-geometry.ts'
import {
  type Box,
  type Camera,
  clamped,
  cssTransform,
  fit,
  panned,
  type Size,
  zoomed,
  type ZoomRange,
} from './camera.ts'
import { drawScene } from './draw.ts'
import { growingPlaces } from './growing.ts'
import { listenToGestures, type PointerKind, type WheelUse } from './gestures.ts'
import { type Hit, hitAt } from './hits.ts'
import { CLOSE_UP_PX, marginOf, scaleForSpacing } from './levels.ts'
import { type MovingCamera, movingCamera } from './moving-camera.ts'
import { onPaletteChange, readPalette } from './palette.ts'
import type { HallState, Picture } from './picture.ts'
import type { Scene } from './scene.ts'

export interface HallViewOptions {
  readonly scene: Scene
  readonly state: HallState
  readonly turn?: Camera['turn']
  /** Shown first: all of it, or seats that answer to a thumb around a point. */
  readonly start?: 'all' | { readonly closeUp: Point }
  readonly wheel?: WheelUse
  /** Pixels at the top and at the bottom that something lies over: the whole hall is shown between them. */
  readonly covered?: number
  readonly onTap?: (hit: Hit, pointer: PointerKind) => void
  readonly onHover?: (hit: Hit | undefined) => void
  /** In each frame in which the hall is drawn or moved. */
  readonly onShown?: (camera: Camera, size: Size) => void
  /** The camera stands still at a new place. */
  readonly onCamera?: (camera: Camera, size: Size) => void
}

/** A canvas that shows a hall and follows fingers, mouse and wheel. */
export interface HallView {
  readonly update: (state: HallState) => void
  readonly setScene: (scene: Scene, state: HallState) => void
  readonly camera: () => Camera
  readonly size: () => Size
  readonly moveTo: (camera: Camera, how?: 'at_once' | 'calm') => void
  readonly zoomBy: (factor: number, at?: Point) => void
  readonly showAll: () => void
  readonly showBox: (box: Box) => void
  /** Seats that answer, around a point. */
  readonly closeUp: (at: Point) => void
  readonly destroy: () => void
}

/** Seats at most this far apart. */
const MAX_SPACING_PX = 64

/** Draws at the resolution of the screen. */
export const paint = (canvas: HTMLCanvasElement, scene: Scene, picture: Picture): void => {
  const ratio = Math.min(3, devicePixelRatio || 1)
  const [width, height] = [Math.round(picture.size[0] * ratio), Math.round(picture.size[1] * ratio)]
  // Setting a size clears the canvas, even to the size that it has.
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  canvas.style.transform = ''
  const context = canvas.getContext('2d')
  if (!context) return
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  drawScene(context, scene, picture)
}

/** `frame` clips the canvas and takes the gestures; the canvas lies in it and fills it. */
export const createHallView = (
  frame: HTMLElement,
  canvas: HTMLCanvasElement,
  { turn = 0, start = 'all', covered = 0, ...options }: HallViewOptions,
): HallView => {
  let { scene, state } = options
  let size: Size = [frame.clientWidth, frame.clientHeight]
  let palette = readPalette(frame)
  const all = (): Camera => fit(scene.bounds, [size[0], size[1] - 2 * covered], { turn, margin: marginOf(scene, size) })
  const range = (): ZoomRange => {
    const { scale } = all()
    return { min: scale * 0.9, max: Math.max(scale, scaleForSpacing(scene, MAX_SPACING_PX)) }
  }
  const growing = growingPlaces(() => camera.draw())
  const camera: MovingCamera = movingCamera(all(), {
    draw: (now) => paint(canvas, scene, { ...state, camera: now, size, palette, growing: growing.now() }),
    shift: (rendered, now) => {
      canvas.style.transform = cssTransform(rendered, now, size)
    },
    clamp: (next) => clamped(next, scene.bounds, range()),
    onShown: (now) => options.onShown?.(now, size),
    onRest: (now) => options.onCamera?.(now, size),
  })
  const nearTo = ([x, y]: Point): Camera => ({ x, y, turn, scale: scaleForSpacing(scene, CLOSE_UP_PX) })
  const zoom = (factor: number, at?: Point): Camera =>
    zoomed(camera.now(), size, Math.min(range().max, camera.now().scale * factor), at)
  const hit = (at: Point, pointer: PointerKind): Hit => hitAt(scene, { camera: camera.now(), size, pointer }, at)
  const showFirst = (): void => camera.moveTo(start === 'all' ? all() : nearTo(start.closeUp), 'at_once')

  const stopGestures = listenToGestures(
    frame,
    {
      pan: (by) => camera.set(panned(camera.now(), by)),
      zoom: (factor, at) => camera.set(zoom(factor, at)),
      tap: (at, pointer) => options.onTap?.(hit(at, pointer), pointer),
      hover: (at) => options.onHover?.(at && hit(at, 'fine')),
    },
    options.wheel,
  )
  const resize = (): void => {
    const wasEmpty = size[0] * size[1] === 0
    const wasAll = Math.abs(camera.now().scale - all().scale) < 1e-6
    size = [frame.clientWidth, frame.clientHeight]
    if (wasEmpty) showFirst()
    else camera.moveTo(wasAll ? all() : camera.now(), 'at_once')
  }
  const observer = new ResizeObserver(resize)
  observer.observe(frame)
  const stopPalette = onPaletteChange(() => {
    palette = readPalette(frame)
    camera.draw()
  })
  showFirst()
  return {
    update: (next) => {
      const { looks } = state
      state = next
      if (!growing.start(looks, next.looks)) camera.invalidate()
    },
    setScene: (nextScene, nextState) => {
      const { looks } = state
      const isSame = scene === nextScene
      ;[scene, state] = [nextScene, nextState]
      if (!isSame || !growing.start(looks, nextState.looks)) camera.invalidate()
    },
    camera: camera.now,
    size: () => size,
    moveTo: camera.moveTo,
    zoomBy: (factor, at) => camera.moveTo(zoom(factor, at)),
    showAll: () => camera.moveTo(all()),
    showBox: (box) => camera.moveTo(fit(box, size, { turn, maxScale: range().max })),
    closeUp: (at) => camera.moveTo(nearTo(at)),
    destroy: () => {
      camera.stop()
      growing.stop()
      observer.disconnect()
      stopGestures()
      stopPalette()
    },
  }
}

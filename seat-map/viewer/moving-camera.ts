import { between, type Camera } from './camera.ts'

/** A move that was asked for, not made by a hand. */
const CALM_MS = 220
/** A drawing that took longer is moved by the browser, and rendered anew when the hand stops. */
const QUICK_MS = 7
const REST_MS = 90

export interface MovingCamera {
  readonly now: () => Camera
  /** By a hand: each move is shown in the next frame. */
  readonly set: (camera: Camera) => void
  readonly moveTo: (camera: Camera, how?: 'at_once' | 'calm') => void
  /** Draws in the next frame: what is shown changed. */
  readonly invalidate: () => void
  /** Draws at once. */
  readonly draw: () => void
  readonly stop: () => void
}

export interface Screen {
  /** Draws what `camera` sees. */
  readonly draw: (camera: Camera) => void
  /** Moves the last drawing by the browser's own means, which costs nothing, to about what `camera` sees. */
  readonly shift: (rendered: Camera, camera: Camera) => void
  readonly clamp: (camera: Camera) => Camera
  /** What is shown is what this camera sees. */
  readonly onShown: (camera: Camera) => void
  /** The camera stands still. */
  readonly onRest: (camera: Camera) => void
}

export const reducesMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** A camera whose moves are rendered as often as the machine can: in every frame, or when the hand stops. */
export const movingCamera = (first: Camera, { draw: drawNow, shift, clamp, onShown, onRest }: Screen): MovingCamera => {
  let [camera, rendered] = [first, first]
  let [frame, animation, restTimer, took] = [0, 0, 0, 0]
  const draw = (): void => {
    cancelAnimationFrame(frame)
    frame = 0
    const start = performance.now()
    drawNow(camera)
    took = performance.now() - start
    rendered = camera
    onShown(camera)
  }
  const settle = (): void => {
    draw()
    onRest(camera)
  }
  const show = (next: Camera): void => {
    camera = clamp(next)
    clearTimeout(restTimer)
    restTimer = window.setTimeout(settle, REST_MS)
    if (frame !== 0) return
    frame = requestAnimationFrame(() => {
      frame = 0
      if (took <= QUICK_MS) return draw()
      shift(rendered, camera)
      onShown(camera)
    })
  }
  return {
    now: () => camera,
    draw,
    set: (next) => {
      cancelAnimationFrame(animation)
      show(next)
    },
    moveTo: (target, how = 'calm') => {
      cancelAnimationFrame(animation)
      const to = clamp(target)
      if (how === 'at_once' || reducesMotion()) {
        clearTimeout(restTimer)
        camera = to
        settle()
        return
      }
      const [from, began] = [camera, performance.now()]
      const step = (now: number): void => {
        const share = Math.max(0, Math.min(1, (now - began) / CALM_MS))
        show(between(from, to, 1 - (1 - share) ** 3))
        if (share < 1) animation = requestAnimationFrame(step)
      }
      animation = requestAnimationFrame(step)
    },
    invalidate: () => {
      if (frame === 0) frame = requestAnimationFrame(draw)
    },
    stop: () => {
      cancelAnimationFrame(frame)
      cancelAnimationFrame(animation)
      clearTimeout(restTimer)
    },
  }
}

import type { Point } from '../model/row-geometry.ts'

export type PointerKind = 'coarse' | 'fine'

/** What fingers, mouse and wheel ask for. Pixels are those of the element. */
export interface GestureHandlers {
  readonly pan: (by: Point) => void
  /** The hall grows by a factor around a point. */
  readonly zoom: (factor: number, at: Point) => void
  readonly tap: (at: Point, pointer: PointerKind) => void
  /** Where the mouse is; undefined: it left. */
  readonly hover: (at: Point | undefined) => void
}

/** A pointer that moves no further is a tap. */
const TAP_PX = 8
const WHEEL_FACTOR = 1.0015

const pointerKind = ({ pointerType }: PointerEvent): PointerKind => (pointerType === 'mouse' ? 'fine' : 'coarse')

/** A wheel scrolls the page unless it is meant for the map: with Ctrl, as a trackpad's pinch is reported. */
export type WheelUse = 'with_ctrl' | 'always'

/** Listens on an element. Returns how to stop. */
export const listenToGestures = (
  element: HTMLElement,
  handlers: GestureHandlers,
  wheel: WheelUse = 'with_ctrl',
): (() => void) => {
  const fingers = new Map<number, Point>()
  let travelled = 0
  /** A tap that began with two fingers is none. */
  let isTap = false
  const at = ({ clientX, clientY }: PointerEvent | WheelEvent): Point => {
    const { left, top } = element.getBoundingClientRect()
    return [clientX - left, clientY - top]
  }
  const spread = (): readonly [distance: number, middle: Point] => {
    const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = [...fingers.values()]
    return [Math.hypot(ax - bx, ay - by), [(ax + bx) / 2, (ay + by) / 2]]
  }
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return
    if (fingers.size === 0) [travelled, isTap] = [0, true]
    else isTap = false
    fingers.set(event.pointerId, at(event))
    element.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent): void => {
    const before = fingers.get(event.pointerId)
    const now = at(event)
    if (!before) {
      if (event.pointerType === 'mouse') handlers.hover(now)
      return
    }
    const by: Point = [now[0] - before[0], now[1] - before[1]]
    travelled += Math.hypot(...by)
    if (travelled > TAP_PX) isTap = false
    if (fingers.size === 1) {
      fingers.set(event.pointerId, now)
      if (!isTap) handlers.pan(by)
      return
    }
    const [length, [x, y]] = spread()
    fingers.set(event.pointerId, now)
    const [nextLength, middle] = spread()
    handlers.pan([middle[0] - x, middle[1] - y])
    if (length > 0) handlers.zoom(nextLength / length, middle)
  }
  const up = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return
    if (isTap && event.type === 'pointerup') handlers.tap(at(event), pointerKind(event))
  }
  const leave = (): void => handlers.hover(undefined)
  const turn = (event: WheelEvent): void => {
    if (wheel === 'with_ctrl' && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    const lines = event.deltaMode === 1 ? 16 : 1
    // A pinch on a trackpad comes in small steps.
    handlers.zoom(WHEEL_FACTOR ** (-event.deltaY * lines * (event.ctrlKey ? 5 : 1)), at(event))
  }
  element.addEventListener('pointerdown', down)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', up)
  element.addEventListener('pointercancel', up)
  element.addEventListener('pointerleave', leave)
  element.addEventListener('wheel', turn, { passive: false })
  return () => {
    element.removeEventListener('pointerdown', down)
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerup', up)
    element.removeEventListener('pointercancel', up)
    element.removeEventListener('pointerleave', leave)
    element.removeEventListener('wheel', turn)
  }
}

import { type Camera, type Size, toHall } from '@kartis/seat-map/viewer/camera.ts'
import type { HallView } from '@kartis/seat-map/viewer/hall-view.ts'
import { type PointerEvent, useRef, useState } from 'react'

type Point = readonly [number, number]

/** A hand that moved less than this clicked. */
const CLICK_PX = 8

/** A mouse that drags chooses what lies in its rectangle; fingers move the hall. */
export const useBox = (
  view: { readonly current: HallView | null },
  onBox: ((from: Point, to: Point) => void) | undefined,
  onClick: (at: Point) => void,
) => {
  const start = useRef<Point>(undefined)
  const [end, setEnd] = useState<readonly [Point, Point]>()
  const pixel = (event: PointerEvent<HTMLElement>): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return [event.clientX - left, event.clientY - top]
  }
  const hallPoint = (at: Point): Point => {
    const [camera, size]: [Camera | undefined, Size | undefined] = [view.current?.camera(), view.current?.size()]
    return camera && size ? toHall(camera, size, at) : at
  }
  const isFar = ([ax, ay]: Point, [bx, by]: Point): boolean => Math.hypot(bx - ax, by - ay) > CLICK_PX
  const handlers = onBox && {
    onPointerDownCapture: (event: PointerEvent<HTMLElement>) => {
      const isButton = event.target instanceof Element && event.target.closest('button') !== null
      if (event.pointerType !== 'mouse' || event.button !== 0 || isButton) return
      // The hall would take the press for a tap or a move of its own.
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      event.currentTarget.focus({ preventScroll: true })
      start.current = pixel(event)
    },
    onPointerMoveCapture: (event: PointerEvent<HTMLElement>) => {
      const from = start.current
      if (!from || event.pointerType !== 'mouse') return
      event.stopPropagation()
      if (isFar(from, pixel(event))) setEnd([from, pixel(event)])
    },
    onPointerUpCapture: (event: PointerEvent<HTMLElement>) => {
      const from = start.current
      start.current = undefined
      setEnd(undefined)
      if (!from) return
      event.stopPropagation()
      const to = pixel(event)
      if (isFar(from, to)) onBox(hallPoint(from), hallPoint(to))
      else onClick(hallPoint(to))
    },
  }
  const shown = end && {
    left: Math.min(end[0][0], end[1][0]),
    top: Math.min(end[0][1], end[1][1]),
    width: Math.abs(end[1][0] - end[0][0]),
    height: Math.abs(end[1][1] - end[0][1]),
  }
  return { handlers, shown }
}

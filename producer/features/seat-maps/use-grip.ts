import type { Command } from '@kartis/seat-map/commands/command.ts'
import type { Point } from '@kartis/seat-map/model/row-geometry.ts'
import { type Camera, type Size, toHall } from '@kartis/seat-map/viewer/camera.ts'
import { type PointerEvent as ReactPointerEvent, useRef } from 'react'
import { useEditor } from './editor-state.ts'

/** What the canvas shows. */
export interface CameraState {
  readonly camera: Camera
  readonly size: Size
}

/** A drag of a grip: one step of the history. */
export const useGrip = (
  shown: CameraState,
  command: (way: readonly [Point, Point], event: ReactPointerEvent) => Command,
) => {
  const { history } = useEditor()
  const start = useRef<Point>(undefined)
  const pointOf = ({ clientX, clientY, currentTarget }: ReactPointerEvent<SVGElement>): Point => {
    const box = currentTarget.ownerSVGElement?.getBoundingClientRect()
    return toHall(shown.camera, shown.size, [clientX - (box?.left ?? 0), clientY - (box?.top ?? 0)])
  }
  return {
    'data-grip': true,
    onPointerDown: (event: ReactPointerEvent<SVGElement>) => {
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = pointOf(event)
      history.mark()
    },
    onPointerMove: (event: ReactPointerEvent<SVGElement>) => {
      if (start.current) history.preview(command([start.current, pointOf(event)], event))
    },
    onPointerUp: () => {
      if (start.current) history.commit()
      start.current = undefined
    },
    onPointerCancel: () => {
      history.bail()
      start.current = undefined
    },
  }
}

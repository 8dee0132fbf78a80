import type { Guide } from '@kartis/seat-map/editor/snap.ts'
import type { Point } from '@kartis/seat-map/model/row-geometry.ts'
import { toHall } from '@kartis/seat-map/viewer/camera.ts'
import type { HallView } from '@kartis/seat-map/viewer/hall-view.ts'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { drawsCorners, useEditor } from './editor-state.ts'
import { sketchPoint, finishOutline } from './polygon-tool.ts'
import type { Names, ToolContext } from './tool-context.ts'
import { NO_HAND } from './use-lift.ts'

interface Options {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly view: RefObject<HallView | null>
  readonly names: Names
  readonly reach: number
  readonly setGuides: (guides: readonly Guide[]) => void
}

/** While an outline is drawn its line follows the mouse, also between presses, and a double click closes it. */
export const useDrawingPointer = ({ frame, view, names, reach, setGuides }: Options): void => {
  const editor = useEditor()
  const follow = useEffectEvent((event: PointerEvent): void => {
    const box = frame.current?.getBoundingClientRect()
    const hall = view.current
    if (!box || !hall || event.pointerType === 'touch' || !drawsCorners(editor)) return
    const { shiftKey: shift, altKey: alt } = event
    const to: Point = toHall(hall.camera(), hall.size(), [event.clientX - box.left, event.clientY - box.top])
    const context: ToolContext = {
      editor,
      names,
      setGuides,
      setGhost: () => undefined,
      hand: NO_HAND,
      reach: reach / hall.camera().scale,
    }
    editor.drawing.moveTo(sketchPoint(context, to, { shift, alt }))
  })
  const leave = useEffectEvent((): void => {
    if (!drawsCorners(editor)) return
    editor.drawing.moveTo(undefined)
    setGuides([])
  })
  const close = useEffectEvent((): void => {
    if (drawsCorners(editor)) finishOutline({ editor, names })
  })
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const onMove = (event: PointerEvent): void => follow(event)
    const onLeave = (): void => leave()
    const onDouble = ({ target }: MouseEvent): void => {
      // Buttons on the canvas have double clicks of their own.
      if (target instanceof Element && !target.closest('button')) close()
    }
    element.addEventListener('pointermove', onMove)
    element.addEventListener('pointerleave', onLeave)
    element.addEventListener('dblclick', onDouble)
    return () => {
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('pointerleave', onLeave)
      element.removeEventListener('dblclick', onDouble)
    }
  }, [frame])
}

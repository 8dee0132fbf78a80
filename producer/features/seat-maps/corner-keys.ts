import {
  addCorner,
  cornersOf,
  middleOfEdge,
  removeCorner,
  shiftCorner,
} from '@kartis/seat-map/commands/corner-commands.ts'
import { canClose } from '@kartis/seat-map/editor/sketch.ts'
import { LIMITS } from '@kartis/seat-map/model/document.ts'
import type { Point } from '@kartis/seat-map/model/row-geometry.ts'
import { ARROWS } from '@kartis/seat-map/viewer/hits.ts'
import type { HallView } from '@kartis/seat-map/viewer/hall-view.ts'
import type { RefObject } from 'react'
import { drawsCorners, type Editor, outlineOf } from './editor-state.ts'
import { addSketchCorner, finishOutline } from './polygon-tool.ts'
import type { Names } from './tool-context.ts'

interface CornerContext {
  readonly editor: Editor
  readonly view: RefObject<HallView | null>
  readonly names: Names
  /** Moves the hall to a point that is out of sight. */
  readonly show: (at: Point) => void
}

/** Centimetres of one arrow. */
export const STEP_CM = { plain: 10, shift: 100, alt: 1 }
export const stepOf = ({ shiftKey, altKey }: Pick<KeyboardEvent, 'shiftKey' | 'altKey'>): number =>
  shiftKey ? STEP_CM.shift : altKey ? STEP_CM.alt : STEP_CM.plain

/** Centimetres within which a corner of the keyboard is the first one, or the last. */
const REACH_CM = 5

/** Keys while an outline is drawn: arrows move the cross, space makes a corner, Enter closes. */
const drawingKeys = ({ editor, view, names, show }: CornerContext, event: KeyboardEvent): boolean => {
  const { drawing } = editor
  const sketch = drawing.read()
  const camera = view.current?.camera()
  const middle = (): Point => [Math.round(camera?.x ?? 0), Math.round(camera?.y ?? 0)]
  const arrow = ARROWS[event.code]
  if (arrow) {
    const from = sketch.at ?? sketch.corners.at(-1) ?? middle()
    const to: Point = [from[0] + arrow[0] * stepOf(event), from[1] + arrow[1] * stepOf(event)]
    drawing.moveTo(to)
    show(to)
    return true
  }
  if (event.code === 'Space' || event.code === 'Enter') {
    if (event.code === 'Enter' && canClose(sketch)) return finishOutline({ editor, names })
    addSketchCorner({ editor, names, reach: REACH_CM }, sketch.at ?? middle())
    return true
  }
  if (sketch.corners.length === 0) return false
  if (event.code === 'Backspace' || event.code === 'Delete') {
    drawing.dropLast()
    return true
  }
  if (event.code !== 'Escape') return false
  drawing.clear()
  return true
}

/** Keys of the corners of a selected outline: Enter begins, PgDn goes from one to the next, arrows move it. */
const outlineKeys = ({ editor, show }: CornerContext, event: KeyboardEvent): boolean => {
  const { outlined, setOutlined, run, history } = editor
  const outline = outlineOf(editor)
  if (!outline) return false
  const { id, corners } = outline
  const index = outlined?.corner ?? -1
  const choose = (corner: number): boolean => {
    setOutlined({ id, corner })
    const at = cornersOf(history.read().document, id)?.[corner]
    if (at) show(at)
    return true
  }
  if (index < 0) {
    // With a tool that draws Enter draws, also while something is selected.
    if (event.code === 'Enter') return editor.tool === 'select' && choose(0)
    // The outline of a section, of which no corner is chosen: back to the section.
    if (event.code !== 'Escape' || !outlined) return false
    setOutlined(undefined)
    return true
  }
  const arrow = ARROWS[event.code]
  if (arrow) {
    run(shiftCorner(id, index, [arrow[0] * stepOf(event), arrow[1] * stepOf(event)]), `corner:${id}:${index}`)
    return choose(index)
  }
  const acts: Readonly<Record<string, () => boolean>> = {
    PageDown: () => choose((index + 1) % corners.length),
    PageUp: () => choose((index + corners.length - 1) % corners.length),
    Delete: () => removeChosen(),
    Backspace: () => removeChosen(),
    Insert: () => addBehind(),
    KeyI: () => addBehind(),
    Escape: () => {
      setOutlined(editor.selection.parts.has(id) ? undefined : { id, corner: -1 })
      return true
    },
  }
  const removeChosen = (): boolean => {
    run(removeCorner(id, index))
    return choose(Math.min(index, Math.max(2, corners.length - 2)))
  }
  const addBehind = (): boolean => {
    if (corners.length >= LIMITS.corners) return true
    run(addCorner(id, index, middleOfEdge(corners, index)))
    return choose(index + 1)
  }
  return acts[event.code]?.() ?? false
}

/** Whether the key was one of corners. */
export const cornerKeys = (context: CornerContext, event: KeyboardEvent): boolean =>
  drawsCorners(context.editor) ? drawingKeys(context, event) : outlineKeys(context, event)

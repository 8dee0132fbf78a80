import { polygonFrom } from '@kartis/seat-map/commands/corner-commands.ts'
import { addArea, addShape } from '@kartis/seat-map/commands/draw-commands.ts'
import { type Added, canClose, closesAt, inLine } from '@kartis/seat-map/editor/sketch.ts'
import { type Guide, guidesOf, snapBox } from '@kartis/seat-map/editor/snap.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { surfaceOf } from '@kartis/seat-map/model/outlines.ts'
import type { Point } from '@kartis/seat-map/model/row-geometry.ts'
import { type Gesture, type Modifiers, runAndSelect, type ToolContext } from './tool-context.ts'

const NOBODY: ReadonlySet<string> = new Set()
const guidesByDocument = new WeakMap<MapDocument, readonly Guide[]>()

/** The lines of everything that is drawn, computed once for each document. */
const allGuides = (document: MapDocument): readonly Guide[] => {
  const found = guidesByDocument.get(document) ?? guidesOf(document, NOBODY)
  guidesByDocument.set(document, found)
  return found
}

const throughCorner = ([x, y]: Point): Guide[] => [
  { axis: 'x', at: x, name: 'edge' },
  { axis: 'y', at: y, name: 'edge' },
]

interface Snapping {
  /** Lines of what is drawn already. */
  readonly guides: readonly Guide[]
  /** The other corners; with Shift a corner is in line with the last of them. */
  readonly others: readonly Point[]
  /** Centimetres within which a line attracts. */
  readonly reach: number
  readonly setGuides: (guides: readonly Guide[]) => void
}

/** Where a corner goes: on the lines of the hall and of other corners; with Shift across or down, with Alt anywhere. */
export const snapCorner = (
  { guides, others, reach, setGuides }: Snapping,
  point: Point,
  { shift, alt }: Modifiers,
): Point => {
  const free = shift ? inLine({ corners: others, at: undefined }, point) : point
  const lines = alt ? [] : [...others.flatMap(throughCorner), ...guides]
  const snap = snapBox([free[0], free[1], free[0], free[1]], lines, reach)
  setGuides(snap.guides)
  return [Math.round(free[0] + snap.by[0]), Math.round(free[1] + snap.by[1])]
}

type FinishContext = Pick<ToolContext, 'editor' | 'names'>

/** Square centimetres of a square metre, and how many people stand on one. */
const METRE_CM = 10_000
const PEOPLE_PER_METRE = 2

/** Makes an area or a shape of the corners that were drawn; false: there are too few. */
export const finishOutline = ({ editor, names }: FinishContext): boolean => {
  const sketch = editor.drawing.read()
  if (!canClose(sketch)) return false
  const { corners } = sketch
  const { tool, settings, floor } = editor
  if (tool === 'area') {
    const people = Math.round((surfaceOf(corners) / METRE_CM / 10) * PEOPLE_PER_METRE) * 10
    const owner = { section: names.area, category: names.category }
    runAndSelect(editor, addArea(corners, Math.max(10, people), owner, floor))
  } else {
    const text = settings.shape === 'stage' ? names.stage : ''
    runAndSelect(editor, addShape({ kind: settings.shape, ...polygonFrom(corners), text }, floor))
  }
  editor.setTool('select')
  return true
}

/** A corner at a point, or the end of the outline there. */
export const addSketchCorner = (context: FinishContext & Pick<ToolContext, 'reach'>, at: Point): Added => {
  const result = context.editor.drawing.add(at, context.reach)
  if (result === 'closed') finishOutline(context)
  if (result === 'full') context.names.onFull()
  return result
}

/** Where the hand is, as a corner of what is being drawn. */
export const sketchPoint = ({ editor, reach, setGuides }: ToolContext, to: Point, modifiers: Modifiers): Point => {
  const sketch = editor.drawing.read()
  // At the first corner the outline closes, whatever lines are near.
  const [first] = sketch.corners
  if (first && closesAt(sketch, to, reach)) {
    setGuides([])
    return first
  }
  const guides = allGuides(editor.document)
  return snapCorner({ guides, others: sketch.corners, reach, setGuides }, to, modifiers)
}

/** Each press of the hand is a corner, where it is released. */
export const cornerTool = (context: ToolContext, modifiers: Modifiers): Gesture => {
  const { drawing } = context.editor
  return {
    move: (to, now) => drawing.moveTo(sketchPoint(context, to, now)),
    end: (to) => {
      addSketchCorner(context, sketchPoint(context, to, modifiers))
      context.setGuides([])
    },
    cancel: () => context.setGuides([]),
  }
}

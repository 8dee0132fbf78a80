import { addBlock, NEW_BLOCK } from '@kartis/seat-map/commands/block.ts'
import { addArea, addRow, addShape, addTable, usualStage } from '@kartis/seat-map/commands/draw-commands.ts'
import type { Command } from '@kartis/seat-map/commands/command.ts'
import { partAt, placesAlong, rowNamedAt } from '@kartis/seat-map/editor/part-hits.ts'
import { type Box, boxOfParts, idsOfSections, partsWithin, selectedParts } from '@kartis/seat-map/commands/parts.ts'
import { flagPlaces, paintParts, paintPlaces, setGone } from '@kartis/seat-map/commands/place-commands.ts'
import { type Guide, guidesOf, snapBox } from '@kartis/seat-map/editor/snap.ts'
import { moveParts } from '@kartis/seat-map/editor/transform-commands.ts'
import { rectangle } from '@kartis/seat-map/model/generators.ts'
import { placesWithin } from '@kartis/seat-map/model/grid-index.ts'
import type { Point } from '@kartis/seat-map/model/row-geometry.ts'
import { namedSymbol } from '@kartis/seat-map/editor/symbol-names.ts'
import { activeCategory, drawsCorners, type Editor, type ToolSettings, wholeSection } from './editor-state.ts'
import { cornerTool } from './polygon-tool.ts'
import { type Gesture, type Modifiers, runAndSelect, type ToolContext } from './tool-context.ts'

const boxFrom = ([ax, ay]: Point, [bx, by]: Point): Box => [
  Math.min(ax, bx),
  Math.min(ay, by),
  Math.max(ax, bx),
  Math.max(ay, by),
]

const marquee = ({ setGhost }: ToolContext, from: Point, choose: (box: Box, isClick: boolean) => void): Gesture => ({
  move: (to) => setGhost({ kind: 'box', from, to }),
  end: (to, isClick) => {
    setGhost(undefined)
    choose(boxFrom(from, to), isClick)
  },
  cancel: () => setGhost(undefined),
})

const dragSelection = (context: ToolContext, from: Point, ids: ReadonlySet<string>, onClick: () => void): Gesture => {
  const { editor, setGuides, hand, reach } = context
  const { document, run } = editor
  const box = boxOfParts(selectedParts(document, ids))
  let guides: readonly Guide[] | undefined
  let by: Point = [0, 0]
  return {
    move: (to, { alt, shift }) => {
      if (!box) return
      if (!guides) {
        guides = guidesOf(document, ids)
        hand.lift(ids)
      }
      const free: Point = [to[0] - from[0], to[1] - from[1]]
      const way: Point = shift ? (Math.abs(free[0]) > Math.abs(free[1]) ? [free[0], 0] : [0, free[1]]) : free
      const at: Box = [box[0] + way[0], box[1] + way[1], box[2] + way[0], box[3] + way[1]]
      const snap = alt ? { by: [0, 0] as const, guides: [] } : snapBox(at, guides, reach)
      setGuides(snap.guides)
      by = [way[0] + snap.by[0], way[1] + snap.by[1]]
      hand.move(by)
    },
    end: (_to, isClick) => {
      setGuides([])
      if (isClick) return onClick()
      hand.drop()
      return run(moveParts(ids, by))
    },
    cancel: () => {
      setGuides([])
      hand.cancel()
    },
  }
}

/** A click takes the section, a second one the row in it. */
const selectTool = (context: ToolContext, from: Point, { shift }: Modifiers): Gesture => {
  const { editor } = context
  const { document, scene, selection, select } = editor
  const hit = partAt(scene, from)
  const members = hit.section === undefined ? [] : idsOfSections(document, new Set([hit.section]))
  const group = members.length > 0 ? members : hit.part === undefined ? [] : [hit.part]
  if (group.length === 0)
    return marquee(context, from, (box, isClick) =>
      select([...(shift ? selection.parts : []), ...(isClick ? [] : partsWithin(document, box))]),
    )
  const isSelected =
    hit.part === undefined ? group.every((id) => selection.parts.has(id)) : selection.parts.has(hit.part)
  const wasWhole = isSelected && wholeSection(document, selection) === hit.section && hit.section !== undefined
  const ids = new Set(isSelected ? selection.parts : shift ? [...selection.parts, ...group] : group)
  if (!isSelected) select(ids)
  return dragSelection(context, from, ids, () => {
    if (!isSelected) return
    if (shift) select([...selection.parts].filter((id) => !group.includes(id)))
    else if (wasWhole && hit.part !== undefined && members.length > 1) select([hit.part])
    else if (!wasWhole) select(group)
  })
}

const seatsTool = (context: ToolContext, from: Point, { shift }: Modifiers): Gesture => {
  const { scene, selection, select } = context.editor
  const { place } = partAt(scene, from)
  const key = scene.map.keys[place]
  return marquee(context, from, (box, isClick) => {
    const before = shift ? selection.places : []
    if (!isClick) {
      const found = placesWithin(scene.map, scene.grid, box).map((index) => scene.map.keys[index] ?? '')
      select([], [...before, ...found])
    } else if (key === undefined) select([], [...before])
    else if (shift && selection.places.has(key))
      select(
        [],
        [...selection.places].filter((each) => each !== key),
      )
    else select([], [...before, key])
  })
}

/** Paints what the hand passes over; a click on the name of a row paints the row. */
const stroke = (context: ToolContext, start: Point, paint: (places: ReadonlySet<string>) => Command): Gesture => {
  const { history, scene } = context.editor
  const places = new Set<string>()
  let last = start
  const take = (to: Point): void => {
    for (const key of placesAlong(scene, last, to)) places.add(key)
    last = to
    if (places.size > 0) history.preview(paint(places))
  }
  const row = rowNamedAt(scene, start)
  history.mark()
  if (row !== undefined) {
    for (const key of scene.map.keys) if (key.startsWith(`${row}.`)) places.add(key)
  }
  take(start)
  return { move: (to) => take(to), end: () => history.commit(), cancel: () => history.bail() }
}

const paintTool = (context: ToolContext, from: Point): Gesture | undefined => {
  const { editor } = context
  const category = activeCategory(editor)
  if (category === undefined) return undefined
  const hit = partAt(editor.scene, from)
  const { document } = editor
  const isWhole =
    hit.part !== undefined && hit.place < 0 && [...document.areas, ...document.tables].some(({ id }) => id === hit.part)
  if (isWhole && hit.part !== undefined) editor.run(paintParts(new Set([hit.part]), category))
  return stroke(context, from, (places) => paintPlaces(places, category))
}

const flagTool = (context: ToolContext, from: Point): Gesture => {
  const { editor } = context
  const { flag } = editor.settings
  const { scene } = editor
  const { place } = partAt(scene, from)
  const [row = '', key = ''] = (scene.map.keys[place] ?? '').split('.')
  const group = [...editor.document.rows, ...editor.document.tables].find(({ id }) => id === row)
  if (flag === 'gone') return stroke(context, from, (places) => setGone(places, true))
  // The first place decides: a stroke over marked places takes the mark off.
  const on = group?.except[key]?.is?.includes(flag) !== true
  return stroke(context, from, (places) => flagPlaces(places, flag, on))
}

const rowTool = (context: ToolContext, from: Point, bend: number): Gesture => {
  const { editor, names, setGhost } = context
  return {
    move: (to) => setGhost({ kind: 'line', from, to }),
    end: (to, isClick) => {
      setGhost(undefined)
      const end: Point = isClick ? [from[0] + 54 * 9, from[1]] : to
      // Rows go from the audience's left to its right, whichever way the hand went.
      const [left, right] = from[0] <= end[0] ? [from, end] : [end, from]
      const section = wholeSection(editor.document, editor.selection) ?? sectionOfSelection(editor)
      runAndSelect(
        editor,
        addRow(
          { from: left, to: right, bend, ...(section !== undefined && { section }) },
          { section: names.section, category: names.category },
          editor.floor,
        ),
      )
    },
    cancel: () => setGhost(undefined),
  }
}

const sectionOfSelection = ({ document, selection }: Editor): string | undefined =>
  document.rows.find(({ id }) => selection.parts.has(id))?.section

const blockTool = (context: ToolContext, from: Point): Gesture =>
  marquee(context, from, ([left, top, right, bottom], isClick) => {
    const { editor, names } = context
    const seats = isClick ? 20 : Math.max(2, Math.floor((right - left) / NEW_BLOCK.gap))
    const rows = isClick ? 12 : Math.max(1, Math.floor((bottom - top) / NEW_BLOCK.depth) + 1)
    const counts = Array.from({ length: Math.min(rows, 120) }, () => Math.min(seats, 200))
    const at: Point = [(left + right) / 2, top]
    const block = { ...NEW_BLOCK, counts, at, aisles: isClick ? NEW_BLOCK.aisles : [] }
    runAndSelect(editor, addBlock(block, { section: names.section, category: names.category }, {}, editor.floor))
    editor.setTool('select')
  })

const areaTool = (context: ToolContext, from: Point): Gesture =>
  marquee(context, from, ([left, top, right, bottom], isClick) => {
    const { editor, names } = context
    const [width, height] = isClick ? [800, 500] : [Math.max(100, right - left), Math.max(100, bottom - top)]
    const middle: Point = isClick ? from : [(left + right) / 2, (top + bottom) / 2]
    const capacity = Math.max(10, Math.round((width * height) / 10_000 / 10) * 20)
    const outline = rectangle(middle, width, height)
    runAndSelect(editor, addArea(outline, capacity, { section: names.area, category: names.category }, editor.floor))
    editor.setTool('select')
  })

const formOf = ({ form }: ToolSettings, isText: boolean): 'rect' | 'ellipse' =>
  form === 'ellipse' && !isText ? 'ellipse' : 'rect'

const shapeTool = (context: ToolContext, from: Point, isText: boolean): Gesture =>
  marquee(context, from, ([left, top, right, bottom], isClick) => {
    const { editor, names } = context
    const { settings } = editor
    const kind = isText ? 'text' : settings.shape
    if (kind === 'icon') {
      const symbol = {
        ...namedSymbol(settings.symbol),
        form: 'rect',
        at: [from[0], from[1]],
        size: [120, 120],
      } as const
      runAndSelect(
        editor,
        addShape({ ...symbol, at: [...symbol.at], size: [...symbol.size], angle: 0, outline: [] }, editor.floor),
      )
      return editor.setTool('select')
    }
    const usual: [number, number] =
      kind === 'stage' ? usualStage(editor.document).size : kind === 'text' ? [300, 60] : [200, 100]
    const size: [number, number] = isClick || isText ? usual : [Math.max(20, right - left), Math.max(20, bottom - top)]
    const at: [number, number] = isClick || isText ? [from[0], from[1]] : [(left + right) / 2, (top + bottom) / 2]
    const text = kind === 'text' ? names.text : kind === 'stage' ? names.stage : ''
    runAndSelect(
      editor,
      addShape({ kind, form: formOf(settings, isText), at, size, angle: 0, outline: [], text }, editor.floor),
    )
    editor.setTool('select')
  })

const tableTool = (context: ToolContext, from: Point): Gesture => ({
  move: () => undefined,
  end: () => {
    const { editor, names } = context
    const table = editor.document.tables.find(({ id }) => editor.selection.parts.has(id))
    const last = table?.section ?? editor.document.tables.at(-1)?.section
    runAndSelect(
      editor,
      addTable(
        { at: from, ...editor.settings.table },
        { section: names.tables, category: names.category },
        last,
        editor.floor,
      ),
    )
  },
  cancel: () => undefined,
})

/** What a press does with the tool in the hand; undefined: nothing. */
export const pressTool = (context: ToolContext, from: Point, modifiers: Modifiers): Gesture | undefined => {
  const { tool } = context.editor
  if (drawsCorners(context.editor)) return cornerTool(context, modifiers)
  if (tool === 'seats') return seatsTool(context, from, modifiers)
  if (tool === 'row') return rowTool(context, from, 0)
  if (tool === 'arc') return rowTool(context, from, -40)
  if (tool === 'block') return blockTool(context, from)
  if (tool === 'table') return tableTool(context, from)
  if (tool === 'area') return areaTool(context, from)
  if (tool === 'shape') return shapeTool(context, from, false)
  if (tool === 'text') return shapeTool(context, from, true)
  if (tool === 'paint') return paintTool(context, from)
  if (tool === 'flag') return flagTool(context, from)
  return selectTool(context, from, modifiers)
}

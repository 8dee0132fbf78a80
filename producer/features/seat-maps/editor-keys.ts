import { type Clip, copyParts, duplicateParts, pasteParts } from '@kartis/seat-map/editor/clipboard.ts'
import { boxOfParts, middleOf, partsOf, selectedParts } from '@kartis/seat-map/commands/parts.ts'
import { flagPlaces, paintParts, paintPlaces, setGone, shiftPlaces } from '@kartis/seat-map/commands/place-commands.ts'
import { deleteParts, groupParts } from '@kartis/seat-map/commands/structure-commands.ts'
import { moveParts, turnParts } from '@kartis/seat-map/editor/transform-commands.ts'
import { enterPart, walkParts } from '@kartis/seat-map/editor/walk-parts.ts'
import { ARROWS, placeBeside, placeInMiddle } from '@kartis/seat-map/viewer/hits.ts'
import type { HallView } from '@kartis/seat-map/viewer/hall-view.ts'
import { pointOf } from '@kartis/seat-map/viewer/scene.ts'
import type { Point } from '@kartis/seat-map/model/row-geometry.ts'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pressTool } from './canvas-tools.ts'
import { cornerKeys, stepOf } from './corner-keys.ts'
import { type Names, runAndSelect } from './tool-context.ts'
import { activeCategory, type Editor, type Tool } from './editor-state.ts'
import { NO_HAND } from './use-lift.ts'

/** By `event.code`: on a Hebrew keyboard the key of V types ה. */
export const TOOL_LETTERS: Readonly<Record<Tool, string>> = {
  select: 'V',
  seats: 'S',
  row: 'R',
  block: 'B',
  arc: 'C',
  table: 'T',
  area: 'A',
  shape: 'G',
  text: 'X',
  paint: 'P',
  number: 'N',
  flag: 'F',
}
const TOOL_OF_CODE = new Map(Object.entries(TOOL_LETTERS).map(([tool, label]) => [`Key${label}`, tool as Tool]))

const TURN_DEGREES = 5
const COPY_CM = 100
/** Pixels that the hall moves with nothing in the hand. */
const PAN_PX = 80
const PLACE_TOOLS: ReadonlySet<Tool> = new Set(['seats', 'paint', 'flag'])
/** Enter places what these draw. */
export const DRAWING_TOOLS: ReadonlySet<Tool> = new Set(['row', 'block', 'arc', 'table', 'area', 'shape', 'text'])

interface Options {
  readonly editor: Editor
  readonly view: RefObject<HallView | null>
  readonly names: Names
  readonly onFind: () => void
  readonly onCheck: () => void
  readonly onView: () => void
  readonly onSave: () => void
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/u.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && ['radio', 'checkbox', 'range'].includes(target.type))

interface KeyContext extends Options {
  readonly clip: RefObject<Clip | undefined>
  /** Index of the place that the keyboard is at; -1: none. */
  readonly cursor: number
  readonly setCursor: (key: string | undefined) => void
  readonly copyName: (name: string) => string
  readonly sectionName: string
}

const withControl = (context: KeyContext, event: KeyboardEvent): boolean => {
  const { editor, clip, copyName, sectionName, onFind, onSave } = context
  const { document, selection, history, select, run } = editor
  const all = () => {
    if (editor.tool === 'seats') select([], editor.scene.map.keys)
    else select(partsOf(editor.scene.document).map(({ part }) => part.id))
  }
  const acts: Readonly<Record<string, () => void>> = {
    KeyZ: () => {
      if (event.shiftKey) history.redo()
      // What is being drawn is no step yet.
      else if (editor.drawing.read().corners.length > 0) editor.drawing.dropLast()
      else history.undo()
    },
    KeyY: () => history.redo(),
    KeyA: all,
    KeyD: () => runAndSelect(editor, duplicateParts(selection.parts, [COPY_CM, COPY_CM], copyName)),
    KeyC: () => {
      if (selection.parts.size > 0) clip.current = copyParts(document, selection.parts)
    },
    KeyX: () => {
      if (selection.parts.size === 0) return
      clip.current = copyParts(document, selection.parts)
      run(deleteParts(selection.parts))
    },
    KeyV: () => {
      if (clip.current) runAndSelect(editor, pasteParts(clip.current, [COPY_CM, COPY_CM], copyName))
    },
    KeyG: () => run(groupParts(selection.parts, sectionName)),
    KeyF: onFind,
    KeyS: onSave,
  }
  const act = acts[event.code]
  act?.()
  return act !== undefined
}

/** Moves the hall to a point that is out of sight, or nearly. */
const showPoint = (hall: HallView | null, [x, y]: Point): void => {
  const camera = hall?.camera()
  if (!hall || !camera) return
  const [width, height] = hall.size()
  const isOutside =
    Math.abs(x - camera.x) * camera.scale > width / 2 - 30 || Math.abs(y - camera.y) * camera.scale > height / 2 - 30
  if (isOutside) hall.moveTo({ ...camera, x, y })
}

const pan = (hall: HallView | null, [right, down]: readonly [number, number]): void => {
  const camera = hall?.camera()
  if (!hall || !camera) return
  const way = PAN_PX / camera.scale
  hall.moveTo({ ...camera, x: camera.x + right * way, y: camera.y + down * way })
}

const moveCursor = ({ editor, view, cursor, setCursor }: KeyContext, arrow: readonly [number, number]): void => {
  const hall = view.current
  if (!hall) return
  const { scene } = editor
  const next =
    cursor < 0 ? placeInMiddle(scene, hall.camera(), hall.size()) : placeBeside(scene, hall.camera(), cursor, arrow)
  if (next < 0) return
  setCursor(scene.map.keys[next])
  showPoint(hall, pointOf(scene.map, next))
}

/** Selects parts and shows them where they are out of sight. */
const selectSeen = ({ editor, view }: KeyContext, ids: readonly string[]): void => {
  editor.select(ids)
  const box = boxOfParts(selectedParts(editor.document, new Set(ids)))
  if (box) showPoint(view.current, middleOf(box))
}

/** What a click with a drawing tool makes, in the middle of what is seen. */
const drawInMiddle = ({ editor, view, names }: KeyContext): boolean => {
  const camera = view.current?.camera()
  if (!camera) return false
  const middle = [Math.round(camera.x), Math.round(camera.y)] as const
  const context = { editor, names, hand: NO_HAND, reach: 0, setGhost: () => undefined, setGuides: () => undefined }
  pressTool(context, middle, { shift: false, alt: false })?.end(middle, true)
  return true
}

/** Enter and space: what a click at the cursor would do. */
const press = (context: KeyContext, isAdding: boolean): boolean => {
  const { editor, cursor } = context
  if (DRAWING_TOOLS.has(editor.tool)) return drawInMiddle(context)
  const { scene, tool, settings, selection, select, run, document } = editor
  if (tool === 'select' && selection.parts.size > 0) {
    selectSeen(context, enterPart(document, selection.parts))
    return true
  }
  const key = scene.map.keys[cursor]
  if (key === undefined || !PLACE_TOOLS.has(tool)) return false
  const category = activeCategory(editor)
  if (tool === 'paint' && category !== undefined) run(paintPlaces([key], category))
  if (tool === 'flag') {
    const [row = '', place = ''] = key.split('.')
    const group = [...document.rows, ...document.tables].find(({ id }) => id === row)
    const { flag } = settings
    run(
      flag === 'gone'
        ? setGone([key], true)
        : flagPlaces([key], flag, group?.except[place]?.is?.includes(flag) !== true),
    )
  }
  if (tool === 'seats') {
    const places = new Set(isAdding ? selection.places : [])
    if (selection.places.has(key)) places.delete(key)
    else places.add(key)
    select([], places)
  }
  return true
}

const plain = (context: KeyContext, event: KeyboardEvent): boolean => {
  const { editor, view, onCheck, onView } = context
  const { selection, run, select, tool, setTool, tools, document, history } = editor
  const next = TOOL_OF_CODE.get(event.code)
  if (next && tools.includes(next) && !event.altKey) {
    setTool(next)
    return true
  }
  const arrow = ARROWS[event.code]
  if (arrow) {
    if (PLACE_TOOLS.has(tool) && !(event.altKey && selection.places.size > 0)) moveCursor(context, [arrow[0], arrow[1]])
    else if (selection.parts.size + selection.places.size === 0) pan(view.current, [arrow[0], arrow[1]])
    else {
      const step = stepOf(event)
      const by = [arrow[0] * step, arrow[1] * step] as const
      run(selection.places.size > 0 ? shiftPlaces(selection.places, by) : moveParts(selection.parts, by))
    }
    return true
  }
  if (tool === 'select' && (event.code === 'PageDown' || event.code === 'PageUp')) {
    const step = event.code === 'PageDown' ? 1 : -1
    selectSeen(context, walkParts(document, selection.parts, step, event.shiftKey))
    return true
  }
  const digit = /^(?:Digit|Numpad)([0-9])$/u.exec(event.code)?.[1]
  if (digit !== undefined && digit !== '0') {
    const category = document.categories.toSorted((a, b) => a.rank - b.rank)[Number(digit) - 1]
    if (!category) return false
    editor.change({ category: category.id })
    if (selection.places.size > 0) run(paintPlaces(selection.places, category.id))
    else if (selection.parts.size > 0) run(paintParts(selection.parts, category.id))
    return true
  }
  const acts: Readonly<Record<string, () => void>> = {
    Delete: () => run(selection.places.size > 0 ? setGone(selection.places, true) : deleteParts(selection.parts)),
    Backspace: () => run(selection.places.size > 0 ? setGone(selection.places, true) : deleteParts(selection.parts)),
    BracketLeft: () => run(turnParts(selection.parts, -TURN_DEGREES)),
    BracketRight: () => run(turnParts(selection.parts, TURN_DEGREES)),
    Escape: () => {
      history.bail()
      if (selection.parts.size + selection.places.size > 0) select([])
      else setTool('select')
    },
    KeyK: onCheck,
    KeyQ: onView,
    Equal: () => view.current?.zoomBy(1.4),
    NumpadAdd: () => view.current?.zoomBy(1.4),
    Minus: () => view.current?.zoomBy(1 / 1.4),
    NumpadSubtract: () => view.current?.zoomBy(1 / 1.4),
    Digit0: () => view.current?.showAll(),
  }
  const act = acts[event.code]
  act?.()
  return act !== undefined
}

/** Every key of the editor. Returns the place that the keyboard is at, by its index; -1: none. */
export const useEditorKeys = (options: Options): number => {
  const { t } = useTranslation('seat-maps')
  const { editor } = options
  const clip = useRef<Clip>(undefined)
  const [cursorKey, setCursor] = useState<string>()
  const cursor = cursorKey === undefined ? -1 : editor.scene.map.keys.indexOf(cursorKey)
  const key = useEffectEvent((event: KeyboardEvent): void => {
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return
    const context: KeyContext = {
      ...options,
      clip,
      cursor,
      setCursor,
      copyName: (name) => t('names.copy', { name }),
      sectionName: t('names.section'),
    }
    const isControl = event.ctrlKey || event.metaKey
    const isOnControl =
      event.target instanceof HTMLElement && event.target.closest('button, a, [role="radio"], input') !== null
    // Buttons and sliders have keys of their own.
    if (!isControl && isOnControl && /^(?:Enter|Space|Arrow|Tab)/u.test(event.code)) return
    const isPress = /^(?:Numpad)?Enter$/u.test(event.code) || (event.code === 'Space' && PLACE_TOOLS.has(editor.tool))
    const show = (at: Point): void => showPoint(context.view.current, at)
    const isDone = isControl
      ? withControl(context, event)
      : cornerKeys({ ...context, show }, event)
        ? true
        : isPress
          ? press(context, event.shiftKey)
          : plain(context, event)
    if (isDone) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => key(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return PLACE_TOOLS.has(editor.tool) ? cursor : -1
}

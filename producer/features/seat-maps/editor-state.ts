import type { Flag, MapDocument, Shape, SymbolName, Table } from '@kartis/seat-map/model/document.ts'
import type { Command } from '@kartis/seat-map/commands/command.ts'
import { cornersOf } from '@kartis/seat-map/commands/corner-commands.ts'
import { createDrawing, type Drawing } from '@kartis/seat-map/editor/sketch.ts'
import { createHistory, type EditorHistory } from '@kartis/seat-map/editor/history.ts'
import { idsOfSections } from '@kartis/seat-map/commands/parts.ts'
import { compile } from '@kartis/seat-map/model/compile.ts'
import type { ComputedPlaces } from '@kartis/seat-map/model/computed-places.ts'
import { type Scene, sceneOf } from '@kartis/seat-map/viewer/scene.ts'
import { createContext, use, useCallback, useMemo, useState, useSyncExternalStore } from 'react'

export const TOOLS = [
  'select',
  'seats',
  'row',
  'block',
  'arc',
  'table',
  'area',
  'shape',
  'text',
  'paint',
  'number',
  'flag',
] as const
export type Tool = (typeof TOOLS)[number]

/** What the editor of standing areas offers: no seats. */
export const AREA_TOOLS: readonly Tool[] = ['select', 'area', 'shape', 'text', 'paint']

export interface Selection {
  /** Ids of rows, tables, areas and shapes. */
  readonly parts: ReadonlySet<string>
  /** Keys of single places. */
  readonly places: ReadonlySet<string>
}

export const NOTHING: Selection = { parts: new Set(), places: new Set() }

export interface ToolSettings {
  /** The category and the flag that strokes paint; undefined: the first. */
  readonly category: string | undefined
  readonly flag: Flag | 'gone'
  readonly shape: Shape['kind']
  /** What a drag or clicks make of shapes and areas; areas are no ellipses. */
  readonly form: Shape['form']
  readonly symbol: SymbolName
  readonly table: Pick<Table, 'count' | 'shape' | 'sold'>
  /** Whether the picture below the drawing can be moved by hand. */
  readonly tracing: 'locked' | 'loose'
}

/** An outline whose corners are moved one by one. */
export interface Outlined {
  /** The id of an area, of a polygon or of a section. */
  readonly id: string
  /** The corner that the keyboard moves; -1: none. */
  readonly corner: number
}

export interface Editor {
  /** The uuid of the map. */
  readonly map: string
  readonly history: EditorHistory
  readonly document: MapDocument
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Of the floor that is shown. */
  readonly scene: Scene
  /** Places that were computed already, for whoever compiles the document or a part of it. */
  readonly computed: ComputedPlaces
  /** Undefined: all floors. */
  readonly floor: string | undefined
  readonly setFloor: (floor: string | undefined) => void
  readonly tool: Tool
  readonly setTool: (tool: Tool) => void
  readonly tools: readonly Tool[]
  readonly settings: ToolSettings
  readonly change: (settings: Partial<ToolSettings>) => void
  readonly selection: Selection
  readonly select: (parts: Iterable<string>, places?: Iterable<string>) => void
  readonly outlined: Outlined | undefined
  readonly setOutlined: (outlined: Outlined | undefined) => void
  /** The outline that clicks draw. */
  readonly drawing: Drawing
  /** Applies a command; a hall that would become too large is refused with a message. */
  readonly run: (command: Command, merge?: string) => void
}

/** The hall as one floor of it. */
const onFloor = (document: MapDocument, floor: string | undefined): MapDocument => {
  if (floor === undefined || document.floors.length < 2) return document
  const sections = document.sections.filter((section) => section.floor === floor)
  const ids = new Set(sections.map(({ id }) => id))
  return {
    ...document,
    sections,
    rows: document.rows.filter(({ section }) => ids.has(section)),
    tables: document.tables.filter(({ section }) => ids.has(section)),
    areas: document.areas.filter(({ section }) => ids.has(section)),
    shapes: document.shapes.filter((shape) => shape.floor === floor),
  }
}

const existing = ({ rows, tables, areas, shapes }: MapDocument): Set<string> =>
  new Set([...rows, ...tables, ...areas, ...shapes].map(({ id }) => id))

const START: ToolSettings = {
  category: undefined,
  flag: 'wheelchair',
  shape: 'stage',
  form: 'rect',
  symbol: 'entrance',
  table: { count: 8, shape: 'round', sold: 'seats' },
  tracing: 'locked',
}

interface Options {
  readonly map: string
  readonly document: MapDocument
  readonly tools: readonly Tool[]
  readonly onTooLarge: () => void
}

export const useEditorState = ({ map, document: first, tools, onTooLarge }: Options): Editor => {
  const [history] = useState(() => createHistory(first, () => performance.now()))
  const state = useSyncExternalStore(history.subscribe, history.read)
  const [floor, setFloor] = useState<string>()
  const [tool, chooseTool] = useState<Tool>('select')
  const [drawing] = useState(createDrawing)
  const [chosenOutline, setOutlined] = useState<Outlined>()
  const [settings, setSettings] = useState(START)
  const [chosen, setChosen] = useState(NOTHING)
  const { document } = state
  const [computed] = useState((): ComputedPlaces => new WeakMap())
  const scene = useMemo(() => {
    const shown = onFloor(document, floor)
    return sceneOf(shown, compile(shown, computed))
  }, [document, floor, computed])
  // An undo may have taken away what was selected.
  const selection = useMemo((): Selection => {
    const ids = existing(document)
    const places = [...chosen.places].filter((place) => ids.has(place.split('.')[0] ?? ''))
    return { parts: new Set([...chosen.parts].filter((id) => ids.has(id))), places: new Set(places) }
  }, [document, chosen])
  const select = useCallback((parts: Iterable<string>, places: Iterable<string> = []) => {
    setChosen({ parts: new Set(parts), places: new Set(places) })
    setOutlined(undefined)
  }, [])
  const setTool = useCallback(
    (next: Tool) => {
      drawing.clear()
      setOutlined(undefined)
      chooseTool(next)
    },
    [drawing],
  )
  // A corner may have gone by an undo.
  const outlined = useMemo((): Outlined | undefined => {
    const corners = chosenOutline && cornersOf(document, chosenOutline.id)
    return corners && { ...chosenOutline, corner: Math.min(chosenOutline.corner, corners.length - 1) }
  }, [document, chosenOutline])
  const run = useCallback(
    (command: Command, merge?: string) => {
      if (!history.run(command, merge)) onTooLarge()
    },
    [history, onTooLarge],
  )
  const change = useCallback((next: Partial<ToolSettings>) => setSettings((before) => ({ ...before, ...next })), [])
  const isFloor = document.floors.some(({ id }) => id === floor)
  return {
    map,
    history,
    ...state,
    scene,
    computed,
    floor: isFloor ? floor : undefined,
    setFloor,
    tool,
    setTool,
    tools,
    settings,
    change,
    selection,
    select,
    outlined,
    setOutlined,
    drawing,
    run,
  }
}

const EditorContext = createContext<Editor | null>(null)
export const EditorProvider = EditorContext.Provider

/** The editor of the screen. */
export const useEditor = (): Editor => {
  const editor = use(EditorContext)
  if (!editor) throw new Error('there is no editor around this component')
  return editor
}

/** The section of which everything is selected, if it is one. */
export const wholeSection = (document: MapDocument, { parts }: Selection): string | undefined => {
  const [first] = parts
  const owner = [...document.rows, ...document.tables, ...document.areas].find(({ id }) => id === first)?.section
  if (owner === undefined) return undefined
  const members = idsOfSections(document, new Set([owner]))
  return members.length === parts.size && members.every((id) => parts.has(id)) ? owner : undefined
}

/** Whether clicks draw corners: areas and shapes may have any form, symbols have their own. */
export const drawsCorners = ({ tool, settings }: Pick<Editor, 'tool' | 'settings'>): boolean =>
  settings.form === 'polygon' && (tool === 'area' || (tool === 'shape' && settings.shape !== 'icon'))

/** What has corners that can be moved now: a section while its outline is drawn by hand, else the only selected part. */
export const outlineOf = ({ document, selection, outlined }: Pick<Editor, 'document' | 'selection' | 'outlined'>) => {
  const [only] = selection.parts
  const id = outlined?.id ?? (selection.parts.size === 1 ? only : undefined)
  const corners = id === undefined ? undefined : cornersOf(document, id)
  return id === undefined || !corners || corners.length === 0 ? undefined : { id, corners }
}

/** The category that strokes paint. */
export const activeCategory = ({ document, settings }: Pick<Editor, 'document' | 'settings'>): string | undefined =>
  document.categories.some(({ id }) => id === settings.category)
    ? settings.category
    : document.categories.toSorted((a, b) => a.rank - b.rank)[0]?.id

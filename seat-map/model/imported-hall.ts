import { lastIsRight } from './computed-places.ts'
import { type Flag, keySource, type MapDocument, type Row, type Section, type Shape } from './document.ts'
import { guessNumbering } from './numbering-guess.ts'
import { breaksOf, FIT_CM, fitRow, type Point } from './row-geometry.ts'

/** A hall as another program describes it: every seat with its position. */
export interface ImportedSeat {
  readonly label: string
  /** The name of a category. */
  readonly category: string
  readonly at: Point
  readonly guid?: string
  readonly is?: readonly Flag[]
}

export interface ImportedRow extends Pick<Row, 'row_title' | 'seat_title' | 'radius'> {
  readonly label: string
  readonly seats: readonly ImportedSeat[]
}

export interface ImportedSection {
  readonly name: string
  readonly rows: readonly ImportedRow[]
}

export interface ImportedHall {
  readonly sections: readonly ImportedSection[]
  readonly categories: readonly { readonly name: string; readonly color?: string }[]
  readonly shapes?: readonly Omit<Shape, 'id' | 'floor'>[]
  readonly size?: Point
  /** Positions may differ by this when a row becomes a curve. */
  readonly toleranceCm?: number
}

/** What could not be taken over, or was guessed, and how often: the person who imports looks there first. */
export interface ImportNote {
  readonly code:
    | 'focus_guessed'
    | 'rows_without_curve'
    | 'seats_reordered'
    | 'start_direction'
    | 'row_number_position'
    | 'seat_radius'
    | 'border_color'
    | 'area_shape'
    | 'elements_ignored'
    | 'rows_clustered'
    | 'positions_invented'
    | 'companions_alone'
    | 'labels_shortened'
    | 'categories_added'
    | 'seat_flags'
    | 'standing_areas'
    | 'tables_flattened'
    | 'pictures_dropped'
  readonly count: number
}

/** Counts notes while a file is read. */
export const noteCounter = () => {
  const counts = new Map<ImportNote['code'], number>()
  return {
    add: (code: ImportNote['code'], count = 1): void => {
      if (count > 0) counts.set(code, (counts.get(code) ?? 0) + count)
    },
    notes: (): ImportNote[] => [...counts].map(([code, count]) => ({ code, count })),
  }
}
export type NoteCounter = ReturnType<typeof noteCounter>

/** Colours for categories that come without one: far apart for most eyes. */
const COLORS = ['#c2410c', '#0f766e', '#6d28d9', '#b45309', '#1d4ed8', '#be185d', '#4d7c0f', '#475569']

const NAMED_COLORS: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  red: '#ff0000',
  maroon: '#800000',
  orange: '#ffa500',
  gold: '#ffd700',
  yellow: '#ffff00',
  olive: '#808000',
  lime: '#00ff00',
  green: '#008000',
  teal: '#008080',
  cyan: '#00ffff',
  aqua: '#00ffff',
  blue: '#0000ff',
  navy: '#000080',
  purple: '#800080',
  magenta: '#ff00ff',
  fuchsia: '#ff00ff',
  pink: '#ffc0cb',
  brown: '#a52a2a',
}
const HEX = /^#(?:[0-9a-f]{6}|[0-9a-f]{3})$/
const RGB = /^rgba?\(\s*(\d{1,3})(?:\s*,\s*|\s+)(\d{1,3})(?:\s*,\s*|\s+)(\d{1,3})/

/** A colour as files write it, as `#rrggbb`; undefined for none and for what is no colour. */
export const colorOf = (text: string | null | undefined): string | undefined => {
  const color = (text ?? '').trim().toLowerCase()
  if (HEX.test(color))
    return color.length === 7 ? color : `#${Array.from(color.slice(1), (digit) => digit + digit).join('')}`
  const parts = RGB.exec(color)?.slice(1).map(Number)
  if (parts?.every((part) => part <= 255)) return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
  return NAMED_COLORS[color]
}

/**
 * A name that is longer than there is space for: its last word where that says it all ("Reihe links 12"), else its end,
 * which is what tells it from the others.
 */
export const shortened = (text: string, max: number, notes: NoteCounter): string => {
  if (text.length <= max) return text
  notes.add('labels_shortened')
  const last = text.split(/\s+/).at(-1) ?? ''
  return last !== '' && last.length <= max ? last : text.slice(-max).trim()
}

const pathLength = (seats: readonly ImportedSeat[]): number =>
  seats.slice(1).reduce((sum, { at }, index) => {
    const before = seats[index]?.at ?? at
    return sum + Math.hypot(at[0] - before[0], at[1] - before[1])
  }, 0)

/** Files do not promise that seats are listed as they stand: neighbours would be wrong. */
const asTheyStand = (seats: readonly ImportedSeat[], notes: NoteCounter): readonly ImportedSeat[] => {
  const [xs, ys] = [seats.map(({ at }) => at[0]), seats.map(({ at }) => at[1])]
  const isWide = Math.max(...xs) - Math.min(...xs) >= Math.max(...ys) - Math.min(...ys)
  const sorted = seats.toSorted((a, b) => (isWide ? a.at[0] - b.at[0] : a.at[1] - b.at[1]))
  // A half circle is well listed in the file and badly sorted by one coordinate: only a clearly shorter way is better.
  if (pathLength(sorted) >= pathLength(seats) * 0.9) return seats
  notes.add('seats_reordered', seats.length)
  return sorted
}

const STAGE = /במה|stage|bühne|مسرح/i

/** The middle of the stage where one is drawn, else in front of the middle of the first seats. */
const focusOf = ({ sections, shapes = [] }: ImportedHall, notes: NoteCounter): [number, number] | null => {
  const stage = shapes.find(({ kind, text }) => kind === 'stage' || STAGE.test(text))
  if (stage) return stage.at
  const [xs, ys] = [0, 1].map((axis) =>
    sections.flatMap(({ rows }) => rows.flatMap(({ seats }) => seats.map(({ at }) => at[axis] ?? 0))),
  )
  if (!xs || !ys || xs.length === 0) return null
  notes.add('focus_guessed')
  const low = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b))
  const high = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b))
  return [(low(xs) + high(xs)) / 2, low(ys) - 300]
}

const frequentValue = (values: readonly string[]): string => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}

/** Each companion belongs to a wheelchair place beside it, or to the nearest of its row. */
const wheelchairFor = (seats: readonly ImportedSeat[], companion: number, used: Set<number>): number | undefined => {
  const wheelchairs = [...seats.keys()].filter((index) => seats[index]?.is?.includes('wheelchair'))
  const distance = (index: number): number => Math.abs(index - companion) + (used.has(index) ? 1000 : 0)
  const nearest = wheelchairs.sort((a, b) => distance(a) - distance(b))[0]
  if (nearest !== undefined) used.add(nearest)
  return nearest
}

/** A tenth of a millimetre. */
export const rounded = (value: number): number => Math.round(value * 100) / 100

interface Context {
  readonly focus: [number, number] | null
  readonly categoryIds: ReadonlyMap<string, string>
  readonly tolerance: number
  readonly notes: NoteCounter
}

const exceptionsOf = (
  id: string,
  seats: readonly ImportedSeat[],
  own: string,
  others: readonly number[],
  context: Context,
): Row['except'] => {
  const except: Row['except'] = {}
  const used = new Set<number>()
  seats.forEach((seat, index) => {
    const entry: Row['except'][string] = {}
    if (others.includes(index)) entry.label = seat.label
    if (seat.category !== own) entry.category = context.categoryIds.get(seat.category)
    if (seat.is && seat.is.length > 0) entry.is = [...seat.is]
    if (seat.is?.includes('companion')) {
      const wheelchair = wheelchairFor(seats, index, used)
      if (wheelchair === undefined) context.notes.add('companions_alone')
      else entry.of = `${id}.${wheelchair + 1}`
    }
    if (Object.keys(entry).length > 0) except[index + 1] = entry
  })
  return except
}

const rowOf = (imported: ImportedRow, ids: Pick<Row, 'id' | 'section' | 'rank'>, context: Context): Row => {
  const { label, seats: _seats, ...titles } = imported
  const seats = asTheyStand(imported.seats, context.notes)
  const points = seats.map(({ at }) => at)
  const first = points[0] ?? [0, 0]
  const curve = fitRow(points, context.tolerance)
  if (!curve) context.notes.add('rows_without_curve')
  const free = {
    at: [first[0], first[1]] as [number, number],
    angle: 0,
    gap: 50,
    bend: 0,
    count: seats.length,
    breaks: breaksOf(points),
  }
  const relative = points.map(([x, y]): [number, number] => [rounded(x - first[0]), rounded(y - first[1])])
  const geometry = curve ?? { ...free, free: relative }
  const isRight = lastIsRight(geometry, points, context.focus)
  const { numbering, others } = guessNumbering(
    seats.map(({ label }) => label),
    geometry.breaks.map(([after]) => after),
    isRight,
  )
  const category = frequentValue(seats.map((seat) => seat.category))
  const guids = seats.map(({ guid }) => guid ?? '')
  return {
    ...ids,
    ...titles,
    label,
    ...geometry,
    numbering,
    category: context.categoryIds.get(category) ?? '',
    except: exceptionsOf(ids.id, seats, category, others, context),
    ...(guids.some((guid) => guid !== '') && { guids }),
  }
}

/** The document of an imported hall; `mapDocument` has to check it, because the file may exceed its limits. */
export const importedDocument = (hall: ImportedHall, notes: NoteCounter): MapDocument => {
  const keys = keySource(1)
  const floor = keys.take()
  const categories = hall.categories.map(({ name, color }, rank) => ({
    id: keys.take(),
    name,
    rank,
    color: colorOf(color) ?? COLORS[rank % COLORS.length] ?? '',
  }))
  const categoryIds = new Map(categories.map(({ id, name }) => [name, id]))
  const context = { focus: focusOf(hall, notes), categoryIds, tolerance: hall.toleranceCm ?? FIT_CM, notes }
  const numbering = { scheme: '1' as const, first: 1, step: 1, from: 'right' as const, skip: [] }
  const base = { floor, short: '', kind: 'rows' as const, outline: [], numbering }
  const sections = hall.sections.map(({ name }, rank): Section => ({ id: keys.take(), name, rank, ...base }))
  const rows = hall.sections.flatMap((section, index) =>
    section.rows
      .filter(({ seats }) => seats.length > 0)
      .map((row, rank) => rowOf(row, { id: keys.take(), section: sections[index]?.id ?? '', rank }, context)),
  )
  const shapes = (hall.shapes ?? []).map((shape) => ({ id: keys.take(), floor, ...shape }))
  const [width, height] = hall.size ?? [3000, 2000]
  return {
    form: 2,
    next: keys.next(),
    size: [width, height],
    focus: context.focus,
    floors: [{ id: floor, name: '1' }],
    categories,
    sections,
    rows,
    tables: [],
    areas: [],
    shapes,
    tracing: null,
  }
}

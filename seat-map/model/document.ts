import { asOneLine } from '@kartis/domain/text.ts'
import { z } from 'zod'
import { FLAGS } from './flags.ts'

/** What one document may hold: a stadium fits several times over. */
export const LIMITS = {
  places: 80_000,
  rows: 4_000,
  rowPlaces: 400,
  tablePlaces: 60,
  /** Of one outline. */
  corners: 200,
  jsonBytes: 2 * 1024 * 1024,
  extentCm: 200_000,
} as const

export { type Flag, FLAGS } from './flags.ts'

const text = (maxChars: number) => z.string().overwrite(asOneLine).max(maxChars)
const named = (maxChars: number) => text(maxChars).min(1)
/** Texts in English and Arabic beside the Hebrew ones, each optional; `documentIn` reads them. */
const textsWith = <F extends z.ZodRawShape>(fields: F) => {
  const own = z.strictObject(fields).partial()
  return z.strictObject({ en: own.optional(), ar: own.optional() }).optional()
}
/** Names a part of the document; taken from `next` and never used again. */
const key = z.string().regex(/^[0-9a-z]{1,8}$/)
const coordinate = z.number().min(-LIMITS.extentCm).max(LIMITS.extentCm)
/** x and y in centimetres; y grows downwards, as on a screen. */
const point = z.tuple([coordinate, coordinate])
const polygon = z.array(point).max(LIMITS.corners)
/** Degrees, clockwise on the screen. */
const angle = z.number().min(-360).max(360)
const color = z.string().regex(/^#[0-9a-f]{6}$/i)
const placeKey = z.int().min(1).max(9999)

/** What a shape of the kind `icon` shows. */
export const SYMBOLS = [
  'stage',
  'entrance',
  'exit',
  'toilets',
  'accessible',
  'stairs',
  'lift',
  'bar',
  'food',
  'cloakroom',
  'shop',
  'tickets',
  'first_aid',
  'parking',
  'info',
] as const
export type SymbolName = (typeof SYMBOLS)[number]

/** How places or rows are numbered. The order comes from the position, never from the text. */
export const SCHEMES = ['1', 'odd', 'even', 'odd_even', 'א', 'אב', 'A'] as const

const numbering = z.strictObject({
  /** `א`: Hebrew numerals (י, י״א, י״ב); `אב`: the Hebrew alphabet (י, כ, ל). `odd_even`: odd numbers in one half of the row. */
  scheme: z.enum(SCHEMES),
  first: z.int().min(0).max(9999),
  step: z.int().min(1).max(100),
  /** As seen by the audience that faces `focus`. */
  from: z.enum(['right', 'left', 'middle']),
  /** Labels that are left out, such as 13. */
  skip: z.array(text(8).min(1)).max(50),
})
export type Numbering = z.infer<typeof numbering>
/** What of a numbering differs from the one that it is based on. */
export const numberingChange = numbering.partial()

const placeException = z
  .strictObject({
    label: named(8),
    category: key,
    is: z.array(z.enum(FLAGS)).max(FLAGS.length),
    /** Of a companion's place: the wheelchair place it belongs to, as `row.key`. */
    of: z.string().regex(/^[0-9a-z]{1,8}\.\d{1,4}$/),
    /** Displacement in centimetres. */
    dx: coordinate,
    dy: coordinate,
    /** The place does not exist. The labels of its neighbours stay, and nobody is a neighbour across it. */
    gone: z.literal(true),
  })
  .partial()
export type PlaceException = z.infer<typeof placeException>

/** What rows and tables share: an ordered group of places. */
const group = {
  id: key,
  section: key,
  label: text(12),
  /** The order within the section, the first row lowest. Never derived from the label. */
  rank: z.int().min(-100_000).max(100_000),
  at: point,
  angle,
  /** The keys of the places in the order in which they stand; absent: 1 … count. */
  keys: z.array(placeKey).max(LIMITS.rowPlaces).optional(),
  /** The highest key that was ever used, where it is no longer among the places: a key is never used again. */
  last_key: placeKey.optional(),
  numbering: numberingChange,
  category: key,
  /** What differs from the rest, by the key of the place. */
  except: z.record(z.string().regex(/^\d{1,4}$/), placeException),
}

const row = z.strictObject({
  ...group,
  count: z.int().min(1).max(LIMITS.rowPlaces),
  /** Distance of two places, along the row. */
  gap: z.number().min(1).max(1000),
  /** Degrees by which the row turns from its first to its last place; 0: straight. `angle` is that of the line between them. */
  bend: z.number().min(-350).max(350),
  /** An aisle behind a position (from 1), with its additional width. */
  breaks: z.array(z.tuple([z.int().min(1).max(LIMITS.rowPlaces), z.number().min(0).max(10_000)])).max(60),
  /** Positions from `at` of an imported row that fits no curve; then `gap`, `bend` and the widths of `breaks` do not count. */
  free: z.array(point).max(LIMITS.rowPlaces).optional(),
  /** Of an imported plan, for the way back: its own id of each place, and the words of the row and of its places. */
  guids: z.array(text(100)).max(LIMITS.rowPlaces).optional(),
  row_title: text(60).optional(),
  seat_title: text(60).optional(),
  /** Radius of a place as it is rendered. */
  radius: z.number().min(1).max(500).optional(),
})
export type Row = z.infer<typeof row>

const table = z.strictObject({
  ...group,
  count: z.int().min(1).max(LIMITS.tablePlaces),
  shape: z.enum(['round', 'rect']),
  size: z.tuple([z.number().min(10).max(5000), z.number().min(10).max(5000)]),
  /** Places at the top, right, bottom and left of a rectangular table; absent: half at the top, half at the bottom. */
  sides: z.tuple([z.int().min(0), z.int().min(0), z.int().min(0), z.int().min(0)]).optional(),
  /** Place by place, or the whole table to one party. */
  sold: z.enum(['seats', 'whole']),
})
export type Table = z.infer<typeof table>

const area = z.strictObject({
  id: key,
  section: key,
  name: text(60),
  texts: textsWith({ name: text(60) }),
  outline: polygon,
  capacity: z.int().min(0).max(1_000_000),
  category: key.nullable(),
})
export type Area = z.infer<typeof area>

const shape = z.strictObject({
  id: key,
  floor: key,
  kind: z.enum(['stage', 'wall', 'stairs', 'gate', 'bar', 'text', 'icon']),
  /** Of the kind `icon`; absent: `info`. Its name, which screen readers say, is the text. */
  icon: z.enum(SYMBOLS).optional(),
  form: z.enum(['rect', 'ellipse', 'polygon']),
  /** The middle of a rectangle or an ellipse. */
  at: point,
  size: z.tuple([coordinate, coordinate]),
  angle,
  /** Of a polygon: its corners, from `at`. */
  outline: polygon,
  text: text(80),
  texts: textsWith({ text: text(80) }),
  color: color.optional(),
})
export type Shape = z.infer<typeof shape>

const section = z.strictObject({
  id: key,
  floor: key,
  name: named(60),
  /** What fits on a small map. */
  short: text(8),
  texts: textsWith({ name: text(60), short: text(8) }),
  kind: z.enum(['rows', 'tables', 'area']),
  outline: polygon,
  /** The outline was drawn by hand: it is not fitted to the rows when they change. */
  outline_fixed: z.literal(true).optional(),
  /** What its audience faces, where that is not the focus of the hall. */
  focus: point.optional(),
  /** The order in lists. */
  rank: z.int().min(-100_000).max(100_000),
  gate: text(30).optional(),
  numbering,
  /** A picture of the view from here: an uploaded file. */
  view: z.uuid().optional(),
})
export type Section = z.infer<typeof section>

const fields = z.strictObject({
  form: z.literal(2),
  /** The number of the next key. */
  next: z.int().min(1).max(2_000_000_000),
  size: z.tuple([z.number().min(0).max(LIMITS.extentCm), z.number().min(0).max(LIMITS.extentCm)]),
  /** What the audience faces: the middle of the stage's front or of the pitch. */
  focus: point.nullable(),
  floors: z
    .array(z.strictObject({ id: key, name: named(40), texts: textsWith({ name: text(40) }) }))
    .min(1)
    .max(20),
  categories: z
    .array(
      z.strictObject({
        id: key,
        name: named(40),
        texts: textsWith({ name: text(40) }),
        color,
        rank: z.int().min(0).max(1000),
      }),
    )
    .max(30),
  sections: z.array(section).max(500),
  rows: z.array(row).max(LIMITS.rows),
  tables: z.array(table).max(2000),
  areas: z.array(area).max(500),
  shapes: z.array(shape).max(2000),
  /** An uploaded picture of the hall, below the map in the editor. */
  tracing: z
    .strictObject({
      file: z.uuid(),
      at: point,
      width: z.number().min(10).max(LIMITS.extentCm),
      opacity: z.number().min(0).max(1),
    })
    .nullable(),
})
export type MapDocument = z.infer<typeof fields>

type Path = readonly (string | number)[]
type Report = (path: Path, reason: string) => void

/** A part whose reference leads to nothing, or whose id is not its own, is named with its path. */
const checkReferences = (document: MapDocument, report: Report): void => {
  const taken = new Set<string>()
  const owned = (list: 'floors' | 'categories' | 'sections' | 'rows' | 'tables' | 'areas' | 'shapes'): Set<string> => {
    const ids = document[list].map(({ id }) => id)
    ids.forEach((id, index) => {
      if (taken.has(id)) report([list, index, 'id'], 'duplicate')
      // A key at or above `next` would be used a second time.
      if (Number.parseInt(id, 36) >= document.next) report([list, index, 'id'], 'too_big')
      taken.add(id)
    })
    return new Set(ids)
  }
  const floors = owned('floors')
  const categories = owned('categories')
  const sections = owned('sections')
  document.sections.forEach(({ floor }, index) => {
    if (!floors.has(floor)) report(['sections', index, 'floor'], 'unknown_option')
  })
  document.shapes.forEach(({ floor }, index) => {
    if (!floors.has(floor)) report(['shapes', index, 'floor'], 'unknown_option')
  })
  for (const list of ['rows', 'tables', 'areas'] as const) {
    owned(list)
    document[list].forEach(({ section, category }, index) => {
      if (!sections.has(section)) report([list, index, 'section'], 'unknown_option')
      if (category !== null && !categories.has(category)) report([list, index, 'category'], 'unknown_option')
    })
  }
  owned('shapes')
  for (const list of ['rows', 'tables'] as const)
    document[list].forEach((group, index) => checkGroup(group, [list, index], categories, report))
}

const checkGroup = (group: Row | Table, path: Path, categories: ReadonlySet<string>, report: Report): void => {
  const { keys, count } = group
  if (keys && keys.length !== count) report([...path, 'keys'], 'invalid')
  if (keys && new Set(keys).size !== keys.length) report([...path, 'keys'], 'duplicate')
  const existing = keys && new Set(keys)
  for (const [key, { category }] of Object.entries(group.except)) {
    const number = Number(key)
    if (existing ? !existing.has(number) : number < 1 || number > count)
      report([...path, 'except', key], 'unknown_option')
    if (category !== undefined && !categories.has(category))
      report([...path, 'except', key, 'category'], 'unknown_option')
  }
  if ('shape' in group) {
    if (group.sides && group.sides.reduce((sum, side) => sum + side, 0) !== count) report([...path, 'sides'], 'invalid')
    return
  }
  if (group.free && group.free.length !== count) report([...path, 'free'], 'invalid')
  if (group.guids && group.guids.length !== count) report([...path, 'guids'], 'invalid')
  const positions = group.breaks.map(([after]) => after)
  if (positions.some((after, index) => after >= count || after <= (positions[index - 1] ?? 0)))
    report([...path, 'breaks'], 'invalid')
}

/** The number of places: of rows and tables, without those that are gone. */
export const countPlaces = ({ rows, tables }: Pick<MapDocument, 'rows' | 'tables'>): number =>
  [...rows, ...tables].reduce(
    (sum, { count, except }) => sum + count - Object.values(except).filter(({ gone }) => gone).length,
    0,
  )

/**
 * The document of a seat map: parameters of rows, tables and areas, from which positions and labels are computed. Its
 * issues carry the path of the wrong part. Prices, sales channels and what is sold are not in it.
 */
export const mapDocument = fields.superRefine((document, context) => {
  checkReferences(document, (path, reason) => context.addIssue({ code: 'custom', path: [...path], message: reason }))
  if (countPlaces(document) > LIMITS.places)
    context.addIssue({ code: 'too_big', origin: 'array', maximum: LIMITS.places, input: document, path: ['rows'] })
  if (new TextEncoder().encode(JSON.stringify(document)).length > LIMITS.jsonBytes)
    context.addIssue({ code: 'too_big', origin: 'file', maximum: LIMITS.jsonBytes, input: document, path: [] })
})

/** The document of a new map. */
export const emptyDocument = (): MapDocument => ({
  form: 2,
  next: 2,
  size: [3000, 2000],
  focus: null,
  floors: [{ id: '1', name: '1' }],
  categories: [],
  sections: [],
  rows: [],
  tables: [],
  areas: [],
  shapes: [],
  tracing: null,
})

/** A source of keys that were never used in the document; `next` is what to store in it afterwards. */
export const keySource = (first: number): { readonly take: () => string; readonly next: () => number } => {
  let next = first
  return { take: () => (next++).toString(36), next: () => next }
}

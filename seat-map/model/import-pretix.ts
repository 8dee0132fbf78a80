import { asOneLine } from '@kartis/domain/text.ts'
import { z } from 'zod'
import { LIMITS, mapDocument, type MapDocument, type Shape } from './document.ts'
import {
  colorOf,
  type ImportedRow,
  importedDocument,
  type ImportNote,
  type NoteCounter,
  noteCounter,
  rounded,
  shortened,
} from './imported-hall.ts'
import { type Point, rotate } from './row-geometry.ts'

/** pretix measures in pixels of a seat with a radius of 10: two centimetres each give a chair of 40 cm. */
export const PRETIX_CM = 2

const position = z.object({ x: z.number(), y: z.number() })
const text = z.string().overwrite(asOneLine)
/** Texts that older versions of the format did not have are null or missing. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullish()

/** What is written as a number by some programs. */
const label = z.union([text, z.number().transform(String)])
const MAX_LABEL = 200

const seat = z.object({
  seat_guid: optional(label.pipe(z.string().max(MAX_LABEL))),
  seat_number: label.pipe(z.string().min(1).max(MAX_LABEL)),
  position,
  // Empty where the editor has assigned none.
  category: optional(text),
  radius: optional(z.number()),
  start_direction: optional(z.string()),
})

const row = z.object({
  row_number: label.pipe(z.string().max(MAX_LABEL)),
  row_label: optional(text.max(MAX_LABEL)),
  seat_label: optional(text.max(MAX_LABEL)),
  row_number_position: optional(z.string()),
  position: optional(position),
  seats: z.array(seat).max(LIMITS.rowPlaces),
})

const area = z.object({
  color: optional(z.string()),
  border_color: optional(z.string()),
  rotation: optional(z.number()),
  position: optional(position),
  shape: optional(z.string()),
  polygon: optional(z.object({ points: z.array(position).max(200) })),
  rectangle: optional(z.object({ width: z.number(), height: z.number() })),
  ellipse: optional(z.object({ radius: position })),
  circle: optional(z.object({ radius: z.number() })),
  // An object today, a plain text in the first version; so are width and height of a rectangle.
  text: optional(z.union([z.object({ text }), text])),
  width: optional(z.number()),
  height: optional(z.number()),
})

/** The format of pretix seating plans, all its versions: fields that are not named here say nothing about the hall. */
const pretixPlan = z.object({
  name: optional(text),
  size: optional(z.object({ width: z.number(), height: z.number() })),
  // The first version has none: the seats name theirs.
  categories: optional(z.array(z.object({ name: text.min(1).max(MAX_LABEL), color: optional(z.string()) })).max(30)),
  zones: z
    .array(
      z.object({
        name: optional(text.max(MAX_LABEL)),
        position,
        rows: z.array(row).max(LIMITS.rows),
        areas: optional(z.array(area).max(2000)),
      }),
    )
    .max(500),
})
type PretixPlan = z.infer<typeof pretixPlan>
type PretixArea = z.infer<typeof area>

const centimetres = (...points: readonly ({ x: number; y: number } | null | undefined)[]): [number, number] => [
  points.reduce((sum, point) => sum + (point?.x ?? 0), 0) * PRETIX_CM,
  points.reduce((sum, point) => sum + (point?.y ?? 0), 0) * PRETIX_CM,
]

const STAGE = /במה|stage|bühne/i

const shapeOf = (
  area: PretixArea,
  zone: { x: number; y: number },
  notes: NoteCounter,
): Omit<Shape, 'id' | 'floor'> | undefined => {
  const at = centimetres(zone, area.position)
  const angle = (area.rotation ?? 0) % 360
  const caption = typeof area.text === 'string' ? area.text : (area.text?.text ?? '')
  const kind = STAGE.test(caption) ? 'stage' : area.shape === 'text' ? 'text' : 'wall'
  if (area.border_color) notes.add('border_color')
  const color = colorOf(area.color)
  const common = {
    kind,
    angle,
    text: caption.slice(0, 80),
    ...(color && { color }),
  } as const
  if (area.polygon) {
    const outline = area.polygon.points.map((point) => centimetres(point))
    return { ...common, form: 'polygon', at, size: [0, 0], outline }
  }
  const radius = area.ellipse?.radius ?? (area.circle ? { x: area.circle.radius, y: area.circle.radius } : undefined)
  if (radius)
    return { ...common, form: 'ellipse', at, size: [radius.x * 2 * PRETIX_CM, radius.y * 2 * PRETIX_CM], outline: [] }
  const box = area.rectangle ?? (area.width && area.height ? { width: area.width, height: area.height } : undefined)
  if (box || area.shape === 'text') {
    const size: [number, number] = [(box?.width ?? 0) * PRETIX_CM, (box?.height ?? 0) * PRETIX_CM]
    // A rectangle of pretix is turned around its corner.
    const [x, y] = rotate([size[0] / 2, size[1] / 2], angle)
    return { ...common, form: 'rect', at: [rounded(at[0] + x), rounded(at[1] + y)], size, outline: [] }
  }
  notes.add('area_shape')
  return undefined
}

/** What seats without a category have together. */
const NO_CATEGORY = '–'
const categoryName = (name: string): string => name.slice(0, 40).trim()
const categoryOf = ({ category }: { readonly category?: string | null | undefined }): string =>
  categoryName(category ?? '') || NO_CATEGORY

const rowOf = (
  row: PretixPlan['zones'][number]['rows'][number],
  zone: { x: number; y: number },
  notes: NoteCounter,
): ImportedRow => {
  const radius = row.seats[0]?.radius
  notes.add('seat_radius', row.seats.filter((seat) => seat.radius !== radius).length)
  notes.add('start_direction', row.seats.filter((seat) => seat.start_direction).length)
  if (row.row_number_position) notes.add('row_number_position')
  return {
    label: shortened(row.row_number, 12, notes),
    ...(row.row_label && { row_title: shortened(row.row_label, 60, notes) }),
    ...(row.seat_label && { seat_title: shortened(row.seat_label, 60, notes) }),
    ...(radius && { radius: radius * PRETIX_CM }),
    seats: row.seats.map((seat) => ({
      label: shortened(seat.seat_number, 8, notes),
      category: categoryOf(seat),
      at: centimetres(zone, row.position, seat.position) as Point,
      // An id that cannot be kept as it is would be another one.
      ...(seat.seat_guid && seat.seat_guid.length <= 100 && { guid: seat.seat_guid }),
    })),
  }
}

/** The categories of a plan, with those that only its seats name. */
const categoriesOf = ({ categories, zones }: PretixPlan, notes: NoteCounter) => {
  const listed = (categories ?? []).map(({ name, color }) => ({ name: categoryName(name), color }))
  const names = new Set(listed.map(({ name }) => name))
  const others = new Set(zones.flatMap(({ rows }) => rows.flatMap(({ seats }) => seats.map(categoryOf))))
  const added = [...others].filter((name) => !names.has(name)).map((name) => ({ name, color: undefined }))
  notes.add('categories_added', added.length)
  return [...listed, ...added]
}

export type ImportResult =
  | { readonly document: MapDocument; readonly notes: readonly ImportNote[] }
  | { readonly error: z.ZodError }

/** Seats name a category of the list; in the first version of the format there is no list. */
const checkCategories = ({ zones, categories }: PretixPlan, report: (path: (string | number)[]) => void): void => {
  if (!categories) return
  const names = new Set(categories.map(({ name }) => name))
  zones.forEach(({ rows }, zone) =>
    rows.forEach(({ seats }, row) =>
      seats.forEach(({ category }, seat) => {
        if (category && !names.has(category)) report(['zones', zone, 'rows', row, 'seats', seat, 'category'])
      }),
    ),
  )
}

/** The document of a pretix plan, and what of it has no place here; or what is wrong with the plan, by path. */
export const importPretix = (json: unknown): ImportResult => {
  const parsed = pretixPlan
    .superRefine((plan, context) =>
      checkCategories(plan, (path) => context.addIssue({ code: 'custom', path, message: 'unknown_option' })),
    )
    .safeParse(json, { reportInput: true })
  if (!parsed.success) return { error: parsed.error }
  const { zones, size } = parsed.data
  const notes = noteCounter()
  const sections = zones.map(({ name, position: at, rows }, index) => ({
    name: shortened(name || String(index + 1), 60, notes),
    rows: rows.map((row) => rowOf(row, at, notes)),
  }))
  const shapes = zones.flatMap(({ areas, position: at }) =>
    (areas ?? []).flatMap((area) => shapeOf(area, at, notes) ?? []),
  )
  const document = importedDocument(
    {
      sections,
      categories: categoriesOf(parsed.data, notes).map(({ name, color }) => ({ name, ...(color && { color }) })),
      shapes,
      ...(size && { size: [size.width * PRETIX_CM, size.height * PRETIX_CM] as const }),
      // Half a pixel, so that a plan comes back as it was.
      toleranceCm: PRETIX_CM / 2,
    },
    notes,
  )
  const checked = mapDocument.safeParse(document, { reportInput: true })
  return checked.success ? { document: checked.data, notes: notes.notes() } : { error: checked.error }
}

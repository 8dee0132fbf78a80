import { asOneLine } from '@kartis/domain/text.ts'
import { z } from 'zod'
import { LIMITS, mapDocument, type MapDocument, type Shape } from './document.ts'
import {
  type ImportedRow,
  importedDocument,
  type ImportNote,
  type NoteCounter,
  noteCounter,
  rounded,
} from './imported-hall.ts'
import { type Point, rotate } from './row-geometry.ts'

/** pretix measures in pixels of a seat with a radius of 10: two centimetres each give a chair of 40 cm. */
export const PRETIX_CM = 2

const position = z.object({ x: z.number(), y: z.number() })
const text = z.string().overwrite(asOneLine)
/** Texts that older versions of the format did not have are null or missing. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullish()

const seat = z.object({
  seat_guid: text.max(100),
  seat_number: text.min(1).max(8),
  position,
  category: text,
  radius: optional(z.number()),
  start_direction: optional(z.string()),
})

const row = z.object({
  row_number: text.max(12),
  row_label: optional(text.max(60)),
  seat_label: optional(text.max(60)),
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
  name: text,
  size: optional(z.object({ width: z.number(), height: z.number() })),
  categories: z.array(z.object({ name: text.min(1).max(40), color: optional(z.string()) })).max(30),
  zones: z
    .array(
      z.object({
        name: optional(text.max(60)),
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

const HEX = /^#[0-9a-f]{6}$/i
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
  const common = {
    kind,
    angle,
    text: caption.slice(0, 80),
    ...(area.color && HEX.test(area.color) && { color: area.color }),
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
    label: row.row_number,
    ...(row.row_label && { row_title: row.row_label }),
    ...(row.seat_label && { seat_title: row.seat_label }),
    ...(radius && { radius: radius * PRETIX_CM }),
    seats: row.seats.map((seat) => ({
      label: seat.seat_number,
      category: seat.category,
      at: centimetres(zone, row.position, seat.position) as Point,
      guid: seat.seat_guid,
    })),
  }
}

export type ImportResult =
  | { readonly document: MapDocument; readonly notes: readonly ImportNote[] }
  | { readonly error: z.ZodError }

/** The document of a pretix plan, and what of it has no place here; or what is wrong with the plan, by path. */
export const importPretix = (json: unknown): ImportResult => {
  const parsed = pretixPlan
    .superRefine(({ zones, categories }, context) => {
      const names = new Set(categories.map(({ name }) => name))
      zones.forEach(({ rows }, zone) =>
        rows.forEach(({ seats }, row) =>
          seats.forEach(({ category }, seat) => {
            if (names.has(category)) return
            const path = ['zones', zone, 'rows', row, 'seats', seat, 'category']
            context.addIssue({ code: 'custom', path, message: 'unknown_option' })
          }),
        ),
      )
    })
    .safeParse(json, { reportInput: true })
  if (!parsed.success) return { error: parsed.error }
  const { zones, categories, size } = parsed.data
  const notes = noteCounter()
  const sections = zones.map(({ name, position: at, rows }, index) => ({
    name: name || String(index + 1),
    rows: rows.map((row) => rowOf(row, at, notes)),
  }))
  const shapes = zones.flatMap(({ areas, position: at }) =>
    (areas ?? []).flatMap((area) => shapeOf(area, at, notes) ?? []),
  )
  const document = importedDocument(
    {
      sections,
      categories: categories.map(({ name, color }) => ({ name, ...(color && { color }) })),
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

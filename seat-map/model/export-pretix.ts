import { type CompiledMap, compile, type CompiledRow } from './compile.ts'
import type { MapDocument, Row, Shape } from './document.ts'
import { PRETIX_CM } from './import-pretix.ts'
import { type ImportNote, noteCounter } from './imported-hall.ts'
import { rotate } from './row-geometry.ts'

const pixels = (centimetres: number): number => Math.round((centimetres / PRETIX_CM) * 1000) / 1000
const at = (x: number, y: number) => ({ x: pixels(x), y: pixels(y) })

const areaOf = ({ form, at: [x, y], size, angle, outline, text, color }: Shape) => {
  const common = { rotation: angle, color: color ?? '#dddddd', ...(text && { text: { text, position: at(0, 0) } }) }
  if (form === 'polygon')
    return {
      ...common,
      shape: 'polygon',
      position: at(x, y),
      polygon: { points: outline.map(([px, py]) => at(px, py)) },
    }
  if (form === 'ellipse')
    return { ...common, shape: 'ellipse', position: at(x, y), ellipse: { radius: at(size[0] / 2, size[1] / 2) } }
  const [dx, dy] = rotate([-size[0] / 2, -size[1] / 2], angle)
  const rectangle = { width: Math.round(pixels(size[0])), height: Math.round(pixels(size[1])) }
  if (rectangle.width === 0 && rectangle.height === 0) return { ...common, shape: 'text', position: at(x + dx, y + dy) }
  return { ...common, shape: 'rectangle', position: at(x + dx, y + dy), rectangle }
}

const rowOf = (
  map: CompiledMap,
  compiled: CompiledRow,
  document: Row | undefined,
  names: ReadonlyMap<string, string>,
) => {
  const { first, end, id, label } = compiled
  const [originX, originY] = [map.x[first] ?? 0, map.y[first] ?? 0]
  const positionOf = new Map((document?.keys ?? []).map((key, index) => [String(key), index]))
  const guidOf = (place: string): string => {
    const key = place.slice(id.length + 1)
    return document?.guids?.[positionOf.get(key) ?? Number(key) - 1] || place
  }
  return {
    row_number: label,
    ...(document?.row_title && { row_label: document.row_title }),
    ...(document?.seat_title && { seat_label: document.seat_title }),
    position: at(originX, originY),
    seats: Array.from({ length: end - first }, (_, index) => {
      const place = first + index
      return {
        seat_guid: guidOf(map.keys[place] ?? ''),
        seat_number: map.labels[place] ?? '',
        position: at((map.x[place] ?? 0) - originX, (map.y[place] ?? 0) - originY),
        category: names.get(map.categories[map.category[place] ?? 0] ?? '') ?? '',
        ...(document?.radius && { radius: Math.round(document.radius / PRETIX_CM) }),
      }
    }),
  }
}

/** The map as a pretix seating plan, and what the format cannot say. */
export const exportPretix = (document: MapDocument, name: string) => {
  const map = compile(document)
  const notes = noteCounter()
  const names = new Map(document.categories.map(({ id, name }) => [id, name]))
  const rows = new Map(document.rows.map((row) => [row.id, row]))
  notes.add('seat_flags', map.flags.filter((bits) => bits !== 0).length)
  notes.add('standing_areas', document.areas.length)
  notes.add('tables_flattened', document.tables.length)
  const zones = map.sections.map((section, index) => ({
    name: section.name,
    zone_id: section.id,
    position: at(0, 0),
    rows: map.rows
      .filter(({ section, first, end }) => section === index && end > first)
      .map((row) => rowOf(map, row, rows.get(row.id), names)),
    areas: index === 0 ? document.shapes.map(areaOf) : [],
  }))
  const plan = {
    name,
    size: { width: Math.round(pixels(document.size[0])), height: Math.round(pixels(document.size[1])) },
    categories: document.categories.map(({ name, color }) => ({ name, color })),
    zones,
  }
  return { plan, notes: notes.notes() as readonly ImportNote[] }
}

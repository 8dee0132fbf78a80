import { placeAt } from '../model/grid-index.ts'
import { type Point, rotate } from '../model/row-geometry.ts'
import { sectionAt } from '../viewer/hits.ts'
import type { Scene } from '../viewer/scene.ts'

/** What lies at a point: a part and the section that it belongs to, or a section alone. */
export interface PartHit {
  readonly part?: string
  readonly section?: string
  /** Index of the place; -1: none. */
  readonly place: number
}

const isInside = (outline: readonly Point[], [x, y]: Point): boolean => {
  let inside = false
  outline.forEach((b, index) => {
    const a = outline.at(index - 1) ?? b
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside
  })
  return inside
}

const shapeAt = ({ document }: Scene, point: Point): string | undefined =>
  document.shapes.findLast(({ form, at, size, angle, outline, kind }) => {
    const [x, y] = rotate([point[0] - at[0], point[1] - at[1]], -angle)
    if (form === 'polygon') return isInside(outline, [x, y])
    // A text is easier to hit than its letters.
    const least = kind === 'text' ? 60 : 0
    return (
      Math.abs(x) <= Math.max(least, Math.abs(size[0]) / 2) && Math.abs(y) <= Math.max(least / 2, Math.abs(size[1]) / 2)
    )
  })?.id

const tableAt = ({ document }: Scene, point: Point): { readonly id: string; readonly section: string } | undefined =>
  document.tables.find(({ at, angle, size }) => {
    const [x, y] = rotate([point[0] - at[0], point[1] - at[1]], -angle)
    return Math.abs(x) <= size[0] / 2 && Math.abs(y) <= size[1] / 2
  })

/** What of the hall is at a point: places lie above tables, these above shapes, areas and the ground of sections. */
export const partAt = (scene: Scene, point: Point): PartHit => {
  const place = placeAt(scene.map, scene.grid, point, scene.gap * 0.6)
  const row = scene.map.rows[scene.map.row[place] ?? -1]
  if (place >= 0 && row) return { part: row.id, section: scene.map.sections[row.section]?.id ?? '', place }
  const table = tableAt(scene, point)
  if (table) return { part: table.id, section: table.section, place: -1 }
  const shape = shapeAt(scene, point)
  if (shape !== undefined) return { part: shape, place: -1 }
  const area = scene.document.areas.findLast(({ outline }) => isInside(outline, point))
  if (area) return { part: area.id, section: area.section, place: -1 }
  const section = scene.sections[sectionAt(scene, point)]?.section.id
  return section === undefined ? { place: -1 } : { section, place: -1 }
}

/** The places along a stroke from one point to another. */
export const placesAlong = (scene: Scene, from: Point, to: Point): string[] => {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const steps = Math.max(1, Math.ceil(length / (scene.gap / 2)))
  const found = new Set<string>()
  for (let step = 0; step <= steps; step++) {
    const share = step / steps
    const at: Point = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
    const key = scene.map.keys[placeAt(scene.map, scene.grid, at, scene.gap * 0.6)]
    if (key !== undefined) found.add(key)
  }
  return [...found]
}

/** Centimetres around the name of a row that answer. */
const NAME_CM = 45

/** The row whose name stands at a point, at either end. */
export const rowNamedAt = (scene: Scene, [x, y]: Point): string | undefined => {
  for (const { at, outward, text, section } of scene.rowNames) {
    const [nameX, nameY] = [at[0] + outward[0] * scene.gap * 0.9, at[1] + outward[1] * scene.gap * 0.9]
    if (Math.hypot(nameX - x, nameY - y) > NAME_CM) continue
    return scene.map.rows.find((row) => row.section === section && row.label === text)?.id
  }
  return undefined
}

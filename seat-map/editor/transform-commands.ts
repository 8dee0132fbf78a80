import type { MapDocument, Section } from '../model/document.ts'
import { type Point, rotate, transformed } from '../model/row-geometry.ts'
import { withOutline } from '../commands/block.ts'
import type { Command } from '../commands/command.ts'
import { boxOfParts, type Ids, mapParts, middleOf, rounded, roundedPoint, selectedParts } from '../commands/parts.ts'

interface Transform {
  /** Centimetres. */
  readonly move?: Point
  /** Degrees, clockwise on the screen. */
  readonly turn?: number
  readonly around: Point
}

const moved = (point: Point, { move = [0, 0], turn = 0, around }: Transform): [number, number] => {
  const [x, y] = rotate([point[0] + move[0] - around[0], point[1] + move[1] - around[1]], turn)
  return roundedPoint([around[0] + x, around[1] + y])
}

/** Sections of which every part is among the ids, and those of which only some are. */
const sectionsOf = (document: MapDocument, ids: Ids): { readonly whole: Section[]; readonly partly: Section[] } => {
  const [some, all] = [new Set<string>(), new Map<string, boolean>()]
  for (const { id, section } of [...document.rows, ...document.tables, ...document.areas]) {
    if (ids.has(id)) some.add(section)
    all.set(section, (all.get(section) ?? true) && ids.has(id))
  }
  const touched = document.sections.filter(({ id }) => some.has(id))
  return { whole: touched.filter(({ id }) => all.get(id)), partly: touched.filter(({ id }) => !all.get(id)) }
}

/** Moves and turns parts; the outline of a section goes along with all of its parts, and is fitted to some of them. */
const transformParts = (document: MapDocument, ids: Ids, transform: Transform): MapDocument => {
  const place = <P extends { at: [number, number]; angle: number }>(part: P): P => {
    const result = transformed(part, transform)
    return { ...result, at: roundedPoint(result.at), angle: rounded(result.angle) }
  }
  const { whole, partly } = sectionsOf(document, ids)
  const along = new Set(whole.map(({ id }) => id))
  const placed = mapParts(document, ids, {
    row: place,
    table: place,
    shape: place,
    area: (area) => ({ ...area, outline: area.outline.map((point) => moved(point, transform)) }),
  })
  const outlined: MapDocument = {
    ...placed,
    sections: placed.sections.map((section) =>
      along.has(section.id)
        ? { ...section, outline: section.outline.map((point) => moved(point, transform)) }
        : section,
    ),
  }
  return withFocus(
    document,
    partly.reduce((result, { id }) => withOutline(result, id), outlined),
    ids,
    transform,
  )
}

/** The audience faces the stage: where the only stage goes, the focus goes along. */
const withFocus = (before: MapDocument, after: MapDocument, ids: Ids, transform: Transform): MapDocument => {
  const stages = before.shapes.filter(({ kind }) => kind === 'stage')
  const [stage] = stages
  return stages.length === 1 && stage && ids.has(stage.id) && after.focus
    ? { ...after, focus: moved(after.focus, transform) }
    : after
}

/** Moves by centimetres. */
export const moveParts =
  (ids: Ids, by: Point): Command =>
  (document) =>
    ids.size === 0 || (by[0] === 0 && by[1] === 0)
      ? document
      : transformParts(document, ids, { move: by, around: [0, 0] })

/** Turns by degrees, clockwise, around the middle of all of them or a point. */
export const turnParts =
  (ids: Ids, degrees: number, around?: Point): Command =>
  (document) => {
    const box = boxOfParts(selectedParts(document, ids))
    return box ? transformParts(document, ids, { turn: degrees, around: around ?? middleOf(box) }) : document
  }

export type Edge = 'left' | 'middle' | 'right' | 'top' | 'centre' | 'bottom'

/** Moves each part so that its edge, or its middle, lies on that of all of them. */
export const alignParts =
  (ids: Ids, edge: Edge): Command =>
  (document) => {
    const parts = selectedParts(document, ids)
    const all = boxOfParts(parts)
    if (!all) return document
    return parts.reduce((result, part) => {
      const box = boxOfParts([part]) ?? all
      const [x, y] = middleOf(box)
      const offsets: Record<Edge, Point> = {
        left: [all[0] - box[0], 0],
        middle: [middleOf(all)[0] - x, 0],
        right: [all[2] - box[2], 0],
        top: [0, all[1] - box[1]],
        centre: [0, middleOf(all)[1] - y],
        bottom: [0, all[3] - box[3]],
      }
      return moveParts(new Set([part.part.id]), offsets[edge])(result)
    }, document)
  }

/** Bends rows to a turn in degrees from their first to their last place; their middle stays about where it is. */
export const bendRows =
  (ids: Ids, degrees: number): Command =>
  (document) => {
    const bent = mapParts(document, ids, { row: ({ free: _free, ...row }) => ({ ...row, bend: rounded(degrees) }) })
    return sectionsOf(document, ids).partly.reduce((result, { id }) => withOutline(result, id), bent)
  }

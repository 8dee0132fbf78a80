import { z } from 'zod'
import { LIMITS, mapDocument, type Shape } from './document.ts'
import { gridOf, placesWithin } from './grid-index.ts'
import type { ImportResult } from './import-pretix.ts'
import { importedDocument, type ImportedRow, type ImportedSection, noteCounter, rounded } from './imported-hall.ts'
import { fitRow, type Point, rotate } from './row-geometry.ts'
import { readSvg, type SvgShape } from './svg-reader.ts'

/** The width of a seat in centimetres: drawings have no scale of their own. */
const SEAT_CM = 40
/** Shapes of about the usual size are seats, larger ones are stages, tables or bars. */
const SIZE_SHARE = 0.4
const MAX_CATEGORIES = 30
/** Seats within one seat's width: a drawing may have each shape several times, and no hall has more. */
const MAX_ON_ONE_SPOT = 20

interface Seat {
  readonly shape: SvgShape
  readonly at: Point
}

const widthOf = ({ size }: SvgShape): number => Math.max(size[0], size[1])
const isSquare = ({ size }: SvgShape): boolean => Math.min(size[0], size[1]) > widthOf({ size } as SvgShape) / 2
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Seats within this distance of one another are of one block. */
const BLOCK_CM = 130
/** A gap of this width is no aisle any more: what lies behind it is another row. */
const ROW_END_CM = 300
/** Where so many seats agree on the direction of the rows, the drawing is one block. */
const AGREEING_SHARE = 0.7

interface Neighbourhood {
  readonly map: { readonly x: Float32Array; readonly y: Float32Array; readonly size: number }
  /** The seats within a distance, without the seat itself. */
  readonly near: (index: number, distance: number) => number[]
}

const neighbourhoodOf = (seats: readonly Seat[]): Neighbourhood => {
  const map = {
    x: Float32Array.from(seats, ({ at }) => at[0]),
    y: Float32Array.from(seats, ({ at }) => at[1]),
    size: seats.length,
  }
  const grid = gridOf(map)
  const near = (index: number, distance: number): number[] => {
    const [x, y] = [map.x[index] ?? 0, map.y[index] ?? 0]
    const found = placesWithin(map, grid, [x - distance, y - distance, x + distance, y + distance])
    return found.filter(
      (other) => other !== index && Math.hypot((map.x[other] ?? 0) - x, (map.y[other] ?? 0) - y) <= distance,
    )
  }
  return { map, near }
}

/** The direction in which seats have their nearest neighbour, that of the rows, and the share of seats that agree. */
const rowAngle = ({ map, near }: Neighbourhood): { readonly angle: number; readonly share: number } => {
  const turns = new Map<number, number>()
  for (let index = 0; index < map.size; index++) {
    const [x, y] = [map.x[index] ?? 0, map.y[index] ?? 0]
    const distance = (other: number): number => Math.hypot((map.x[other] ?? 0) - x, (map.y[other] ?? 0) - y)
    let nearest: number | undefined
    for (const other of near(index, BLOCK_CM))
      if (nearest === undefined || distance(other) < distance(nearest)) nearest = other
    if (nearest === undefined) continue
    const degrees = (Math.atan2((map.y[nearest] ?? 0) - y, (map.x[nearest] ?? 0) - x) * 180) / Math.PI
    const turn = Math.round((((degrees % 180) + 270) % 180) - 90)
    turns.set(turn, (turns.get(turn) ?? 0) + 1)
  }
  const angle = [...turns].sort((a, b) => b[1] - a[1] || Math.abs(a[0]) - Math.abs(b[0]))[0]?.[0] ?? 0
  const agreeing = [...turns].filter(([turn]) => Math.abs(turn - angle) <= 3).reduce((sum, [, count]) => sum + count, 0)
  return { angle, share: map.size === 0 ? 1 : agreeing / map.size }
}

/** Seats that are reached from one another in steps of `BLOCK_CM`. */
const blocksOf = (seats: readonly Seat[], { near }: Neighbourhood): Seat[][] => {
  const visited = new Uint8Array(seats.length)
  const blocks: Seat[][] = []
  seats.forEach((_, start) => {
    if (visited[start] === 1) return
    visited[start] = 1
    const block: number[] = [start]
    // Grows while it is walked through.
    for (const index of block)
      for (const other of near(index, BLOCK_CM))
        if (visited[other] !== 1) {
          visited[other] = 1
          block.push(other)
        }
    blocks.push(block.sort((a, b) => a - b).flatMap((index) => seats[index] ?? []))
  })
  return blocks
}

/** A line ends where the next seat is far, or when it has as many as a row may have. */
const splitLine = (line: readonly Seat[]): Seat[][] => {
  const rows: Seat[][] = []
  for (const seat of line) {
    const row = rows.at(-1)
    const last = row?.at(-1)
    const isNear = last && Math.hypot(seat.at[0] - last.at[0], seat.at[1] - last.at[1]) < ROW_END_CM
    if (row && isNear && row.length < LIMITS.rowPlaces) row.push(seat)
    else rows.push([seat])
  }
  return rows
}

/** Seats of one line each, from the top; within a line from the left. */
const linesAlong = (seats: readonly Seat[], angle: number): Seat[][] => {
  const turned = seats.map((seat) => ({ seat, at: rotate(seat.at, -angle) })).sort((a, b) => a.at[1] - b.at[1])
  const lines: (typeof turned)[] = []
  let [sum, middle] = [0, Number.NEGATIVE_INFINITY]
  for (const each of turned) {
    const last = lines.at(-1)
    if (last && each.at[1] - middle < SEAT_CM * 0.6) last.push(each)
    else {
      lines.push([each])
      sum = 0
    }
    sum += each.at[1]
    middle = sum / (lines.at(-1)?.length ?? 1)
  }
  return lines.flatMap((line) => splitLine(line.sort((a, b) => a.at[0] - b.at[0]).map(({ seat }) => seat)))
}

/** Of a drawing whose parts are turned, the rows of each block by itself. */
const linesOf = (seats: readonly Seat[]): Seat[][] => {
  const around = neighbourhoodOf(seats)
  const { angle, share } = rowAngle(around)
  if (share >= AGREEING_SHARE) return linesAlong(seats, angle)
  return blocksOf(seats, around).flatMap((block) => linesAlong(block, rowAngle(neighbourhoodOf(block)).angle))
}

const groupedBy = <T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const group = groups.get(keyOf(value))
    if (group) group.push(value)
    else groups.set(keyOf(value), [value])
  }
  return groups
}

/** The rows of a section: named ones, groups that lie on a line or an arc, and else the lines that the seats form. */
const rowsOf = (seats: readonly Seat[]): { readonly label: string | undefined; readonly seats: readonly Seat[] }[] => {
  const named = seats.filter(({ shape }) => shape.attributes['data-row'])
  const unnamed = seats.filter(({ shape }) => !shape.attributes['data-row'])
  const rows = [...groupedBy(named, ({ shape }) => shape.attributes['data-row'] ?? '')]
  const others = [...groupedBy(unnamed, ({ shape }) => String(shape.group)).values()].flatMap((group): Seat[][] => {
    const points = group.map(({ at }) => at)
    const isRow = group.length > 2 && group.length <= LIMITS.rowPlaces && fitRow(points, SEAT_CM / 4) !== undefined
    return isRow ? splitLine(group) : linesOf(group)
  })
  const topOf = (row: readonly Seat[]): number => row.reduce((sum, { at }) => sum + at[1], 0) / row.length
  return [
    ...rows.map(([label, members]) => ({ label, seats: members })),
    ...others.map((members) => ({ label: undefined, seats: members })),
  ].sort((a, b) => topOf(a.seats) - topOf(b.seats))
}

const categoryOf = ({ shape: { attributes, fill } }: Seat): string =>
  attributes['data-category']?.slice(0, 40) || (fill ?? '1')

const otherShape = (
  { kind, at, size, angle, attributes, fill }: SvgShape,
  scale: number,
): Omit<Shape, 'id' | 'floor'> => ({
  kind: /stage|במה/i.test(`${attributes['id'] ?? ''} ${attributes['class'] ?? ''}`) ? 'stage' : 'wall',
  form: kind,
  at: [rounded(at[0] * scale), rounded(at[1] * scale)],
  size: [rounded(size[0] * scale), rounded(size[1] * scale)],
  angle: rounded(angle),
  outline: [],
  text: '',
  ...(fill && { color: fill }),
})

type Extent = readonly [left: number, top: number, right: number, bottom: number]

const extentOf = (seats: readonly Seat[]): Extent =>
  seats.reduce<Extent>(
    ([left, top, right, bottom], { at: [x, y] }) => [
      Math.min(left, x),
      Math.min(top, y),
      Math.max(right, x),
      Math.max(bottom, y),
    ],
    [Infinity, Infinity, -Infinity, -Infinity],
  )

/** The paper that some programs draw below everything: it holds all seats. `scale`: centimetres of a unit of the drawing. */
const isPaper = (
  { kind, at: [x, y], size: [width, height], angle }: SvgShape,
  [left, top, right, bottom]: Extent,
  scale: number,
): boolean =>
  kind === 'rect' &&
  angle === 0 &&
  (x - width / 2) * scale <= left &&
  (x + width / 2) * scale >= right &&
  (y - height / 2) * scale <= top &&
  (y + height / 2) * scale >= bottom

/** Whether seats lie so far apart or so close together that the drawing is none of a hall. */
const isNoHall = (seats: readonly Seat[]): boolean => {
  const spots = new Map<string, number>()
  return seats.some(({ at: [x, y] }) => {
    const spot = `${Math.floor(x / SEAT_CM)},${Math.floor(y / SEAT_CM)}`
    const count = (spots.get(spot) ?? 0) + 1
    spots.set(spot, count)
    return count > MAX_ON_ONE_SPOT || !(Math.abs(x) <= LIMITS.extentCm && Math.abs(y) <= LIMITS.extentCm)
  })
}

const refused = (message: string): ImportResult => ({
  error: new z.ZodError([{ code: 'custom', path: ['file'], message, input: undefined }]),
})

/**
 * The document of a drawing: circles and squares of the usual size become seats, which are gathered into rows. The
 * attributes data-section, data-row, data-seat and data-category name them where the drawing has them; colours become
 * categories. Everything is a proposal that the person confirms.
 */
export const importSvg = (text: string): ImportResult => {
  const content = readSvg(text)
  if (!content) return refused('invalid')
  const usual = median(content.shapes.filter(isSquare).map(widthOf))
  const isSeat = (shape: SvgShape): boolean => isSquare(shape) && Math.abs(widthOf(shape) - usual) <= usual * SIZE_SHARE
  const scale = usual > 0 ? SEAT_CM / usual : 1
  const seats = content.shapes
    .filter(isSeat)
    .map((shape): Seat => ({ shape, at: [rounded(shape.at[0] * scale), rounded(shape.at[1] * scale)] }))
  if (seats.length === 0) return refused('required')
  if (seats.length > LIMITS.places) return refused('too_big')
  if (isNoHall(seats)) return refused('invalid')
  const notes = noteCounter()
  notes.add('elements_ignored', content.ignored)
  const names = new Set(seats.map(categoryOf))
  const nameOf = names.size > MAX_CATEGORIES ? () => '1' : categoryOf
  const sections = [...groupedBy(seats, ({ shape }) => shape.attributes['data-section']?.slice(0, 60) || '1')]
  const imported = sections.map(([name, members]): ImportedSection => ({
    name,
    rows: rowsOf(members).map(({ label, seats: row }, index): ImportedRow => {
      if (label === undefined) notes.add('rows_clustered')
      return {
        label: (label ?? String(index + 1)).slice(0, 12),
        seats: row.map((seat, position) => ({
          label: seat.shape.attributes['data-seat']?.slice(0, 8) || String(position + 1),
          category: nameOf(seat),
          at: seat.at,
        })),
      }
    }),
  }))
  const categories = [...new Set(seats.map(nameOf))].map((name) => ({ name, color: name }))
  const extent = extentOf(seats)
  const shapes = content.shapes
    .filter((shape) => !isSeat(shape) && widthOf(shape) > 0 && !isPaper(shape, extent, scale))
    .slice(0, 2000)
  const hall = {
    sections: imported,
    categories,
    shapes: shapes.map((shape) => otherShape(shape, scale)),
    size: [Math.max(0, extent[2]) + 500, Math.max(0, extent[3]) + 500] as const,
  }
  const checked = mapDocument.safeParse(importedDocument(hall, notes), { reportInput: true })
  return checked.success ? { document: checked.data, notes: notes.notes() } : { error: checked.error }
}

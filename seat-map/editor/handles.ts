import type { MapDocument, Shape } from '../model/document.ts'
import { type Point, rotate } from '../model/row-geometry.ts'
import { type Block, blockOf, reshapeBlock } from '../commands/block.ts'
import type { Command } from '../commands/command.ts'
import { rounded } from '../commands/parts.ts'

/** Where the grips of a block are, in centimetres of its own frame: x along its rows, y away from the stage. */
export interface BlockFrame {
  readonly at: Point
  readonly facing: number
  /** Half of the width of the front and of the back row, and the depth of the block. */
  readonly front: number
  readonly back: number
  readonly depth: number
  /** How far the ends of the front and of the back row lie nearer to the stage than their middle. */
  readonly frontRise: number
  readonly backRise: number
}

const PAD_CM = 40

const halfAndRise = (block: Block, row: number): readonly [half: number, rise: number] => {
  const count = block.counts[row] ?? 1
  const aisles = block.aisles.filter((after) => after < count).length
  const length = block.gap * (count - 1) + aisles * block.aisleWidth
  if (block.radius === undefined) return [length / 2, 0]
  const radius = block.radius + block.depth * row
  const half = Math.min(Math.PI, length / radius / 2)
  return [radius * Math.sin(half), radius * (1 - Math.cos(half))]
}

export const frameOf = (block: Block): BlockFrame => {
  const [front, frontRise] = halfAndRise(block, 0)
  const [back, backRise] = halfAndRise(block, block.counts.length - 1)
  return {
    at: block.at,
    facing: block.facing,
    front: front + PAD_CM,
    back: back + PAD_CM,
    depth: block.depth * (block.counts.length - 1),
    frontRise,
    backRise,
  }
}

/** The six square grips, the two round ones of the bend, and the stem that turns. */
export const BLOCK_GRIPS = [
  'front_left',
  'front_right',
  'left',
  'right',
  'back_left',
  'back_right',
  'front_bend',
  'back_bend',
  'turn',
] as const
export type BlockGrip = (typeof BLOCK_GRIPS)[number]

/** The stem stands so far behind the block. */
const STEM_CM = 110

/** Where a grip is in the hall. */
export const gripPoint = (frame: BlockFrame, grip: BlockGrip): Point => {
  const { front, back, depth, frontRise, backRise } = frame
  const between = (front + back) / 2
  const local: Record<BlockGrip, Point> = {
    front_left: [-front, -frontRise - PAD_CM],
    front_right: [front, -frontRise - PAD_CM],
    left: [-between, depth / 2 - (frontRise + backRise) / 2],
    right: [between, depth / 2 - (frontRise + backRise) / 2],
    back_left: [-back, depth - backRise + PAD_CM],
    back_right: [back, depth - backRise + PAD_CM],
    front_bend: [0, -PAD_CM],
    back_bend: [0, depth + PAD_CM],
    turn: [0, depth + PAD_CM + STEM_CM],
  }
  const [x, y] = rotate(local[grip], frame.facing)
  return [frame.at[0] + x, frame.at[1] + y]
}

/** Rows flatter than this many centimetres are straight. */
const FLAT_CM = 6

const bent = (block: Block, by: number): Block => {
  const [half, rise] = halfAndRise(block, 0)
  const next = Math.max(0, rise + by)
  if (next < FLAT_CM || half < 1) return { ...block, radius: undefined }
  return { ...block, radius: Math.max(300, Math.round((half * half + next * next) / (2 * next))) }
}

/** A block whose side was dragged: places are added or taken where the hand is. */
const widened = (block: Block, by: number, side: -1 | 1): Block => {
  const added = Math.round((by * side) / block.gap)
  const shortest = Math.min(...block.counts)
  const change = Math.max(1 - shortest, Math.min(400 - Math.max(...block.counts), added))
  const [x, y] = rotate([(change * block.gap * side) / 2, 0], block.facing)
  const counts = block.counts.map((count) => count + change)
  return {
    ...block,
    counts,
    aisles: block.aisles.filter((after) => after < Math.max(...counts)),
    at: [block.at[0] + x, block.at[1] + y],
  }
}

const deepened = (block: Block, by: number): Block => {
  const rows = Math.max(1, Math.min(200, block.counts.length + Math.round(by / block.depth)))
  return { ...block, counts: Array.from({ length: rows }, (_, row) => block.counts[row] ?? block.counts.at(-1) ?? 1) }
}

/** The block after a grip was dragged from one point of the hall to another; `step`: degrees to which a turn snaps. */
export const draggedBlock = (block: Block, grip: BlockGrip, [from, to]: readonly [Point, Point], step = 5): Block => {
  const [dx, dy] = rotate([to[0] - from[0], to[1] - from[1]], -block.facing)
  if (grip === 'front_bend' || grip === 'back_bend') {
    const next = bent(block, dy)
    return next
  }
  if (grip === 'turn') {
    const angle = (Math.atan2(to[1] - block.at[1], to[0] - block.at[0]) * 180) / Math.PI - 90
    const snapped = step > 0 ? Math.round(angle / step) * step : angle
    return { ...block, facing: rounded(((snapped % 360) + 360) % 360) }
  }
  const side = grip.endsWith('left') ? -1 : 1
  const wide = widened(block, dx, side)
  return grip.startsWith('back') ? deepened(wide, dy) : wide
}

/** Applies a drag of a grip to the block of a section. */
export const dragBlock =
  (section: string, grip: BlockGrip, way: readonly [Point, Point], step?: number): Command =>
  (document) => {
    const block = blockOf(document, section)
    const category = document.rows.find((row) => row.section === section)?.category
    return block && category !== undefined
      ? reshapeBlock(section, draggedBlock(block, grip, way, step), category)(document)
      : document
  }

/** Drags a corner of a rectangle or an ellipse; the opposite one stays. */
export const dragCorner =
  (id: string, corner: readonly [-1 | 1, -1 | 1], to: Point): Command =>
  (document: MapDocument) => ({
    ...document,
    shapes: document.shapes.map((shape): Shape => {
      if (shape.id !== id || shape.form === 'polygon') return shape
      const [fixedX, fixedY] = rotate([(-corner[0] * shape.size[0]) / 2, (-corner[1] * shape.size[1]) / 2], shape.angle)
      const fixed: Point = [shape.at[0] + fixedX, shape.at[1] + fixedY]
      const [width, height] = rotate([to[0] - fixed[0], to[1] - fixed[1]], -shape.angle)
      const size: [number, number] = [Math.max(20, width * corner[0]), Math.max(20, height * corner[1])]
      const [middleX, middleY] = rotate([(size[0] * corner[0]) / 2, (size[1] * corner[1]) / 2], shape.angle)
      return {
        ...shape,
        size: [rounded(size[0]), rounded(size[1])],
        at: [rounded(fixed[0] + middleX), rounded(fixed[1] + middleY)],
      }
    }),
  })

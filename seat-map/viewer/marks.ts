import { COMPANION, flagBits, WHEELCHAIR } from '../model/compile.ts'
import type { Look } from './looks.ts'
import type { Palette } from './palette.ts'

export type Context = CanvasRenderingContext2D

/** One place as it is rendered: its middle and radius in pixels. */
export interface Mark {
  readonly x: number
  readonly y: number
  readonly r: number
  readonly look: Look
  readonly flags: number
  /** Of its category. */
  readonly color: string
}

const TURN = Math.PI * 2
const RESTRICTED = flagBits(['restricted', 'no_view'])

/** Marks that differ from a disc; a batch of discs of one colour is filled at once. */
export const isPlainDisc = (look: Look, flags: number): boolean =>
  (look === 'sold' || look === 'filtered' || (look === 'free' && (flags & (WHEELCHAIR | COMPANION | RESTRICTED)) === 0)) // oxfmt-ignore

const disc = (context: Context, x: number, y: number, r: number): void => {
  context.beginPath()
  context.arc(x, y, r, 0, TURN)
}

const stroke = (context: Context, color: string, width: number): void => {
  context.strokeStyle = color
  context.lineWidth = width
  context.stroke()
}

const fill = (context: Context, color: string): void => {
  context.fillStyle = color
  context.fill()
}

const line = (context: Context, points: readonly (readonly [number, number])[]): void => {
  context.beginPath()
  points.forEach(([x, y], index) => (index === 0 ? context.moveTo(x, y) : context.lineTo(x, y)))
}

const rounded = (context: Context, x: number, y: number, half: number, corner: number): void => {
  context.beginPath()
  context.roundRect(x - half, y - half, half * 2, half * 2, corner)
}

/** A person in a wheelchair, in a square of the size of a place. */
const wheelchairSign = (context: Context, x: number, y: number, r: number, color: string): void => {
  const u = r / 12
  const at = (dx: number, dy: number): readonly [number, number] => [x + dx * u, y + dy * u]
  context.lineWidth = Math.max(1, 1.9 * u)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = color
  line(context, [at(-1, -4.5), at(-1, 1.5), at(4, 1.5), at(6.5, 6.5)])
  context.stroke()
  line(context, [at(-1, -2), at(3.5, -2)])
  context.stroke()
  context.beginPath()
  context.arc(x - 0.5 * u, y + 3.2 * u, 5.2 * u, 1, 4)
  context.stroke()
  disc(context, x - u, y - 7.6 * u, 1.9 * u)
  fill(context, color)
}

const check = (context: Context, { x, y, r }: Mark, color: string): void => {
  const u = r / 19
  line(context, [
    [x - 10 * u, y + u],
    [x - 3 * u, y + 9 * u],
    [x + 10 * u, y - 7 * u],
  ])
  context.lineCap = 'round'
  context.lineJoin = 'round'
  stroke(context, color, Math.max(1.2, 5 * u))
}

/** Colour says the price; the square, the bar and the half say what is special about the place. */
const drawFree = (context: Context, mark: Mark, palette: Palette): void => {
  const { x, y, r, flags, color } = mark
  const u = r / 19
  if ((flags & WHEELCHAIR) !== 0) {
    rounded(context, x, y, 21 * u, 10 * u)
    fill(context, color)
    if (r >= 5) wheelchairSign(context, x, y, r, palette.onSeat)
    return
  }
  if ((flags & COMPANION) !== 0) {
    disc(context, x, y - 3 * u, 17 * u)
    fill(context, color)
    line(context, [
      [x - 19 * u, y + 21 * u],
      [x + 19 * u, y + 21 * u],
    ])
    context.lineCap = 'round'
    stroke(context, color, Math.max(1.5, 6 * u))
    return
  }
  if ((flags & RESTRICTED) !== 0) {
    disc(context, x, y, 17.5 * u)
    stroke(context, color, Math.max(1, 3.5 * u))
    context.beginPath()
    context.arc(x, y, 19 * u, -Math.PI / 2, Math.PI / 2)
    fill(context, color)
    return
  }
  disc(context, x, y, r)
  fill(context, color)
}

const dashed = (context: Context, dashes: readonly number[], then: () => void): void => {
  context.setLineDash([...dashes])
  then()
  context.setLineDash([])
}

const cross = (context: Context, { x, y }: Mark, half: number): void => {
  context.lineCap = 'round'
  line(context, [
    [x - half, y - half],
    [x + half, y + half],
  ])
  context.moveTo(x + half, y - half)
  context.lineTo(x - half, y + half)
}

const DRAW: Readonly<Record<Look, (context: Context, mark: Mark, palette: Palette) => void>> = {
  free: drawFree,
  taken: (context, { x, y, r }, { gone }) => {
    disc(context, x, y, r * 0.62)
    stroke(context, gone, Math.max(1, r * 0.15))
  },
  mine: (context, mark, { ink, paper, hall }) => {
    const { x, y, r } = mark
    disc(context, x, y, r * 1.35)
    fill(context, hall)
    stroke(context, ink, Math.max(1, r * 0.18))
    disc(context, x, y, r * 1.1)
    fill(context, ink)
    check(context, mark, paper)
  },
  offered: (context, mark, palette) => {
    const { x, y, r, color } = mark
    const u = r / 19
    disc(context, x, y, 27 * u)
    dashed(context, [Math.max(2, 9 * u), Math.max(1.5, 6 * u)], () => stroke(context, color, Math.max(1.2, 4 * u)))
    drawFree(context, { ...mark, r: r * 0.92 }, palette)
  },
  // Neither free nor taken: a point.
  filtered: (context, { x, y, r }, { gone }) => {
    disc(context, x, y, r * 0.4)
    fill(context, gone)
  },
  lost: (context, mark, { warn, hall }) => {
    disc(context, mark.x, mark.y, mark.r * 1.1)
    fill(context, hall)
    stroke(context, warn, Math.max(1, mark.r * 0.2))
    cross(context, mark, mark.r * 0.42)
    stroke(context, warn, Math.max(1, mark.r * 0.26))
  },
  sold: (context, { x, y, r }, { accent }) => {
    disc(context, x, y, r)
    fill(context, accent)
  },
  held: (context, { x, y, r }, { warn, warnSoft }) => {
    const u = r / 19
    disc(context, x, y, 16.5 * u)
    fill(context, warnSoft)
    dashed(context, [Math.max(1.5, 7 * u), Math.max(1, 5 * u)], () => stroke(context, warn, Math.max(1, 4 * u)))
    line(context, [
      [x, y - 9 * u],
      [x, y],
      [x + 6 * u, y + 5 * u],
    ])
    context.lineCap = 'round'
    stroke(context, warn, Math.max(1, 3.5 * u))
  },
  allotted: (context, { x, y, r }, { info, infoSoft }) => {
    const half = r * 1.2
    line(context, [
      [x, y - half],
      [x + half, y],
      [x, y + half],
      [x - half, y],
    ])
    context.closePath()
    fill(context, infoSoft)
    context.lineJoin = 'round'
    stroke(context, info, Math.max(1, r * 0.21))
  },
  blocked: (context, mark, { bad }) => {
    cross(context, mark, mark.r * 0.63)
    stroke(context, bad, Math.max(1.2, mark.r * 0.32))
  },
  open: (context, { x, y, r }, { hall, ink3 }) => {
    disc(context, x, y, r * 0.84)
    fill(context, hall)
    stroke(context, ink3, Math.max(1, r * 0.16))
  },
  bare: (context, { x, y, r }, { hall, bad }) => {
    disc(context, x, y, r * 0.95)
    fill(context, hall)
    dashed(context, [Math.max(1.5, r * 0.26), Math.max(1.5, r * 0.26)], () =>
      stroke(context, bad, Math.max(1, r * 0.18)),
    )
  },
}

/** Draws one place. The legend draws the same marks. */
export const drawMark = (context: Context, mark: Mark, palette: Palette): void =>
  DRAW[mark.look](context, mark, palette)

/** Looks that carry the number of the seat, and in which colour. */
export const numberColor = ({ look, flags }: Pick<Mark, 'look' | 'flags'>, palette: Palette): string | undefined => {
  if (look === 'sold') return palette.hall
  if (look === 'open') return palette.ink2
  if (look !== 'free' && look !== 'offered') return undefined
  return (flags & (WHEELCHAIR | RESTRICTED)) === 0 ? palette.onSeat : undefined
}

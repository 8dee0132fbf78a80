/** Longer paths and paths of more parts are no seats. */
const MAX_CHARS = 600
const MAX_SEGMENTS = 16
/** How many numbers each command takes; the last two are where it ends. */
const TAKES: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7 }
const TOKEN = /[a-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi

export interface PathBox {
  readonly kind: 'ellipse' | 'rect'
  /** Left, top, width and height. */
  readonly box: readonly [number, number, number, number]
}

interface Segment {
  readonly command: string
  readonly values: readonly number[]
}

/** The commands of one closed line, each with its numbers; undefined for whatever else. */
const segmentsOf = (text: string): Segment[] | undefined => {
  const tokens = text.match(TOKEN) ?? []
  const segments: Segment[] = []
  let [command, index, isClosed] = ['', 0, false]
  while (index < tokens.length) {
    const token = tokens[index] ?? ''
    if (/[a-z]/i.test(token.charAt(0))) {
      command = token
      index++
    }
    if (command.toUpperCase() === 'Z') {
      isClosed = true
      command = ''
      continue
    }
    const count = TAKES[command.toUpperCase()]
    const isSecondLine = segments.length > 0 && command.toUpperCase() === 'M'
    if (count === undefined || isSecondLine || isClosed || segments.length >= MAX_SEGMENTS) return undefined
    const values = tokens.slice(index, index + count).map(Number)
    if (values.length < count || !values.every(Number.isFinite)) return undefined
    segments.push({ command, values })
    index += count
    // More numbers after a move are lines.
    if (command === 'M') command = 'L'
    if (command === 'm') command = 'l'
  }
  return segments
}

const endOf = ({ command, values }: Segment, [x, y]: readonly [number, number]): [number, number] => {
  const isRelative = command === command.toLowerCase()
  const [fromX, fromY] = isRelative ? [x, y] : [0, 0]
  const [last = 0, before = 0] = [values.at(-1), values.at(-2)]
  if (command.toUpperCase() === 'H') return [fromX + last, y]
  if (command.toUpperCase() === 'V') return [x, fromY + last]
  return [fromX + before, fromY + last]
}

/**
 * The box of a path that is one closed line around a circle or a square, as programs for drawing write seats that were
 * converted to paths; undefined for whatever else.
 */
export const pathBox = (text: string): PathBox | undefined => {
  if (text.length > MAX_CHARS) return undefined
  const segments = segmentsOf(text)
  if (!segments || segments.length < 2) return undefined
  const points: [number, number][] = []
  for (const segment of segments) points.push(endOf(segment, points.at(-1) ?? [0, 0]))
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const box = [left, top, Math.max(...xs) - left, Math.max(...ys) - top] as const
  const commands = segments.slice(1).map(({ command }) => command.toUpperCase())
  const radii = segments.find(({ command }) => command.toUpperCase() === 'A')?.values
  if (radii && commands.every((command) => command === 'A')) {
    // Two halves of a circle end at two opposite points of it.
    const [rx = 0, ry = 0] = radii
    return { kind: 'ellipse', box: [left + box[2] / 2 - rx, top + box[3] / 2 - ry, 2 * rx, 2 * ry] }
  }
  if (segments.length < 4) return undefined
  const isStraight = commands.every((command) => 'LHV'.includes(command))
  // A triangle or a star is no seat: a square's corners lie on its box.
  const isBox = points.every(
    ([x, y]) => Math.min(x - left, left + box[2] - x) < 1e-6 || Math.min(y - top, top + box[3] - y) < 1e-6,
  )
  if (isStraight && !isBox) return undefined
  return { kind: isStraight ? 'rect' : 'ellipse', box }
}

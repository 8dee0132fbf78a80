import { asOneLine } from '@kartis/domain/text.ts'
import type { Point } from './row-geometry.ts'

export const SVG_LIMITS = { chars: 5_000_000, elements: 200_000, depth: 100 } as const

/** x' = a·x + c·y + e, y' = b·x + d·y + f, as in SVG. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

const multiply = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
]

const rotation = (degrees: number, [x, y]: Point): Matrix => {
  const radians = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y]
}

const stepOf = (name: string, values: readonly number[]): Matrix => {
  const [first = 0, second, third] = values
  if (name === 'translate') return [1, 0, 0, 1, first, second ?? 0]
  if (name === 'scale') return [first, 0, 0, second ?? first, 0, 0]
  if (name === 'rotate') return rotation(first, [second ?? 0, third ?? 0])
  const [a, b, c, d, e, f] = values
  return name === 'matrix' && f !== undefined ? [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f] : IDENTITY
}

const matrixOf = (transform: string | undefined): Matrix =>
  (transform ?? '').split(')').reduce((matrix, step) => {
    const [name = '', list] = step.split('(')
    if (list === undefined) return matrix
    const values = list.split(/[\s,]/).filter(Boolean).map(Number)
    return values.every(Number.isFinite) ? multiply(matrix, stepOf(name.replace(',', '').trim(), values)) : matrix
  }, IDENTITY)

export type SvgAttributes = Readonly<Record<string, string>>

/** A circle, an ellipse or a rectangle with its position on the page. */
export interface SvgShape {
  readonly kind: 'ellipse' | 'rect'
  /** The middle. */
  readonly at: Point
  readonly size: Point
  readonly angle: number
  readonly fill: string | undefined
  readonly attributes: SvgAttributes
  /** Which group it stands in, by the order in the file. */
  readonly group: number
}

export interface SvgContent {
  readonly shapes: readonly SvgShape[]
  /** Paths, texts, pictures and whatever else is in the file. */
  readonly ignored: number
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decoded = (text: string): string =>
  asOneLine(text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? ''))

const SPACE = /\s/
const NAME_END = /[\s=/>]/

/** The attributes of a tag. A scanner and no pattern: the file is a stranger's and may be large. */
const attributesOf = (tag: string): SvgAttributes => {
  const attributes: Record<string, string> = {}
  let index = 0
  const skipSpace = (): void => {
    while (index < tag.length && SPACE.test(tag.charAt(index))) index++
  }
  while (index < tag.length) {
    skipSpace()
    const start = index
    while (index < tag.length && !NAME_END.test(tag.charAt(index))) index++
    const name = tag.slice(start, index)
    skipSpace()
    if (tag.charAt(index) !== '=') {
      index++
      continue
    }
    index++
    skipSpace()
    const quote = tag.charAt(index)
    const end = quote === '"' || quote === "'" ? tag.indexOf(quote, index + 1) : -1
    if (end < 0) break
    if (name !== '__proto__') attributes[name] = decoded(tag.slice(index + 1, end))
    index = end + 1
  }
  return attributes
}

/** Where the tag that starts at `start` ends: a bracket within quotes is text. */
const tagEnd = (text: string, start: number): number => {
  let quote = ''
  for (let index = start; index < text.length; index++) {
    const character = text.charAt(index)
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return index
  }
  return -1
}

const HEX = /#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/i

const fillOf = ({ fill, style }: SvgAttributes): string | undefined => {
  const declared = (style ?? '').split(';').find((part) => part.trim().startsWith('fill:')) ?? fill
  const hex = HEX.exec(declared ?? '')?.[0].toLowerCase()
  return hex?.length === 4 ? `#${Array.from(hex.slice(1), (digit) => digit + digit).join('')}` : hex
}

interface Level {
  readonly name: string
  readonly matrix: Matrix
  readonly fill: string | undefined
  readonly group: number
  readonly data: SvgAttributes
}

const DATA = ['data-section', 'data-row', 'data-category'] as const

/** What a group says about the seats in it. */
const inherited = (level: Level, attributes: SvgAttributes): SvgAttributes => {
  const own = DATA.flatMap((name): [string, string][] =>
    attributes[name] === undefined ? [] : [[name, attributes[name]]],
  )
  return own.length === 0 ? level.data : { ...level.data, ...Object.fromEntries(own) }
}

const numbersOf = (attributes: SvgAttributes, ...names: string[]): number[] =>
  names.map((name) => {
    const value = Number.parseFloat(attributes[name] ?? '0')
    return Number.isFinite(value) ? value : 0
  })

const shapeOf = (name: string, attributes: SvgAttributes, level: Level): SvgShape | undefined => {
  const { matrix } = level
  let box: readonly [x: number, y: number, width: number, height: number]
  if (name === 'rect') {
    const [x = 0, y = 0, width = 0, height = 0] = numbersOf(attributes, 'x', 'y', 'width', 'height')
    box = [x + width / 2, y + height / 2, width, height]
  } else if (name === 'circle' || name === 'ellipse') {
    const [x = 0, y = 0, r = 0, rx = 0, ry = 0] = numbersOf(attributes, 'cx', 'cy', 'r', 'rx', 'ry')
    box = [x, y, 2 * (r || rx), 2 * (r || ry)]
  } else return undefined
  const [x, y, width, height] = box
  return {
    kind: name === 'rect' ? 'rect' : 'ellipse',
    at: [matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]],
    size: [width * Math.hypot(matrix[0], matrix[1]), height * Math.hypot(matrix[2], matrix[3])],
    angle: (Math.atan2(matrix[1], matrix[0]) * 180) / Math.PI,
    fill: level.fill,
    attributes: { ...level.data, ...attributes },
    group: level.group,
  }
}

/** Their contents are no picture; scripts and styles are not looked at. */
const CLOSED = new Set([
  'script',
  'style',
  'defs',
  'symbol',
  'clippath',
  'mask',
  'pattern',
  'marker',
  'metadata',
  'foreignobject',
])
const CONTAINERS = new Set(['svg', 'g', 'a', 'switch'])

/**
 * Circles, ellipses and rectangles of an SVG file. Nothing else of the file is taken, so whatever it contains can neither
 * run nor be shown. Undefined: no SVG, too large, or with declarations (entities can grow without limit).
 */
export const readSvg = (text: string): SvgContent | undefined => {
  if (text.length > SVG_LIMITS.chars || !text.includes('<svg')) return undefined
  const shapes: SvgShape[] = []
  const levels: Level[] = [{ name: '', matrix: IDENTITY, fill: undefined, group: 0, data: {} }]
  let [ignored, groups, elements, closedAt] = [0, 0, 0, 0]
  for (let index = text.indexOf('<'); index >= 0; index = text.indexOf('<', index)) {
    const skipped = skipMarkup(text, index)
    if (skipped === undefined) return undefined
    if (skipped > index) {
      index = skipped
      continue
    }
    const end = tagEnd(text, index + 1)
    if (end < 0 || ++elements > SVG_LIMITS.elements) return undefined
    const tag = text.slice(index + 1, end)
    index = end + 1
    if (tag.startsWith('/')) {
      if (levels.length > 1) levels.pop()
      if (levels.length <= closedAt) closedAt = 0
      continue
    }
    const isEmpty = tag.endsWith('/')
    const nameEnd = tag.search(/[\s/]/)
    const name = (nameEnd < 0 ? tag : tag.slice(0, nameEnd)).toLowerCase()
    const level = levels.at(-1)
    if (!level || levels.length > SVG_LIMITS.depth) return undefined
    const attributes = closedAt > 0 || nameEnd < 0 ? {} : attributesOf(tag.slice(nameEnd, isEmpty ? -1 : undefined))
    const isGroup = CONTAINERS.has(name)
    const own: Level = {
      name,
      matrix: attributes['transform'] ? multiply(level.matrix, matrixOf(attributes['transform'])) : level.matrix,
      fill: fillOf(attributes) ?? level.fill,
      group: isGroup ? ++groups : level.group,
      data: inherited(level, attributes),
    }
    if (closedAt === 0) {
      const shape = shapeOf(name, attributes, own)
      if (shape) shapes.push(shape)
      else if (!isGroup && !CLOSED.has(name)) ignored++
    }
    if (isEmpty) continue
    // Brackets of a program are no tags.
    if (name === 'script' || name === 'style') {
      const close = text.indexOf(`</${tag.slice(0, name.length)}`, index)
      if (close < 0) return undefined
      index = close
    }
    if (closedAt === 0 && CLOSED.has(name)) closedAt = levels.length
    levels.push(own)
  }
  return { shapes, ignored }
}

/** Behind a comment, character data or an instruction; the same index: a tag starts here; undefined: refused. */
const skipMarkup = (text: string, index: number): number | undefined => {
  const marks = [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ] as const
  for (const [open, close] of marks) {
    if (!text.startsWith(open, index)) continue
    const end = text.indexOf(close, index + open.length)
    return end < 0 ? undefined : end + close.length
  }
  return text.startsWith('<!', index) ? undefined : index
}

import { asOneLine } from '@kartis/domain/text.ts'
import { colorOf } from './imported-hall.ts'
import type { Point } from './row-geometry.ts'
import { pathBox } from './svg-path.ts'

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

/** Colours by class, as `<style>` of a drawing gives them; of its rules nothing else is read. */
type ClassColors = ReadonlyMap<string, string>
const MAX_RULES = 2000

const declaredFill = (declarations: string): string | undefined => {
  const part = declarations.split(';').find((each) => each.trim().startsWith('fill:'))
  return part?.slice(part.indexOf(':') + 1)
}

const classColors = (css: string): [string, string][] =>
  css
    .replace('<![CDATA[', '')
    .split('}', MAX_RULES)
    .flatMap((rule): [string, string][] => {
      const [selectors = '', declarations = ''] = rule.split('{')
      const color = colorOf(declaredFill(declarations))
      const names = selectors.split(',').map((selector) => selector.trim())
      return color ? names.filter((name) => /^\.[\w-]{1,80}$/.test(name)).map((name) => [name.slice(1), color]) : []
    })

const fillOf = ({ fill, style, class: names }: SvgAttributes, classes: ClassColors): string | undefined => {
  const byClass = (names ?? '').split(/\s+/).flatMap((name) => classes.get(name) ?? [])
  return colorOf(declaredFill(style ?? '')) ?? byClass.at(-1) ?? colorOf(fill)
}

interface Level {
  readonly name: string
  readonly matrix: Matrix
  readonly fill: string | undefined
  readonly group: number
  readonly data: SvgAttributes
  /** Within definitions: the ids by which `use` may name what stands here. */
  readonly ids: readonly string[] | undefined
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
  let kind: SvgShape['kind'] = name === 'rect' ? 'rect' : 'ellipse'
  if (name === 'rect') {
    const [x = 0, y = 0, width = 0, height = 0] = numbersOf(attributes, 'x', 'y', 'width', 'height')
    box = [x + width / 2, y + height / 2, width, height]
  } else if (name === 'circle' || name === 'ellipse') {
    const [x = 0, y = 0, r = 0, rx = 0, ry = 0] = numbersOf(attributes, 'cx', 'cy', 'r', 'rx', 'ry')
    box = [x, y, 2 * (r || rx), 2 * (r || ry)]
  } else if (name === 'path' || name === 'polygon') {
    const found = pathBox(name === 'path' ? (attributes['d'] ?? '') : `M${attributes['points'] ?? ''}Z`)
    if (!found) return undefined
    const [left, top, width, height] = found.box
    kind = found.kind
    box = [left + width / 2, top + height / 2, width, height]
  } else return undefined
  const [x, y, width, height] = box
  return {
    kind,
    at: [matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]],
    size: [width * Math.hypot(matrix[0], matrix[1]), height * Math.hypot(matrix[2], matrix[3])],
    angle: (Math.atan2(matrix[1], matrix[0]) * 180) / Math.PI,
    fill: level.fill,
    attributes: { ...level.data, ...attributes },
    group: level.group,
  }
}

/** Their contents are no picture; scripts and styles are not looked at. */
const CLOSED = new Set(['script', 'style', 'clippath', 'mask', 'pattern', 'marker', 'metadata', 'foreignobject'])
const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/
/** A layer that is switched off: its seats are no part of the hall. */
const isHidden = ({ display, visibility, style }: SvgAttributes): boolean =>
  display === 'none' || visibility === 'hidden' || (style !== undefined && HIDDEN.test(style))

/** Their contents are drawn where `use` names them. */
const DEFINITIONS = new Set(['defs', 'symbol'])
const CONTAINERS = new Set(['svg', 'g', 'a', 'switch'])

/** What `use` draws: a shape of the definitions at another place. */
const usedShape = (
  attributes: SvgAttributes,
  level: Level,
  named: ReadonlyMap<string, SvgShape>,
): SvgShape | undefined => {
  const href = attributes['href'] ?? attributes['xlink:href'] ?? ''
  const shape = href.startsWith('#') ? named.get(href.slice(1)) : undefined
  if (!shape) return undefined
  const [x = 0, y = 0] = numbersOf(attributes, 'x', 'y')
  const matrix = multiply(level.matrix, [1, 0, 0, 1, x, y])
  const [width, height] = [Math.hypot(matrix[0], matrix[1]), Math.hypot(matrix[2], matrix[3])]
  return {
    kind: shape.kind,
    at: [
      matrix[0] * shape.at[0] + matrix[2] * shape.at[1] + matrix[4],
      matrix[1] * shape.at[0] + matrix[3] * shape.at[1] + matrix[5],
    ],
    size: [shape.size[0] * width, shape.size[1] * height],
    angle: shape.angle + (Math.atan2(matrix[1], matrix[0]) * 180) / Math.PI,
    fill: level.fill ?? shape.fill,
    attributes: { ...level.data, ...attributes },
    group: level.group,
  }
}

interface Reading {
  readonly shapes: SvgShape[]
  readonly named: Map<string, SvgShape>
  readonly classes: Map<string, string>
  ignored: number
  groups: number
}

/** The level of a tag within its parent. */
const levelOf = (name: string, attributes: SvgAttributes, parent: Level, reading: Reading): Level => {
  const isDefinition = DEFINITIONS.has(name)
  const outer = isDefinition && !parent.ids ? IDENTITY : parent.matrix
  const id = attributes['id']
  const ids = parent.ids ?? (isDefinition ? [] : undefined)
  return {
    name,
    matrix: attributes['transform'] ? multiply(outer, matrixOf(attributes['transform'])) : outer,
    fill: fillOf(attributes, reading.classes) ?? parent.fill,
    group: CONTAINERS.has(name) ? ++reading.groups : parent.group,
    data: inherited(parent, attributes),
    ids: ids && id ? [...ids, id] : ids,
  }
}

/** Takes what a tag shows, or counts it. */
const take = (name: string, attributes: SvgAttributes, level: Level, reading: Reading): void => {
  const shape = name === 'use' ? usedShape(attributes, level, reading.named) : shapeOf(name, attributes, level)
  if (shape && level.ids) {
    for (const id of level.ids) if (!reading.named.has(id)) reading.named.set(id, shape)
  } else if (shape) reading.shapes.push(shape)
  else if (!CONTAINERS.has(name) && !CLOSED.has(name) && !DEFINITIONS.has(name) && !level.ids) reading.ignored++
}

/**
 * Circles, ellipses, rectangles and paths around them of an SVG file. Nothing else of the file is taken, so whatever it
 * contains can neither run nor be shown. Undefined: no SVG, too large, or with declarations (entities can grow without
 * limit).
 */
export const readSvg = (text: string): SvgContent | undefined => {
  if (text.length > SVG_LIMITS.chars || !text.includes('<svg')) return undefined
  const reading: Reading = { shapes: [], named: new Map(), classes: new Map(), ignored: 0, groups: 0 }
  const levels: Level[] = [{ name: '', matrix: IDENTITY, fill: undefined, group: 0, data: {}, ids: undefined }]
  let [elements, closedAt] = [0, 0]
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
    const written = nameEnd < 0 ? tag : tag.slice(0, nameEnd)
    // Some programs write the prefix of the namespace before each name.
    const name = written.toLowerCase().replace(/^svg:/, '')
    const parent = levels.at(-1)
    if (!parent || levels.length > SVG_LIMITS.depth) return undefined
    const attributes = closedAt > 0 || nameEnd < 0 ? {} : attributesOf(tag.slice(nameEnd, isEmpty ? -1 : undefined))
    const own = levelOf(name, attributes, parent, reading)
    const isShown = closedAt === 0 && !isHidden(attributes)
    if (isShown) take(name, attributes, own, reading)
    if (isEmpty) continue
    // Brackets of a program are no tags.
    if (name === 'script' || name === 'style') {
      const close = text.indexOf(`</${written}`, index)
      if (close < 0) return undefined
      if (name === 'style' && closedAt === 0)
        for (const [each, color] of classColors(text.slice(index, close))) reading.classes.set(each, color)
      index = close
    }
    if (closedAt === 0 && (CLOSED.has(name) || !isShown)) closedAt = levels.length
    levels.push(own)
  }
  return { shapes: reading.shapes, ignored: reading.ignored }
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
  if (!text.startsWith('<!', index)) return index
  // The line that programs begin their files with names a type and declares nothing.
  const end = text.indexOf('>', index)
  const isPlain = text.slice(index, index + 9).toLowerCase() === '<!doctype' && end > 0 && end - index < 300
  return isPlain && !text.slice(index, end).includes('[') ? end + 1 : undefined
}

import { bestAvailable } from '../model/best-available.ts'
import type { BestRequest } from '../model/best-search.ts'
import { type Board, boardOf, isFree } from '../model/board.ts'
import { COMPANION, type CompiledMap, compile, WHEELCHAIR } from '../model/compile.ts'
import type { Row } from '../model/document.ts'
import { decideOrphans, newOrphans, type OrphanRule } from '../model/orphans.ts'
import { hall, row } from './documents.ts'

/**
 * The pictures of docs/rules/seats.md. What they show is decided by the model and not drawn by hand: a changed rule changes
 * the picture, and a test compares it with the file.
 */

/** A row a line, from the front: `.` free, `#` taken, `x` requested, `w` wheelchair, `c` its companion, `b` dearer, ` ` an aisle. */
type Lines = readonly string[]

interface Panel {
  readonly caption: readonly string[]
  readonly map: CompiledMap
  readonly board: Board
  /** What the party gets, or is offered instead. */
  readonly offered: readonly number[]
  /** What it requested, and does not get. */
  readonly refused: readonly number[]
  /** Seats that stay or would stay single. */
  readonly single: readonly number[]
}

const sceneOf = (lines: Lines) => {
  const rows = lines.map((line, index): Row => {
    const places = Array.from(line).filter((character) => character !== ' ')
    const breaks: [number, number][] = []
    let position = 0
    for (const character of line) {
      if (character === ' ') breaks.push([position, 60])
      else position++
    }
    const id = `r${index}`
    const except: Row['except'] = {}
    places.forEach((character, place) => {
      if (character === 'w') except[place + 1] = { is: ['wheelchair'] }
      if (character === 'c')
        except[place + 1] = { is: ['companion'], of: `${id}.${places[place - 1] === 'w' ? place : place + 2}` }
      if (character === 'b') except[place + 1] = { category: 'b' }
    })
    const at: Row['at'] = [500 - 25 * (places.length - 1) - 30 * breaks.length, 300 + 70 * index]
    return row({ id, label: String(index + 1), rank: index, at, count: places.length, breaks, except })
  })
  const characters = lines.join('').replaceAll(' ', '')
  const map = compile(hall({ rows }))
  const requested = Array.from(characters).flatMap((character, place) => (character === 'x' ? [place] : []))
  return { map, board: boardOf(map, (place) => characters[place] !== '#'), requested }
}

const bestPanel = (caption: readonly string[], lines: Lines, request: Partial<BestRequest>): Panel => {
  const { map, board } = sceneOf(lines)
  const offered = bestAvailable(map, board, { seats: 2, categories: [0, 1], ...request })?.groups.flat() ?? []
  return { caption, map, board, offered, refused: [], single: newOrphans(map, board, offered) }
}

const orphanPanel = (caption: readonly string[], lines: Lines, rule: OrphanRule): Panel => {
  const { map, board, requested } = sceneOf(lines)
  const decision = decideOrphans(map, board, requested, rule)
  return decision
    ? { caption, map, board, offered: decision.offer, refused: requested, single: decision.orphans }
    : { caption, map, board, offered: requested, refused: [], single: newOrphans(map, board, requested) }
}

const WIDTH = 300
const SCALE = 0.5
const INK = '#17142b'
const QUIET = '#55506e'
const SEATS = ['#6d35e0', '#a86100']
const WARN = '#8a5a00'

const check = (x: number, y: number): string =>
  `<path d="m${x - 4.5} ${y + 0.5} 3 3.5 6-7" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/>`

const markOf = ({ map, board, offered, refused, single }: Panel, place: number): string => {
  const [x, y] = [((map.x[place] ?? 0) - 500) * SCALE + WIDTH / 2, ((map.y[place] ?? 0) - 300) * SCALE + 66]
  const flags = map.flags[place] ?? 0
  const color = SEATS[map.category[place] ?? 0] ?? INK
  const isWheelchair = (flags & WHEELCHAIR) !== 0
  const shape = (size: number, style: string): string =>
    isWheelchair
      ? `<rect x="${x - size}" y="${y - size}" width="${2 * size}" height="${2 * size}" rx="3" ${style}/>`
      : `<circle cx="${x}" cy="${y}" r="${size}" ${style}/>`
  const bar = (flags & COMPANION) !== 0 ? `<path d="M${x - 9} ${y + 12}h18" stroke="${color}" stroke-width="3"/>` : ''
  // Around what was requested and refused, whatever became of the place.
  const ring = refused.includes(place)
    ? `<circle cx="${x}" cy="${y}" r="12.5" fill="none" stroke="${WARN}" stroke-width="1.5" stroke-dasharray="3 3"/>`
    : ''
  if (offered.includes(place)) return shape(10, `fill="${INK}"`) + check(x, y) + bar + ring
  if (single.includes(place))
    return shape(9, `fill="#fdf0d3" stroke="${WARN}" stroke-width="2" stroke-dasharray="4 3"`) + bar + ring
  return (
    (isFree(board, place)
      ? shape(9, `fill="${color}"`) + bar
      : shape(5.5, 'fill="none" stroke="#a8a2bf" stroke-width="1.5"')) + ring
  )
}

const panelOf = (panel: Panel, index: number, height: number): string => {
  const places = Array.from({ length: panel.map.size }, (_, place) => markOf(panel, place)).join('')
  const lines = panel.caption.map(
    (line, at) =>
      `<text x="${WIDTH / 2}" y="${height - 36 + at * 19}" text-anchor="middle" ${at === 0 ? `font-weight="600" fill="${INK}"` : `fill="${QUIET}"`}>${line}</text>`,
  )
  const stage = `<rect x="${WIDTH / 2 - 45}" y="16" width="90" height="18" rx="4" fill="${INK}"/>`
  return `<g transform="translate(${index * WIDTH} 0)">${stage}${places}${lines.join('')}</g>`
}

const pictureOf = (title: string, panels: readonly Panel[], rows: number): string => {
  const [width, height] = [panels.length * WIDTH, 66 + rows * 35 + 62]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="13">`,
    `<title>${title}</title><rect width="${width}" height="${height}" rx="12" fill="#f7f5fb"/>`,
    ...panels.map((panel, index) => panelOf(panel, index, height)),
    '</svg>',
    '',
  ].join('\n')
}

/** By the name of their files in docs/pictures. */
export const rulePictures = (): Readonly<Record<string, string>> => ({
  'seats-best.svg': pictureOf(
    'Which places a party of four is offered',
    [
      bestPanel(['1. Side by side', 'nobody is left alone'], ['..........', '..........', '..........'], { seats: 4 }),
      bestPanel(['2. Side by side', 'a single seat is left'], ['#.....####', '##..##..##', '####..####'], { seats: 4 }),
      bestPanel(['3. In adjacent rows', 'parts of two and more'], ['###...####', '##..##..##', '###..#####'], {
        seats: 4,
      }),
    ],
    3,
  ),
  'seats-single.svg': pictureOf(
    'What the gentle rule of single seats refuses',
    [
      orphanPanel(
        ['Refused: a seat would be left', 'offered: the pair at the end'],
        ['.xx.......', '..........'],
        'gentle',
      ),
      orphanPanel(['Taken as chosen', 'the seat was alone before'], ['.#xx......', '..........'], 'gentle'),
      orphanPanel(['Taken as chosen', 'a dearer seat is a neighbour'], ['#xx.bbbb##', '..........'], 'gentle'),
      orphanPanel(['Taken as chosen', 'the row has no other way'], ['####xx.###', '..........'], 'gentle'),
    ],
    2,
  ),
  'seats-accessible.svg': pictureOf(
    'How accessible places are offered',
    [
      bestPanel(['A wheelchair and a companion', 'the place that belongs to it'], ['..........', 'wc......cw'], {
        wheelchairs: 1,
      }),
      bestPanel(['A wheelchair and two', 'the third sits before or behind'], ['..........', 'wc######cw'], {
        seats: 3,
        wheelchairs: 1,
      }),
      bestPanel(['Two without a wheelchair', 'accessible places are not theirs'], ['##########', 'wc##..##cw'], {}),
    ],
    2,
  ),
})

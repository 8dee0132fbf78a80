import { keySource, type MapDocument, type Row, type Section } from '../model/document.ts'
import { generateRows, sealed, sector, withAccessiblePairs } from '../model/generators.ts'
import { categoriesOf, named, type Names, numbering, roundStage } from './parts.ts'

const FOCUS: [number, number] = [3000, 400]
const GAP = 52
const DEPTH = 90

/** Blocks of every level: where their middle is and how wide they are, in degrees around the focus. */
const BLOCKS = [
  { name: ['שמאל', 'left', 'يسار'], turn: 29.5, span: 26 },
  { name: ['מרכז', 'centre', 'وسط'], turn: 0, span: 28 },
  { name: ['ימין', 'right', 'يمين'], turn: -29.5, span: 26 },
] as const

/** Levels by the distance of their first row from the focus. */
const LEVELS = [
  { name: ['פרטר', 'Parterre', 'الصالة'], floor: 0, radius: 1100, rows: 17 },
  { name: ['פרטר אחורי', 'Rear parterre', 'الصالة الخلفية'], floor: 0, radius: 2700, rows: 8 },
  { name: ['יציע', 'Balcony', 'الشرفة'], floor: 1, radius: 3500, rows: 9 },
] as const

type Level = (typeof LEVELS)[number]
type Block = (typeof BLOCKS)[number]

const RADIANS = Math.PI / 180

const joined = (level: Names, block: Names): Names => [
  `${level[0]} ${block[0]}`,
  `${level[1]} ${block[1]}`,
  `${level[2]} ${block[2]}`,
]

/** Rows on arcs, as long as the sector is wide at their distance. */
const blockRows = (
  level: Level,
  { turn, span }: Block,
  ids: { section: string; category: string },
  keys: { take: () => string },
): Row[] => {
  const counts = Array.from({ length: level.rows }, (_, row) =>
    Math.floor(((level.radius + DEPTH * row) * span * RADIANS) / GAP),
  )
  const at: [number, number] = [
    FOCUS[0] + Math.sin(turn * RADIANS) * level.radius,
    FOCUS[1] + Math.cos(turn * RADIANS) * level.radius,
  ]
  const rows = generateRows({ ...ids, counts, at, facing: -turn, radius: level.radius, gap: GAP, depth: DEPTH }, keys)
  // The side entrances of the parterre are level with its first rows.
  const isEntrance = level === LEVELS[0] && turn !== 0
  const end = turn < 0 ? 'first' : 'last'
  return rows.map((row, index) => (isEntrance && index < 4 ? withAccessiblePairs(row, 2, end) : row))
}

/** A concert hall of about 2,350: parterre, upper parterre and balcony, each of three blocks on arcs around the stage. */
export const concertHall = (): MapDocument => {
  const keys = keySource(1)
  const floors = [
    { id: keys.take(), ...named(LEVELS[0].name) },
    { id: keys.take(), ...named(LEVELS[2].name) },
  ]
  const categories = categoriesOf(
    keys,
    LEVELS.map(({ name }) => name),
  )
  const sections: Section[] = []
  const rows: Row[] = []
  LEVELS.forEach((level, index) => {
    for (const block of BLOCKS) {
      const id = keys.take()
      const depth = DEPTH * (level.rows - 1)
      const ends = [180 - block.turn - block.span / 2 - 1, 180 - block.turn + block.span / 2 + 1] as const
      const outline = sector(FOCUS, [level.radius - 60, level.radius + depth + 60], ends)
      const place = { id, floor: floors[level.floor]?.id ?? '', rank: sections.length }
      sections.push({ ...place, ...named(joined(level.name, block.name)), short: '', kind: 'rows', outline, numbering })
      rows.push(...blockRows(level, block, { section: id, category: categories[index]?.id ?? '' }, keys))
    }
  })
  return sealed(
    {
      size: [6000, 5200],
      focus: FOCUS,
      floors,
      categories,
      sections,
      rows,
      tables: [],
      areas: [],
      shapes: [roundStage(keys, floors[0]?.id ?? '', { centre: FOCUS, radius: 850, size: [1600, 900] })],
    },
    keys.next(),
  )
}

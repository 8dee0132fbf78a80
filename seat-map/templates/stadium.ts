import { type Area, keySource, type MapDocument, type Row, type Section, type Shape } from '../model/document.ts'
import { generateArea, generateRows, rectangle, sealed, withAccessiblePairs } from '../model/generators.ts'
import { categoriesOf, named, type Names, numbering, stage, standing } from './parts.ts'

const MIDDLE: [number, number] = [11_500, 9250]
/** A pitch of 105 by 68 metres, with four metres around it. */
const PITCH: [number, number] = [10_500, 6800]
const MARGIN = 400

interface Stand {
  /** Where its audience looks: up the screen from the south stand. */
  readonly facing: number
  /** Blocks along the stand, with their width in places. */
  readonly blocks: number
  readonly places: number
  readonly category: number
  readonly length: number
  readonly distance: number
}

const STANDS: readonly Stand[] = [
  { facing: 0, blocks: 9, places: 20, category: 0, length: 10_800, distance: PITCH[1] / 2 + MARGIN },
  { facing: 90, blocks: 6, places: 20, category: 2, length: 7200, distance: PITCH[0] / 2 + MARGIN },
  { facing: 180, blocks: 9, places: 20, category: 1, length: 10_800, distance: PITCH[1] / 2 + MARGIN },
  { facing: 270, blocks: 6, places: 20, category: 2, length: 7200, distance: PITCH[0] / 2 + MARGIN },
]

/** Rows of the lower and the upper tier; the upper one starts behind the last row of the lower. */
const TIERS = [
  { rows: 22, from: 0, base: 100 },
  { rows: 26, from: 22 * 85 + 350, base: 300 },
] as const
const DEPTH = 85

const UPPER_TIER: Names = ['יציע עליון', 'Upper tier', 'المدرّج العلوي']
const STAND_CATEGORIES: readonly Names[] = [
  ['מערב', 'West', 'الغرب'],
  ['מזרח', 'East', 'الشرق'],
  ['מאחורי השערים', 'Behind the goals', 'خلف المرميين'],
  UPPER_TIER,
]
const RING: Names = ['גולדן רינג', 'Golden Ring', 'جولدن رينج']
const FIELD: Names = ['עמידה', 'Standing', 'وقوف']

const direction = (facing: number): readonly [back: readonly [number, number], along: readonly [number, number]] => {
  const radians = (facing * Math.PI) / 180
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)]
  // The stand is where its audience does not look; along it goes to the audience's right.
  return [
    [-sin, cos],
    [cos, sin],
  ]
}

/** A stadium of about 29,000 seats in two tiers, blocks by number, with the gates through which people reach them. */
export const stadium = (): MapDocument => {
  const keys = keySource(1)
  const floors = [
    { id: keys.take(), ...named(['יציע תחתון', 'Lower tier', 'المدرّج السفلي']) },
    { id: keys.take(), ...named(UPPER_TIER) },
  ]
  const categories = categoriesOf(keys, STAND_CATEGORIES)
  const sections: Section[] = []
  const rows: Row[] = []
  const shapes: Shape[] = [
    {
      ...stage(keys, floors[0]?.id ?? '', MIDDLE, PITCH, ['מגרש', 'Pitch', 'الملعب']),
      kind: 'stage',
      color: '#3f7d4e',
    },
  ]
  let gate = 0
  STANDS.forEach((stand, standIndex) => {
    const [back, along] = direction(stand.facing)
    const at = (sideways: number, outwards: number): [number, number] => [
      MIDDLE[0] + along[0] * sideways + back[0] * (stand.distance + outwards),
      MIDDLE[1] + along[1] * sideways + back[1] * (stand.distance + outwards),
    ]
    for (let block = 0; block < stand.blocks; block++) {
      const pitch = stand.length / stand.blocks
      const sideways = (block + 0.5) * pitch - stand.length / 2
      // Three blocks of both tiers share a gate.
      if (block % 3 === 0) {
        gate++
        const [x, y] = at(sideways + pitch, TIERS[1].from + TIERS[1].rows * DEPTH + 700)
        shapes.push({
          ...stage(keys, floors[0]?.id ?? '', [x, y], [500, 300], [`שער ${gate}`, `Gate ${gate}`, `بوابة ${gate}`]),
          kind: 'gate',
        })
      }
      TIERS.forEach((tier, tierIndex) => {
        const id = keys.take()
        const number = String(tier.base + standIndex * 20 + block + 1)
        const category = categories[tierIndex === 0 ? stand.category : 3]?.id ?? ''
        const counts = Array.from({ length: tier.rows }, () => stand.places)
        const request = {
          section: id,
          category,
          counts,
          at: at(sideways, tier.from),
          facing: stand.facing,
          gap: 50,
          depth: DEPTH,
        }
        const built = generateRows({ ...request, rowLabels: { scheme: '1', first: 1 } }, keys)
        const isAccessible = tierIndex === 0
        rows.push(
          ...built.map((row, index) => (isAccessible && index === 0 ? withAccessiblePairs(row, 4, 'first') : row)),
        )
        const outline = rectangle(
          at(sideways, tier.from + (tier.rows * DEPTH) / 2),
          pitch - 100,
          tier.rows * DEPTH + 60,
          stand.facing,
        )
        const names = named([`גוש ${number}`, `Block ${number}`, `بلوك ${number}`])
        sections.push({
          id,
          floor: floors[tierIndex]?.id ?? '',
          ...names,
          short: number,
          gate: String(gate),
          kind: 'rows',
          outline,
          rank: sections.length,
          numbering,
        })
      })
    }
  })
  return sealed(
    { size: [23_000, 18_500], focus: MIDDLE, floors, categories, sections, rows, tables: [], areas: [], shapes },
    keys.next(),
  )
}

/** A park: a standing area before the stage, one behind it, and rows of chairs at the back. */
export const park = (): MapDocument => {
  const keys = keySource(1)
  const floor = keys.take()
  const categories = categoriesOf(keys, [RING, FIELD, ['ישיבה מסומנת', 'Numbered seats', 'مقاعد مرقّمة']])
  const [ring = '', field = '', seated = ''] = categories.map(({ id }) => id)
  const middle = 6000
  const ringOutline = rectangle([middle, 2300], 6000, 2200)
  const fieldOutline = rectangle([middle, 5400], 9000, 3600)
  const [ringId, fieldId, seatedId] = [keys.take(), keys.take(), keys.take()]
  const areas: Area[] = [
    generateArea({ section: ringId, ...named(RING), outline: ringOutline, capacity: 3000, category: ring }, keys),
    generateArea({ section: fieldId, ...named(FIELD), outline: fieldOutline, capacity: 12_000, category: field }, keys),
  ]
  const block = {
    section: seatedId,
    category: seated,
    counts: Array.from({ length: 20 }, () => 80),
    at: [middle, 7900] as const,
    aisles: [20, 40, 60],
    gap: 55,
  }
  const rows = generateRows(block, keys).map((row, index) =>
    index < 2 ? withAccessiblePairs(withAccessiblePairs(row, 4, 'first'), 4, 'last') : row,
  )
  return sealed(
    {
      size: [12_000, 10_500],
      focus: [middle, 1000],
      floors: [{ id: floor, ...named(['פארק', 'Park', 'الحديقة']) }],
      categories,
      sections: [
        standing({ id: ringId, floor, ...named(RING), outline: ringOutline, rank: 0, gate: '1' }),
        standing({ id: fieldId, floor, ...named(FIELD), outline: fieldOutline, rank: 1, gate: '2' }),
        {
          id: seatedId,
          floor,
          ...named(['ישיבה', 'Seating', 'الجلوس']),
          short: '',
          kind: 'rows',
          outline: rectangle([middle, 8750], 5200, 1900),
          rank: 2,
          gate: '3',
          numbering,
        },
      ],
      rows,
      tables: [],
      areas,
      shapes: [stage(keys, floor, [middle, 550], [3000, 900])],
    },
    keys.next(),
  )
}

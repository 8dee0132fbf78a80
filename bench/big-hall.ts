import { keySource, type MapDocument, type Row, type Section } from '@kartis/seat-map/model/document.ts'
import { generateRows, outlineAround, sealed } from '@kartis/seat-map/model/generators.ts'

const BLOCKS = { across: 6, deep: 5 }
/** An even number of places in each row: pairs from its start leave no single seat. */
export const BLOCK = { rows: 50, places: 40 }
const DEPTH = 85
const GAP = 50
const AISLE = 250
const CATEGORIES = ['קרוב', 'אמצע', 'רחוק'] as const

/** How many seats `bigHall` has. */
export const BIG_HALL_SEATS = BLOCKS.across * BLOCKS.deep * BLOCK.rows * BLOCK.places

/** A hall of 60,000 seats in thirty blocks of slightly bent rows, with three categories by the distance from the stage. */
export const bigHall = (): MapDocument => {
  const keys = keySource(1)
  const floor = keys.take()
  const categories = CATEGORIES.map((name, rank) => ({ id: keys.take(), name, rank, color: '#4338ca' }))
  const width = BLOCKS.across * (BLOCK.places * GAP + AISLE)
  const middle = width / 2 + 500
  const sections: Section[] = []
  const rows: Row[] = []
  for (let block = 0; block < BLOCKS.across * BLOCKS.deep; block++) {
    const [column, depth] = [block % BLOCKS.across, Math.floor(block / BLOCKS.across)]
    const id = keys.take()
    const built = generateRows(
      {
        section: id,
        category: categories[Math.min(2, Math.floor(depth / 2))]?.id ?? '',
        counts: Array.from({ length: BLOCK.rows }, () => BLOCK.places),
        at: [500 + (column + 0.5) * (BLOCK.places * GAP + AISLE), 2500 + depth * (BLOCK.rows * DEPTH + AISLE)],
        radius: 20_000,
        gap: GAP,
        depth: DEPTH,
        rowLabels: { scheme: '1', first: 1 },
      },
      keys,
    )
    rows.push(...built)
    sections.push({
      id,
      floor,
      name: `גוש ${block + 1}`,
      short: String(block + 1),
      kind: 'rows',
      outline: outlineAround(built, 60),
      rank: block,
      numbering: { scheme: '1', first: 1, step: 1, from: 'right', skip: [] },
    })
  }
  return sealed(
    {
      size: [width + 1000, 3000 + BLOCKS.deep * (BLOCK.rows * DEPTH + AISLE)],
      focus: [middle, 800],
      floors: [{ id: floor, name: 'אולם' }],
      categories,
      sections,
      rows,
      tables: [],
      areas: [],
      shapes: [
        {
          id: keys.take(),
          floor,
          kind: 'stage',
          form: 'rect',
          at: [middle, 800],
          size: [4000, 1000],
          angle: 0,
          outline: [],
          text: 'במה',
        },
      ],
    },
    keys.next(),
  )
}

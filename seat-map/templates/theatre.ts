import { keySource, type MapDocument, type Row } from '../model/document.ts'
import { generateRows, outlineAround, sealed, withAccessiblePairs } from '../model/generators.ts'
import { categoriesOf, named, type Names, numbering, roundStage } from './parts.ts'

/** Rows lie on wide circles, so that their ends turn a little towards the stage. */
const CENTRE: [number, number] = [1600, -1800]
/** Distances from there of the stage's front and of the first rows. */
const STAGE = 2220
const STALLS = 2500
const BALCONY = 4250
const DEPTH = 90
/** From the places to the outline of their section: the names of the rows have room in it. */
const MARGIN = 120
const HALL: Names = ['אולם', 'Stalls', 'الصالة']
const BALCONY_NAME: Names = ['יציע', 'Balcony', 'الشرفة']
/** Rows of the dearest category. */
const FRONT_ROWS = 5

/** A theatre of 600: stalls with two aisles and accessible places in the first row, a balcony above the back. */
export const theatre = (): MapDocument => {
  const keys = keySource(1)
  const [ground, upper] = [keys.take(), keys.take()]
  const categories = categoriesOf(keys, [['קדמת האולם', 'Front stalls', 'مقدمة الصالة'], HALL, BALCONY_NAME])
  const [front = '', hall = '', balcony = ''] = categories.map(({ id }) => id)
  const [stalls, gallery] = [keys.take(), keys.take()]
  const block = (section: string, radius: number, counts: readonly number[], aisles: readonly number[]): Row[] =>
    generateRows(
      { section, category: hall, counts, aisles, at: [CENTRE[0], CENTRE[1] + radius], radius, depth: DEPTH },
      keys,
    )
  const lower = block(
    stalls,
    STALLS,
    Array.from({ length: 16 }, () => 28),
    [7, 21],
  ).map((row, index): Row => {
    const own = index === 0 ? withAccessiblePairs(withAccessiblePairs(row, 2, 'first'), 2, 'last') : row
    return { ...own, category: index < FRONT_ROWS ? front : hall }
  })
  const above = block(gallery, BALCONY, [38, 38, 38, 38], [11, 27]).map((row) => ({ ...row, category: balcony }))
  const outlines = { stalls: outlineAround(lower, MARGIN), gallery: outlineAround(above, MARGIN) }
  return sealed(
    {
      size: [3200, 3000],
      focus: [1600, 420],
      floors: [
        { id: ground, ...named(HALL) },
        { id: upper, ...named(BALCONY_NAME) },
      ],
      categories,
      sections: [
        {
          id: stalls,
          floor: ground,
          ...named(HALL),
          short: 'אולם',
          kind: 'rows',
          outline: outlines.stalls,
          rank: 0,
          numbering,
        },
        {
          id: gallery,
          floor: upper,
          ...named(BALCONY_NAME),
          short: 'יציע',
          kind: 'rows',
          outline: outlines.gallery,
          rank: 1,
          numbering,
        },
      ],
      rows: [...lower, ...above],
      tables: [],
      areas: [],
      shapes: [roundStage(keys, ground, { centre: CENTRE, radius: STAGE, size: [1240, 340] })],
    },
    keys.next(),
  )
}

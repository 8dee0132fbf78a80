import { keySource, type MapDocument, type Row } from '../model/document.ts'
import { generateRows, outlineAround, sealed, withAccessiblePairs } from '../model/generators.ts'
import { categoriesOf, named, type Names, numbering, roundStage } from './parts.ts'

const HALL: Names = ['אולם', 'Stalls', 'الصالة']
const ROWS = 10
const SEATS = 12
/** The seat before the aisle in the middle. */
const AISLE = 6
const DEPTH = 95
/** Rows lie on wide circles around it. */
const CENTRE: [number, number] = [700, -2400]
/** Distances from there of the stage's front and of the first row. */
const STAGE = 2720
const STALLS = 2960

/** A small hall of 120: ten rows with an aisle in the middle, accessible places in the first row, one price. */
export const smallHall = (): MapDocument => {
  const keys = keySource(1)
  const ground = keys.take()
  const categories = categoriesOf(keys, [HALL])
  const [category = ''] = categories.map(({ id }) => id)
  const section = keys.take()
  const counts = Array.from({ length: ROWS }, () => SEATS)
  const rows = generateRows(
    {
      section,
      category,
      counts,
      aisles: [AISLE],
      at: [CENTRE[0], CENTRE[1] + STALLS],
      radius: STALLS,
      depth: DEPTH,
    },
    keys,
  ).map((row, index): Row => (index === 0 ? withAccessiblePairs(withAccessiblePairs(row, 2, 'first'), 1, 'last') : row))
  return sealed(
    {
      size: [1400, 1650],
      focus: [700, 300],
      floors: [{ id: ground, ...named(HALL) }],
      categories,
      sections: [
        {
          id: section,
          floor: ground,
          ...named(HALL),
          short: 'אולם',
          kind: 'rows',
          outline: outlineAround(rows, 80),
          rank: 0,
          numbering,
        },
      ],
      rows,
      tables: [],
      areas: [],
      shapes: [roundStage(keys, ground, { centre: CENTRE, radius: STAGE, size: [460, 200] })],
    },
    keys.next(),
  )
}

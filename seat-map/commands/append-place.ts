import { lastIsRight, placesOf } from '../model/computed-places.ts'
import type { MapDocument, Row, Section } from '../model/document.ts'
import { type Point, rotate, rowPositions } from '../model/row-geometry.ts'
import { lengthOf, middleOfRow, NEW_BLOCK, rowsOfSection, withCount } from './block.ts'
import { freeSpot, roundedPoint } from './parts.ts'

/** The labels of a row by the names of its places. */
const labelsOf = (row: Row, section: Section, focus: Point | null): ReadonlyMap<string, string> => {
  const { names, labels } = placesOf({ group: row, section, focus }, undefined, new Map())
  return new Map(names.map((name, index) => [name, labels[index] ?? '']))
}

/** On in the arc of the row: its places stay where they are, whichever end grows. */
const lengthened = (row: Row, atStart: boolean): Pick<Row, 'bend' | 'angle'> => {
  const length = lengthOf(row)
  if (row.free || length === 0) return { bend: row.bend, angle: row.angle }
  const bend = (row.bend * (length + row.gap)) / length
  const turn = (bend - row.bend) / 2
  return { bend, angle: atStart ? row.angle - turn : row.angle + turn }
}

/** The longer row with its new place before the others. */
const turned = (row: Row, longer: Row): Row => {
  const keys = longer.keys ?? Array.from({ length: longer.count }, (_, index) => index + 1)
  const [first, second] = row.free ?? []
  const start: Row = {
    ...longer,
    keys: [...keys.slice(-1), ...keys.slice(0, -1)],
    breaks: row.breaks.map(([after, width]): [number, number] => [after + 1, width]),
    ...(row.guids && { guids: ['', ...row.guids] }),
  }
  if (row.free && first)
    return {
      ...start,
      free: [
        roundedPoint([2 * first[0] - (second?.[0] ?? first[0] + row.gap), 2 * first[1] - (second?.[1] ?? first[1])]),
        ...row.free,
      ],
    }
  const [before, after] = [rowPositions(row).at(-1) ?? row.at, rowPositions(start).at(-1) ?? row.at]
  return { ...start, at: [row.at[0] + before[0] - after[0], row.at[1] + before[1] - after[1]] }
}

/**
 * A row with one more place, at the end where its numbers go on, and the name of the place. The others stay where they are
 * and are called as before, also where a row is numbered from its middle.
 */
export const withOneMore = (
  row: Row,
  section: Section,
  focus: Point | null,
): { readonly row: Row; readonly place: string } => {
  const { from, scheme } = { ...section.numbering, ...row.numbering }
  const isRight = lastIsRight(row, rowPositions(row), focus)
  const atStart = scheme !== 'odd_even' && from !== 'middle' && (from === 'right') === isRight
  const longer: Row = { ...withCount(row, row.count + 1), ...lengthened(row, atStart) }
  const grown = atStart ? turned(row, longer) : longer
  const place = `${row.id}.${(atStart ? grown.keys?.[0] : grown.keys?.at(-1)) ?? grown.count}`
  const [before, after] = [labelsOf(row, section, focus), labelsOf(grown, section, focus)]
  const except = { ...grown.except }
  for (const [name, label] of before) {
    const key = name.slice(row.id.length + 1)
    if (after.get(name) !== label) except[key] = { ...except[key], label }
  }
  return { row: { ...grown, except }, place }
}

/** From one row to the next behind it. */
const stepBehind = (rows: readonly Row[], focus: Point | null): Point => {
  const [last, before] = [rows.at(-1), rows.at(-2)]
  if (!last) return [0, 0]
  const middle = middleOfRow(last)
  if (before) {
    const [x, y] = middleOfRow(before)
    return [middle[0] - x, middle[1] - y]
  }
  const step = rotate([0, NEW_BLOCK.depth], last.angle)
  const isTowards = focus !== null && step[0] * (focus[0] - middle[0]) + step[1] * (focus[1] - middle[1]) > 0
  return isTowards ? [-step[0], -step[1]] : step
}

/** A row of one place behind the last of its section; the first of a section stands behind everything that exists. */
export const newRow = (
  document: MapDocument,
  { section, ...fields }: Pick<Row, 'id' | 'label' | 'category'> & { readonly section: Section },
): Row => {
  const rows = rowsOfSection(document, section.id)
  const last = rows.at(-1)
  const [dx, dy] = stepBehind(rows, section.focus ?? document.focus)
  return {
    ...fields,
    section: section.id,
    rank: (last?.rank ?? 0) + 1,
    at: roundedPoint(last ? [last.at[0] + dx, last.at[1] + dy] : freeSpot(document)),
    angle: last?.angle ?? 0,
    gap: last?.gap ?? NEW_BLOCK.gap,
    bend: 0,
    count: 1,
    breaks: [],
    numbering: {},
    except: {},
  }
}

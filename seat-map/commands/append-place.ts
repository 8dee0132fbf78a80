import { lastIsRight, placesOf } from '../model/computed-places.ts'
import type { MapDocument, Row, Section } from '../model/document.ts'
import { labelOf } from '../model/numbering.ts'
import { type Point, rotate, rowPositions } from '../model/row-geometry.ts'
import { lengthOf, middleOfRow, NEW_BLOCK, rowsOfSection, withCount, withOutline } from './block.ts'
import type { Command } from './command.ts'
import { freeSpot, mapParts, roundedPoint } from './parts.ts'

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
  return { row: withLabelsOf(row, grown, section, focus), place }
}

/** The changed row, whose places are called as in the row before. */
const withLabelsOf = (row: Row, changed: Row, section: Section, focus: Point | null): Row => {
  const [before, after] = [labelsOf(row, section, focus), labelsOf(changed, section, focus)]
  const except = { ...changed.except }
  for (const [name, label] of before) {
    const key = name.slice(row.id.length + 1)
    if (after.get(name) !== label) except[key] = { ...except[key], label }
  }
  return { ...changed, except }
}

/** `12א` beside 12, `12ב` where that exists: as numbers are added between houses and seats. */
const labelBeside = (label: string, existing: ReadonlySet<string>): string => {
  const stem = label.slice(0, 7)
  const labels = Array.from({ length: 22 }, (_, index) => stem + labelOf('אב', index + 1))
  return labels.find((each) => !existing.has(each)) ?? stem
}

/**
 * A row with one more place after one of its own, called `12א` beside 12. What stands before it stays, and what stands behind
 * it moves on by one place; where the places were set one by one all stay, and the new one is between two. Everybody is
 * called as before.
 */
const withPlaceAfter = (row: Row, name: string, section: Section, focus: Point | null): Row => {
  const keys = row.keys ?? Array.from({ length: row.count }, (_, index) => index + 1)
  const next = keys.findIndex((key) => `${row.id}.${key}` === name) + 1
  const longer: Row = { ...withCount(row, row.count + 1), ...lengthened(row, false) }
  const added = longer.keys?.at(-1) ?? longer.count
  const between = (points: NonNullable<Row['free']>): NonNullable<Row['free']> => {
    const [before, behind] = [points[next - 1], points[next]]
    if (!before || !behind) return [...points]
    const middle: [number, number] = [...roundedPoint([(before[0] + behind[0]) / 2, (before[1] + behind[1]) / 2])]
    return [...points.slice(0, next), middle, ...points.slice(next)]
  }
  const inserted: Row = {
    ...longer,
    keys: [...keys.slice(0, next), added, ...keys.slice(next)],
    breaks: row.breaks.map(([after, width]): [number, number] => [after >= next ? after + 1 : after, width]),
    ...(row.guids && { guids: [...row.guids.slice(0, next), '', ...row.guids.slice(next)] }),
    ...(row.free && next < row.free.length && { free: between(row.free) }),
  }
  const labels = labelsOf(row, section, focus)
  const label = labelBeside(labels.get(name) ?? '', new Set(labels.values()))
  const named = withLabelsOf(row, inserted, section, focus)
  return { ...named, except: { ...named.except, [added]: { label } } }
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

/** One more place after one of a row. */
export const insertPlaceAfter =
  (place: string): Command =>
  (document) => {
    const row = document.rows.find(({ id }) => id === place.split('.')[0])
    const section = document.sections.find(({ id }) => id === row?.section)
    if (!row || !section) return document
    const longer = withPlaceAfter(row, place, section, section.focus ?? document.focus)
    return withOutline(mapParts(document, new Set([row.id]), { row: () => longer }), section.id)
  }

import { LIMITS, type MapDocument, type Shape } from '../model/document.ts'
import { outlineAround } from '../model/generators.ts'
import { type Point, rotate } from '../model/row-geometry.ts'
import { rowsOfSection, withOutline } from './block.ts'
import type { Command } from './command.ts'
import { boxOf, boxOfParts, idsOfSections, middleOf, rounded, roundedPoint, selectedParts } from './parts.ts'

/** An outline with fewer corners encloses nothing. */
export const MIN_CORNERS = 3

/** The corners of an area, of a polygon, or of the outline of a section, in centimetres of the hall. */
export const cornersOf = (document: MapDocument, id: string): readonly Point[] | undefined => {
  const shape = document.shapes.find((each) => each.id === id)
  if (shape)
    return shape.form === 'polygon'
      ? shape.outline.map((corner): Point => {
          const [x, y] = rotate(corner, shape.angle)
          return [shape.at[0] + x, shape.at[1] + y]
        })
      : undefined
  return [...document.areas, ...document.sections].find((each) => each.id === id)?.outline
}

const sizeOf = (outline: readonly Point[]): [number, number] => {
  const [left, top, right, bottom] = boxOf(outline) ?? [0, 0, 0, 0]
  return [rounded(right - left), rounded(bottom - top)]
}

/** A polygon around its middle, as a shape stores it. */
export const polygonFrom = (corners: readonly Point[]): Pick<Shape, 'form' | 'at' | 'size' | 'angle' | 'outline'> => {
  const at = roundedPoint(middleOf(boxOf(corners) ?? [0, 0, 0, 0]))
  const outline = corners.map(([x, y]) => roundedPoint([x - at[0], y - at[1]]))
  return { form: 'polygon', at, size: sizeOf(outline), angle: 0, outline }
}

const withShapeCorners = (shape: Shape, corners: readonly Point[]): Shape => {
  const outline = corners.map(([x, y]) => roundedPoint(rotate([x - shape.at[0], y - shape.at[1]], -shape.angle)))
  return { ...shape, outline, size: sizeOf(outline) }
}

/** Replaces the corners of an outline; nothing happens where there are too few or too many. */
export const setCorners =
  (id: string, corners: readonly Point[]): Command =>
  (document) => {
    if (corners.length < MIN_CORNERS || corners.length > LIMITS.corners) return document
    const outline = corners.map(roundedPoint)
    // The section of an area is the area: both have one outline.
    const owner = document.areas.find((area) => area.id === id)?.section
    return {
      ...document,
      areas: document.areas.map((area) => (area.id === id ? { ...area, outline } : area)),
      shapes: document.shapes.map((shape) =>
        shape.id === id && shape.form === 'polygon' ? withShapeCorners(shape, corners) : shape,
      ),
      sections: document.sections.map((section) =>
        section.id === owner
          ? { ...section, outline }
          : section.id === id
            ? { ...section, outline, outline_fixed: true as const }
            : section,
      ),
    }
  }

const changeCorners =
  (id: string, change: (corners: readonly Point[]) => readonly Point[]): Command =>
  (document) => {
    const corners = cornersOf(document, id)
    return corners ? setCorners(id, change(corners))(document) : document
  }

export const moveCorner = (id: string, index: number, to: Point): Command =>
  changeCorners(id, (corners) => corners.map((corner, each) => (each === index ? to : corner)))

/** Moves a corner by centimetres. */
export const shiftCorner = (id: string, index: number, [dx, dy]: Point): Command =>
  changeCorners(id, (corners) => corners.map(([x, y], each) => (each === index ? [x + dx, y + dy] : [x, y])))

/** The middle of the edge behind a corner. */
export const middleOfEdge = (corners: readonly Point[], index: number): Point => {
  const [x, y] = corners[index] ?? [0, 0]
  const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, y]
  return [(x + nextX) / 2, (y + nextY) / 2]
}

/** A new corner behind another one, in the middle of the edge unless it is said where. */
export const addCorner = (id: string, index: number, at?: Point): Command =>
  changeCorners(id, (corners) => [
    ...corners.slice(0, index + 1),
    at ?? middleOfEdge(corners, index),
    ...corners.slice(index + 1),
  ])

/** Takes a corner away; the last three stay. */
export const removeCorner = (id: string, index: number): Command =>
  changeCorners(id, (corners) => corners.filter((_, each) => each !== index))

/** Corners of a polygon that looks like an ellipse. */
const ELLIPSE_CORNERS = 24

const outlineOf = ({ form, size: [width, height] }: Shape): Point[] =>
  form === 'ellipse'
    ? Array.from({ length: ELLIPSE_CORNERS }, (_, index): Point => {
        const turn = (index * 2 * Math.PI) / ELLIPSE_CORNERS
        return [(Math.cos(turn) * width) / 2, (Math.sin(turn) * height) / 2]
      })
    : [[-width / 2, -height / 2], [width / 2, -height / 2], [width / 2, height / 2], [-width / 2, height / 2]] // oxfmt-ignore

const inForm = (shape: Shape, form: Shape['form']): Shape => {
  if (form === shape.form) return shape
  if (form === 'polygon') return { ...shape, form, outline: outlineOf(shape).map(roundedPoint) }
  if (shape.form !== 'polygon') return { ...shape, form }
  // What lies around the corners, turned as they are.
  const box = boxOf(shape.outline)
  if (!box) return { ...shape, form, outline: [], size: [100, 100] }
  const [x, y] = rotate(middleOf(box), shape.angle)
  return {
    ...shape,
    form,
    outline: [],
    at: roundedPoint([shape.at[0] + x, shape.at[1] + y]),
    size: [Math.max(20, rounded(box[2] - box[0])), Math.max(20, rounded(box[3] - box[1]))],
  }
}

/** Makes a rectangle or an ellipse a polygon with corners of its own, or the other way round. */
export const changeForm =
  (id: string, form: Shape['form']): Command =>
  (document) => ({
    ...document,
    shapes: document.shapes.map((shape) => (shape.id === id ? inForm(shape, form) : shape)),
  })

/** Centimetres around the places of a section. */
const MARGIN_CM = 60

/** The outline of a section becomes one that is drawn by hand, beginning with what it is now. */
export const outlineByHand =
  (id: string): Command =>
  (document) => {
    const section = document.sections.find((each) => each.id === id)
    if (!section || section.outline_fixed) return document
    if (section.outline.length >= MIN_CORNERS) return setCorners(id, section.outline)(document)
    const rows = rowsOfSection(document, id)
    if (rows.length > 0) return setCorners(id, outlineAround(rows, MARGIN_CM))(document)
    const box = boxOfParts(selectedParts(document, new Set(idsOfSections(document, new Set([id])))))
    if (!box) return document
    const [left, top, right, bottom] = [box[0] - MARGIN_CM, box[1] - MARGIN_CM, box[2] + MARGIN_CM, box[3] + MARGIN_CM]
    return setCorners(id, [[left, top], [right, top], [right, bottom], [left, bottom]])(document) // oxfmt-ignore
  }

/** The outline of a section follows its rows again; tables have none of their own. */
export const fitOutline =
  (id: string): Command =>
  (document) => {
    const sections = document.sections.map(({ outline_fixed: isFixed, ...section }) =>
      section.id === id ? { ...section, outline: [] } : { ...section, ...(isFixed && { outline_fixed: isFixed }) },
    )
    return withOutline({ ...document, sections }, id)
  }

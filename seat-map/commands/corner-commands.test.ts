import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS, mapDocument, type MapDocument, type Shape } from '../model/document.ts'
import type { Point } from '../model/row-geometry.ts'
import { hall, row, section } from '../testing/documents.ts'
import { sceneOf } from '../viewer/scene.ts'
import {
  addCorner,
  changeForm,
  cornersOf,
  fitOutline,
  moveCorner,
  outlineByHand,
  polygonFrom,
  removeCorner,
  setCorners,
  shiftCorner,
} from './corner-commands.ts'
import { addArea, addShape, changeRows } from './draw-commands.ts'

const SQUARE: readonly Point[] = [[0, 0], [400, 0], [400, 300], [0, 300]] // oxfmt-ignore
const names = { section: 'עמידה', category: 'רגיל' }

/** A hall with a row, an area and a turned polygon, all of which have corners. */
const example = (angle = 0): { document: MapDocument; area: string; shape: string } => {
  const withArea = addArea(SQUARE, 100, names)(hall({ next: 1000, rows: [row()] }))
  const document = addShape({ kind: 'wall', ...polygonFrom(SQUARE), angle, text: '' })(withArea)
  return { document, area: document.areas[0]?.id ?? '', shape: document.shapes[0]?.id ?? '' }
}

const point = fc.tuple(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: -5000, max: 5000 }))
const near = ([ax, ay]: Point, [bx, by]: Point): boolean => Math.hypot(ax - bx, ay - by) < 0.05

describe('corners of an outline', () => {
  it('are where the hall shows them, of areas and of polygons that are turned', () => {
    const { document, area, shape } = example(90)
    expect(cornersOf(document, area)).toEqual(SQUARE)
    const turned = cornersOf(document, shape) ?? []
    expect(turned.map(([x, y]) => [Math.round(x), Math.round(y)])).toEqual([[350, -50], [350, 350], [50, 350], [50, -50]]) // oxfmt-ignore
    expect(cornersOf(document, 'r1')).toBeUndefined()
  })

  it('any corner goes where it is put, and no other moves, however the outline is turned', () => {
    const cases = fc.record({
      corners: fc.array(point, { minLength: 3, maxLength: 12 }),
      angle: fc.integer({ min: -359, max: 359 }),
      index: fc.nat(),
      to: point,
      of: fc.constantFrom('area' as const, 'shape' as const),
    })
    fc.assert(
      fc.property(cases, ({ corners, angle, index, to, of }) => {
        const before = example(angle)
        const id = before[of]
        const placed = setCorners(id, corners)(before.document)
        const at = index % corners.length
        const after = cornersOf(moveCorner(id, at, to)(placed), id) ?? []
        expect(after).toHaveLength(corners.length)
        after.forEach((corner, each) => expect(near(corner, each === at ? to : (corners[each] ?? [0, 0]))).toBe(true))
      }),
    )
  })

  it('a corner that is added and taken away leaves the outline as it was, and every document is valid', () => {
    const cases = fc.record({ corners: fc.array(point, { minLength: 3, maxLength: 12 }), index: fc.nat() })
    fc.assert(
      fc.property(cases, ({ corners, index }) => {
        const { document, shape } = example(30)
        const placed = setCorners(shape, corners)(document)
        const at = index % corners.length
        const added = addCorner(shape, at)(placed)
        expect(cornersOf(added, shape)).toHaveLength(corners.length + 1)
        const removed = cornersOf(removeCorner(shape, at + 1)(added), shape) ?? []
        removed.forEach((corner, each) => expect(near(corner, corners[each] ?? [0, 0])).toBe(true))
        expect(mapDocument.safeParse(added).success).toBe(true)
      }),
    )
  })

  it('are never fewer than three and never more than a document may have', () => {
    const { document, area } = example()
    const triangle = removeCorner(area, 0)(document)
    expect(cornersOf(triangle, area)).toHaveLength(3)
    expect(cornersOf(removeCorner(area, 0)(triangle), area)).toHaveLength(3)
    const many = Array.from({ length: LIMITS.corners }, (_, index): Point => [index * 10, index % 2])
    const full = setCorners(area, many)(document)
    expect(cornersOf(full, area)).toHaveLength(LIMITS.corners)
    expect(addCorner(area, 3)(full)).toBe(full)
  })

  it('the section of an area has the outline of the area', () => {
    const { document, area } = example()
    const moved = shiftCorner(area, 2, [10, -20])(document)
    expect(moved.areas[0]?.outline[2]).toEqual([410, 280])
    expect(moved.sections.find(({ id }) => id === moved.areas[0]?.section)?.outline).toEqual(moved.areas[0]?.outline)
  })

  it('a polygon that is turned lies within the bounds of its hall', () => {
    const { document } = example(90)
    const long = { ...document, sections: [], areas: [], rows: [], shapes: document.shapes.map((shape): Shape => ({ ...shape, size: [0, 0] })) } // oxfmt-ignore
    expect(sceneOf(long).bounds.map(Math.round)).toEqual([50, -50, 350, 350])
  })
})

describe('the form of a shape', () => {
  it('a rectangle becomes a polygon with its four corners, and a rectangle around them again', () => {
    const { document, shape } = example()
    const polygon = changeForm(shape, 'polygon')(changeForm(shape, 'rect')(document))
    const corners = [...(cornersOf(polygon, shape) ?? [])].sort((a, b) => a[0] - b[0] || a[1] - b[1])
    expect(corners).toEqual([...SQUARE].sort((a, b) => a[0] - b[0] || a[1] - b[1]))
    const wide = moveCorner(shape, 1, [800, 0])(polygon)
    expect(changeForm(shape, 'rect')(wide).shapes[0]).toMatchObject({ form: 'rect', outline: [], size: [800, 300], at: [400, 150] }) // oxfmt-ignore
  })

  it('an ellipse becomes a polygon within its box', () => {
    const { document, shape } = example()
    const ellipse = changeForm(shape, 'polygon')(changeForm(shape, 'ellipse')(document))
    expect(cornersOf(ellipse, shape)?.length).toBeGreaterThan(12)
    expect(ellipse.shapes[0]?.size).toEqual([400, 300])
  })
})

describe('the outline of a section', () => {
  const rows = hall({ next: 1000, sections: [section()], rows: [row(), row({ id: 'r2', rank: 2, at: [275, 400] })] })

  it('that was drawn by hand stays when its rows change, until it is fitted to them again', () => {
    const byHand = outlineByHand('s')(rows)
    const moved = moveCorner('s', 0, [-500, -500])(byHand)
    const longer = changeRows(new Set(['r1']), { count: 20 })(moved)
    expect(longer.sections[0]?.outline).toEqual(moved.sections[0]?.outline)
    expect(longer.sections[0]?.outline_fixed).toBe(true)
    const fitted = fitOutline('s')(longer)
    expect(fitted.sections[0]?.outline).not.toEqual(moved.sections[0]?.outline)
    expect(fitted.sections[0]?.outline_fixed).toBeUndefined()
    expect(mapDocument.safeParse(fitted).success).toBe(true)
  })

  it('begins around what the section holds where it had none', () => {
    expect(outlineByHand('s')(rows).sections[0]?.outline.length).toBeGreaterThan(3)
    expect(outlineByHand('s')(hall())).toEqual(hall())
  })
})

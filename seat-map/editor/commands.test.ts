import { describe, expect, it } from 'vitest'
import { compile } from '../model/compile.ts'
import { emptyDocument } from '../model/document.ts'
import { theatre } from '../templates/theatre.ts'
import { hall, row, section } from '../testing/documents.ts'
import { addBlock, NEW_BLOCK } from '../commands/block.ts'
import { addedIds, copyParts, duplicateParts, pasteParts } from './clipboard.ts'
import { addArea, addRow, addShape, addTable, changeTable, usualStage } from '../commands/draw-commands.ts'
import { findPlaces } from './find-place.ts'
import { boxOfParts, freeSpot, partsWithin, selectedParts } from '../commands/parts.ts'
import {
  flagPlaces,
  labelPlace,
  numberSections,
  paintParts,
  paintPlaces,
  setGone,
  shiftPlaces,
} from '../commands/place-commands.ts'
import { guidesOf, snapBox } from './snap.ts'
import { addCategory, deleteCategory, deleteParts, groupParts, separateAreas } from '../commands/structure-commands.ts'
import { alignParts, moveParts, turnParts } from './transform-commands.ts'

const names = { section: 'אזור', category: 'רגיל' }
const first = new Set(['r1'])
const two = hall({ rows: [row(), row({ id: 'r2', rank: 2, label: 'ב׳', at: [300, 400] })] })

describe('painting and marking', () => {
  it('a place painted like its row differs in nothing', () => {
    const painted = paintPlaces(['r1.2', 'r1.3'], 'b')(two)
    expect(painted.rows[0]!.except).toEqual({ 2: { category: 'b' }, 3: { category: 'b' } })
    expect(paintPlaces(['r1.2', 'r1.3'], 'a')(painted).rows[0]!.except).toEqual({})
    expect(paintParts(first, 'b')(painted).rows[0]).toMatchObject({ category: 'b', except: {} })
  })

  it('a companion belongs to the nearest wheelchair place, also when that is marked later', () => {
    const companion = flagPlaces(['r1.2'], 'companion', true)(two)
    expect(companion.rows[0]!.except[2]).toEqual({ is: ['companion'] })
    const pair = flagPlaces(['r1.1'], 'wheelchair', true)(companion)
    expect(pair.rows[0]!.except[2]).toEqual({ is: ['companion'], of: 'r1.1' })
    expect(flagPlaces(['r1.1'], 'wheelchair', false)(pair).rows[0]!.except).toEqual({ 2: { is: ['companion'] } })
    expect(flagPlaces(['r1.2'], 'companion', false)(pair).rows[0]!.except).toEqual({ 1: { is: ['wheelchair'] } })
  })

  it('a place that is gone comes back as it was, and a label can be taken off', () => {
    const marked = labelPlace('r1.4', '12א')(two)
    const gone = setGone(['r1.4'], true)(marked)
    expect(compile(gone).size).toBe(19)
    expect(setGone(['r1.4'], false)(gone).rows[0]!.except).toEqual({ 4: { label: '12א' } })
    expect(labelPlace('r1.4', ' ')(marked).rows[0]!.except).toEqual({})
    expect(shiftPlaces(['r1.4'], [5, 0])(two).rows[0]!.except).toEqual({ 4: { dx: 5, dy: 0 } })
  })

  it('numbering a section overrides the rows in the fields that are set', () => {
    const own = hall({ rows: [row({ numbering: { from: 'left', first: 5 } })] })
    const numbered = numberSections(new Set(['s']), { from: 'middle' })(own)
    expect(numbered.sections[0]!.numbering.from).toBe('middle')
    expect(numbered.rows[0]!.numbering).toEqual({ first: 5 })
  })
})

describe('moving, turning and aligning', () => {
  it('the outline goes along with the whole section, and the focus with the stage', () => {
    const document = theatre()
    const stalls = document.sections[0]!
    const ids = new Set(document.rows.filter((each) => each.section === stalls.id).map(({ id }) => id))
    const moved = moveParts(ids, [100, 50])(document)
    expect(moved.sections[0]!.outline[0]![0]).toBeCloseTo(stalls.outline[0]![0] + 100)
    expect(moved.focus).toEqual(document.focus)
    const stage = new Set([document.shapes[0]!.id])
    expect(moveParts(stage, [0, -100])(document).focus).toEqual([1600, 320])
  })

  it('a turn and its opposite give the same places', () => {
    const there = turnParts(first, 30)(two)
    const back = turnParts(first, -30)(there)
    expect(there.rows[0]!.angle).toBe(30)
    expect(back.rows[0]!.at[0]).toBeCloseTo(275, 0)
    expect(back.rows[1]).toEqual(two.rows[1])
  })

  it('aligned rows begin at the same line', () => {
    const aligned = alignParts(new Set(['r1', 'r2']), 'left')(two)
    expect(aligned.rows.map(({ at }) => at[0])).toEqual([275, 275])
  })

  it('a moved box lies on the axis of the stage when it is near enough', () => {
    const box = boxOfParts(selectedParts(two, first))!
    expect(snapBox([box[0] + 6, box[1], box[2] + 6, box[3]], guidesOf(two, first), 8)).toMatchObject({
      by: [-6, 0],
      guides: [{ name: 'stage_axis' }],
    })
    expect(snapBox([box[0] + 60, box[1] + 20, box[2] + 60, box[3] + 20], guidesOf(two, first), 8).guides).toEqual([])
  })
})

describe('drawing and structure', () => {
  it('a row takes as many places as fit, and its label follows the last row', () => {
    const result = addRow({ from: [0, 500], to: [540, 500], section: 's' }, names)(two)
    expect(result.rows.at(-1)).toMatchObject({ count: 11, label: 'ג׳', rank: 3, angle: 0 })
    const bent = addRow({ from: [0, 500], to: [540, 500], bend: -90 }, names)(two)
    expect(bent.rows.at(-1)!.count).toBe(12)
    expect(bent.sections).toHaveLength(2)
  })

  it('tables of one section are numbered on', () => {
    const table = { at: [0, 0], count: 8, shape: 'round', sold: 'whole' } as const
    const first = addTable(table, names)(emptyDocument())
    const second = addTable(table, names, first.sections[0]!.id)(first)
    expect(second.tables.map(({ label }) => label)).toEqual(['1', '2'])
    const smaller = changeTable(new Set([second.tables[0]!.id]), { count: 4 })(second)
    expect(smaller.tables[0]).toMatchObject({ count: 4, last_key: 8 })
  })

  it('the first stage is what the audience faces, and without it nothing is', () => {
    const stage = {
      kind: 'stage',
      form: 'rect',
      at: [1500, 200],
      size: [900, 200],
      angle: 0,
      outline: [],
      text: '',
    } as const
    const staged = addShape({ ...stage, outline: [], at: [1500, 200], size: [900, 200] })(emptyDocument())
    expect(staged.focus).toEqual([1500, 300])
    expect(deleteParts(new Set([staged.shapes[0]!.id]))(staged).focus).toBeNull()
  })

  it('a new stage is narrower than the hall, before its rows and on its axis', () => {
    const document = addBlock({ ...NEW_BLOCK, at: [1500, 600] }, names)(emptyDocument())
    const { at, size } = usualStage(document)
    expect(at[0]).toBe(1500)
    expect(size).toEqual([790, 200])
    expect(at[1] + size[1] / 2).toBeLessThan(600 - 150)
    expect(usualStage(emptyDocument()).size[0]).toBeLessThan(1000)
  })

  it('an area brings a section of its kind, and goes with it', () => {
    const result = addArea(
      [
        [0, 0],
        [500, 0],
        [500, 300],
      ],
      200,
      names,
    )(emptyDocument())
    expect(result.areas[0]).toMatchObject({ name: 'אזור', capacity: 200 })
    expect(deleteParts(new Set([result.areas[0]!.id]))(result).sections).toEqual([])
    expect(freeSpot(result)).toEqual([250, 550])
  })

  it('areas share a category that no place has', () => {
    const outline = [[0, 0], [500, 0], [500, 300]] as const // oxfmt-ignore
    const used = deleteCategory('b')(two)
    const result = addArea(outline, 100, names)(addArea(outline, 200, names)(used))
    const [first, second] = result.areas.map(({ category }) => category)
    expect(first).toBe(second)
    expect(result.categories.map(({ id, name }) => [id, name])).toEqual([
      ['a', 'זהב'],
      [first, 'אזור'],
    ])
    const mixed = { ...result, areas: result.areas.map((area) => ({ ...area, category: 'a' })) }
    const separated = separateAreas('a', 'עמידה')(mixed)
    expect(separated.areas.every(({ category }) => category === separated.categories.at(-1)?.id)).toBe(true)
    expect(separated.rows).toBe(mixed.rows)
  })

  it('rows of a group leave their section, and an empty section goes', () => {
    const grouped = groupParts(first, 'יציע')(two)
    expect(grouped.sections.map(({ name }) => name)).toEqual(['אולם', 'יציע'])
    expect(groupParts(new Set(['r1', 'r2']), 'יציע')(two).sections.map(({ name }) => name)).toEqual(['יציע'])
  })

  it('the places of a deleted category take another, and the last one in use stays', () => {
    const painted = paintPlaces(['r1.1'], 'b')(two)
    const deleted = deleteCategory('b')(painted)
    expect(deleted.rows[0]!.except).toEqual({ 1: { category: 'a' } })
    expect(deleteCategory('a')(deleted).categories).toHaveLength(1)
    expect(addCategory('חדשה')(two).categories.at(-1)).toMatchObject({ color: '#6d35e0', rank: 2 })
  })

  it('only what lies in the box as a whole is chosen', () => {
    expect(partsWithin(two, [200, 250, 800, 350])).toEqual(['r1'])
    expect(partsWithin(two, [200, 250, 600, 350])).toEqual([])
  })
})

describe('copies', () => {
  const copyName = (name: string): string => `${name} 2`

  it('a copy has new keys and binds companions to the copied wheelchair places', () => {
    const pair = flagPlaces(['r1.2'], 'companion', true)(flagPlaces(['r1.1'], 'wheelchair', true)({ ...two, next: 90 }))
    const copied = duplicateParts(first, [0, 500], copyName)(pair)
    const [id] = addedIds(pair, copied)
    const copy = copied.rows.find((each) => each.id === id)!
    expect(copy.except[2]!.of).toBe(`${id}.1`)
    expect(copy.at).toEqual([275, 800])
    expect(copied.sections.map(({ name }) => name)).toEqual(['אולם', 'אולם 2'])
  })

  it('parts are pasted into another document with its own categories', () => {
    const other = { ...addCategory('רגיל')(emptyDocument()) }
    const pasted = pasteParts(copyParts(two, first), [0, 0], copyName)(other)
    expect(pasted.rows[0]!.category).toBe(other.categories[0]!.id)
    expect(pasteParts(copyParts(two, first), [0, 0], copyName)(emptyDocument())).toEqual(emptyDocument())
  })
})

describe('finding a place', () => {
  const map = compile(
    hall({
      sections: [section({ name: 'גוש 4' })],
      rows: [row({ label: 'ז׳' }), row({ id: 'r2', rank: 2, label: 'י״א' })],
    }),
  )

  it.each([
    ['גוש 4 שורה ז', 10],
    ['שורה ז', 10],
    ['שורה יא כיסא 3', 1],
    ['section 4 row ז seat 12', 0],
    ['4', 20],
    ['', 0],
    ['יציע', 0],
  ])('"%s" names %i places', (text, count) => {
    expect(findPlaces(map, text)).toHaveLength(count)
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mapDocument, type MapDocument } from '../model/document.ts'
import { hall, row } from '../testing/documents.ts'
import { documents } from '../testing/random-documents.ts'
import { addBlock, NEW_BLOCK, reshapeBlock } from '../commands/block.ts'
import { copyParts, duplicateParts, pasteParts } from './clipboard.ts'
import { addArea, addRow, addShape, addTable, changeRows, setAisles } from '../commands/draw-commands.ts'
import type { Command } from '../commands/command.ts'
import { createHistory } from './history.ts'
import { partsOf } from '../commands/parts.ts'
import { flagPlaces, labelPlace, numberSections, paintParts, paintPlaces, setGone } from '../commands/place-commands.ts'
import { addCategory, deleteCategory, deleteParts, groupParts } from '../commands/structure-commands.ts'
import { alignParts, bendRows, moveParts, turnParts } from './transform-commands.ts'

const names = { section: 'אזור', category: 'רגיל' }
const copyName = (name: string): string => `${name} ב`

/** Chooses something of the document by a number. */
const pick = <T>(list: readonly T[], seed: number): T | undefined => list[seed % Math.max(1, list.length)]
const idsBy = (document: MapDocument, seed: number): Set<string> =>
  new Set(
    partsOf(document)
      .filter((_, index) => (index * 7 + seed) % 3 === 0)
      .map(({ part }) => part.id),
  )
const placesBy = (document: MapDocument, seed: number): string[] =>
  document.rows
    .filter((_, index) => (index + seed) % 2 === 0)
    .flatMap(({ id, keys, count }) => [`${id}.${keys?.[0] ?? 1}`, `${id}.${keys?.at(-1) ?? count}`])

type Made = (seed: number) => Command
const ids =
  (build: (ids: Set<string>) => Command): Made =>
  (seed) =>
  (document) =>
    build(idsBy(document, seed))(document)
const places =
  (build: (places: string[]) => Command): Made =>
  (seed) =>
  (document) =>
    build(placesBy(document, seed))(document)

const COMMANDS: Readonly<Record<string, Made>> = {
  block: (seed) => addBlock({ ...NEW_BLOCK, at: [seed, 900], counts: [3 + (seed % 5), 4] }, names),
  reshape: (seed) => (document) => {
    const section = pick(document.sections, seed)
    const category = document.categories[0]?.id ?? ''
    return section
      ? reshapeBlock(section.id, { ...NEW_BLOCK, at: [0, 0], counts: [2 + (seed % 9), 3, 5] }, category)(document)
      : document
  },
  row: (seed) => addRow({ from: [0, seed], to: [400 + seed, 0], bend: seed % 2 ? 20 : 0 }, names),
  table: (seed) =>
    addTable({ at: [seed, 0], count: 2 + (seed % 8), shape: seed % 2 ? 'rect' : 'round', sold: 'seats' }, names),
  area: (seed) =>
    addArea(
      [
        [0, 0],
        [seed + 10, 0],
        [0, 100],
      ],
      seed,
      names,
    ),
  stage: (seed) =>
    addShape({ kind: 'stage', form: 'rect', at: [seed, 0], size: [900, 200], angle: 0, outline: [], text: 'במה' }),
  move: ids((chosen) => moveParts(chosen, [30, -20])),
  turn: ids((chosen) => turnParts(chosen, 15)),
  align: ids((chosen) => alignParts(chosen, 'top')),
  bend: ids((chosen) => bendRows(chosen, 25)),
  count: ids((chosen) => changeRows(chosen, { count: 6, gap: 60 })),
  aisles: ids((chosen) => setAisles(chosen, [2, 4, 400], 90)),
  delete: ids(deleteParts),
  duplicate: ids((chosen) => duplicateParts(chosen, [50, 50], copyName)),
  paste: (seed) => (document) => pasteParts(copyParts(document, idsBy(document, seed)), [seed, 40], copyName)(document),
  group: ids((chosen) => groupParts(chosen, 'קבוצה')),
  paintParts: (seed) => (document) =>
    paintParts(idsBy(document, seed), pick(document.categories, seed)?.id ?? '')(document),
  paint: (seed) => (document) =>
    paintPlaces(placesBy(document, seed), pick(document.categories, seed)?.id ?? '')(document),
  wheelchair: places((chosen) => flagPlaces(chosen, 'wheelchair', true)),
  companion: places((chosen) => flagPlaces(chosen, 'companion', true)),
  unflag: places((chosen) => flagPlaces(chosen, 'wheelchair', false)),
  gone: places((chosen) => setGone(chosen, true)),
  label: places((chosen) => labelPlace(chosen[0] ?? 'x.1', '7א')),
  category: () => addCategory('חדשה'),
  uncategory: (seed) => (document) => deleteCategory(pick(document.categories, seed)?.id ?? '')(document),
  numberAll: (seed) => (document) =>
    numberSections(new Set(document.sections.map(({ id }) => id)), { scheme: seed % 2 ? 'odd_even' : '1' })(document),
}

const start = documents.map((document): MapDocument => ({ ...document, next: 100_000 }))
const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(COMMANDS)), fc.integer({ min: 0, max: 300 })), {
  maxLength: 12,
})

/** Keys are never taken back, so two documents are the same but for the highest keys. */
const withoutKeys = (document: MapDocument): unknown => ({
  ...document,
  next: 0,
  rows: document.rows.map(({ last_key: _last, ...others }) => others),
  tables: document.tables.map(({ last_key: _last, ...others }) => others),
})

describe('the history of the editor', () => {
  it('undoing any sequence of commands gives the first document, redoing it the last one', () => {
    fc.assert(
      fc.property(start, steps, (document, sequence) => {
        const history = createHistory(document, () => 0)
        for (const [name, seed] of sequence) history.run(COMMANDS[name]!(seed))
        const last = history.read().document
        while (history.read().canUndo) history.undo()
        expect(withoutKeys(history.read().document)).toEqual(withoutKeys(document))
        while (history.read().canRedo) history.redo()
        expect(withoutKeys(history.read().document)).toEqual(withoutKeys(last))
        expect(history.read().document.next).toBe(last.next)
      }),
      { numRuns: 60 },
    )
  })

  it('every command makes a valid document of a valid one', () => {
    fc.assert(
      fc.property(start, steps, (document, sequence) => {
        let current = document
        for (const [name, seed] of sequence) {
          current = COMMANDS[name]!(seed)(current)
          const { error } = mapDocument.safeParse(current)
          expect(error, `${name} ${seed}`).toBeUndefined()
        }
      }),
      { numRuns: 100 },
    )
  })

  it('a key of an undone part is not used again', () => {
    const history = createHistory(hall({ next: 50, rows: [row()] }), () => 0)
    history.run(addRow({ from: [0, 0], to: [500, 0], section: 's' }, names))
    const [first] = history.read().document.rows.slice(-1)
    history.undo()
    history.run(addRow({ from: [0, 0], to: [500, 0], section: 's' }, names))
    expect(history.read().document.rows.at(-1)?.id).not.toBe(first?.id)
  })

  it('a paste of parts that were cut before it is undone alone, and they come back with their own keys', () => {
    const document = hall({ next: 50, rows: [row()] })
    const history = createHistory(document, () => 0)
    const clip = copyParts(document, new Set(['r1']))
    history.run(deleteParts(new Set(['r1'])))
    // What was saved in between is no step: the history knows nothing of it.
    history.run(pasteParts(clip, [0, 100], copyName))
    const pasted = history.read().document.rows[0]?.id
    expect(pasted).not.toBe('r1')
    history.undo()
    expect(history.read().document.rows).toEqual([])
    history.undo()
    expect(history.read()).toMatchObject({ canUndo: false, document: { rows: [{ id: 'r1' }] } })
    history.redo()
    history.redo()
    expect(history.read().document.rows.map(({ id }) => id)).toEqual([pasted])
  })

  it('typing a number is one step, computed from the document before it', () => {
    let now = 0
    const history = createHistory(hall({ rows: [row()] }), () => now)
    for (const count of [2, 24]) {
      history.run(changeRows(new Set(['r1']), { count }), 'count')
      now += 100
    }
    expect(history.read().document.rows[0]).toMatchObject({ count: 24 })
    expect(history.read().document.rows[0]!.keys).toBeUndefined()
    history.undo()
    expect(history.read()).toMatchObject({ canUndo: false, document: { rows: [{ count: 10 }] } })
    now += 1000
    history.run(changeRows(new Set(['r1']), { count: 5 }), 'count')
    now += 301
    history.run(changeRows(new Set(['r1']), { count: 6 }), 'count')
    history.undo()
    expect(history.read().document.rows[0]!.count).toBe(5)
  })

  it('a gesture is one step, and can be given up', () => {
    const history = createHistory(hall({ rows: [row()] }), () => 0)
    const drag = (x: number): void => history.preview(moveParts(new Set(['r1']), [x, 0]))
    history.mark()
    drag(10)
    drag(30)
    history.commit()
    expect(history.read().document.rows[0]!.at).toEqual([305, 300])
    history.mark()
    drag(500)
    history.bail()
    expect(history.read().document.rows[0]!.at).toEqual([305, 300])
    history.undo()
    expect(history.read()).toMatchObject({ canUndo: false, canRedo: true })
    expect(history.read().document.rows[0]!.at).toEqual([275, 300])
  })

  it('at most 200 steps are stored, and too many places are refused', () => {
    const history = createHistory(hall({ rows: [row()] }), () => 0)
    for (let step = 0; step < 205; step++) history.run(moveParts(new Set(['r1']), [1, 0]))
    let undone = 0
    for (; history.read().canUndo; undone++) history.undo()
    expect(undone).toBe(200)
    const rows = Array.from({ length: 200 }, () => 400)
    expect(history.run(addBlock({ ...NEW_BLOCK, at: [0, 0], counts: rows }, names))).toBe(false)
    expect(history.read().document.rows).toHaveLength(1)
  })
})

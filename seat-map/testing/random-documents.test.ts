import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBlock } from '../commands/block.ts'
import type { MapDocument } from '../model/document.ts'
import { documents } from './random-documents.ts'

/** What the properties of this package must not leave out. */
const KINDS: Readonly<Record<string, (document: MapDocument) => boolean>> = {
  'a straight row': ({ rows }) => rows.some(({ bend, free }) => bend === 0 && !free),
  'a bent row': ({ rows }) => rows.some(({ bend, free }) => bend !== 0 && !free),
  'an imported row': ({ rows }) => rows.some(({ free }) => free !== undefined),
  'an aisle': ({ rows }) => rows.some(({ breaks }) => breaks.length > 0),
  'keys that are not 1 to n': ({ rows, tables }) =>
    rows.some(({ keys }) => keys) && tables.some(({ keys }) => keys !== undefined),
  'a turned block': (document) =>
    document.sections.some(({ id, name }) => {
      const angle = document.rows.find(({ section }) => section === id)?.angle ?? 0
      return name.startsWith('בלוק') && angle !== 0 && isBlock(document, id)
    }),
  'a round table': ({ tables }) => tables.some(({ shape }) => shape === 'round'),
  'a table with sides': ({ tables }) => tables.some(({ sides }) => sides !== undefined),
  'a table that is sold whole': ({ tables }) => tables.some(({ sold }) => sold === 'whole'),
  'a standing area': ({ areas }) => areas.length > 0,
  'a polygon': ({ shapes }) => shapes.some(({ form }) => form === 'polygon'),
  'seats on two floors': ({ sections, rows }) =>
    new Set(rows.map(({ section }) => sections.find(({ id }) => id === section)?.floor)).size === 2,
  'a section with its own focus': ({ rows }) => rows.some(({ section }) => section === 't'),
  'no focus': ({ focus }) => focus === null,
  'a place that is gone, at a row and at a table': ({ rows, tables }) =>
    [rows, tables].every((list) => list.some(({ except }) => Object.values(except).some(({ gone }) => gone))),
  'a place that was moved': ({ rows }) => rows.some(({ except }) => Object.values(except).some(({ dx }) => dx)),
  'a companion at a table': ({ tables }) =>
    tables.some(({ except }) => Object.values(except).some(({ of }) => of !== undefined)),
}

describe('random documents', () => {
  it.each(Object.entries(KINDS))('have %s among them', (_kind, has) => {
    expect(fc.sample(documents, { numRuns: 300, seed: 7 }).filter(has).length).toBeGreaterThan(2)
  })
})

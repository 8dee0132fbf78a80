import { describe, expect, it } from 'vitest'
import { compile } from '../model/compile.ts'
import { emptyDocument, mapDocument } from '../model/document.ts'
import { theatre } from '../templates/theatre.ts'
import { row } from '../testing/documents.ts'
import { addBlock, type Block, blockOf, NEW_BLOCK, reshapeBlock, rowsOfSection, withCount } from './block.ts'

const names = { section: 'אולם', category: 'רגיל' }
const block: Block = { ...NEW_BLOCK, at: [1500, 600] }

describe('a block of rows', () => {
  it('a block in an empty hall brings its section and its category, and the document is valid', () => {
    const document = addBlock(block, names)(emptyDocument())
    expect(mapDocument.safeParse(document).error).toBeUndefined()
    expect(compile(document).size).toBe(240)
    expect(document.rows.map(({ label }) => label).slice(0, 3)).toEqual(['א׳', 'ב׳', 'ג׳'])
  })

  it.each([
    ['straight', {}],
    ['bent', { radius: 1670 }],
    ['turned', { facing: 40 }],
    ['growing', { counts: [10, 12, 14], radius: 900, aisles: [4, 8] }],
  ])('the parameters of a %s block are read back from its rows', (_name, change) => {
    const expected = { ...block, ...change }
    const document = addBlock(expected, names)(emptyDocument())
    const found = blockOf(document, document.sections[0]!.id)!
    expect(found.at[0]).toBeCloseTo(1500, 0)
    expect(found.at[1]).toBeCloseTo(600, 0)
    expect(found.depth).toBeCloseTo(expected.depth, 0)
    expect(Math.abs((found.radius ?? 0) - (expected.radius ?? 0))).toBeLessThan(3)
    expect({ ...found, at: 0, depth: 0, radius: 0 }).toEqual({ ...expected, at: 0, depth: 0, radius: 0 })
  })

  it('the stalls of the theatre are read as a block', () => {
    const document = theatre()
    const stalls = blockOf(document, document.sections[0]!.id)!
    expect(stalls).toMatchObject({ aisles: [7, 21], rowLabels: { scheme: 'א', first: 1 }, depth: 90 })
    expect(stalls.counts).toHaveLength(16)
  })

  it('rows that remain retain their names, categories and special places', () => {
    const document = addBlock(block, names)(emptyDocument())
    const section = document.sections[0]!.id
    const [front] = rowsOfSection(document, section)
    const marked = {
      ...document,
      rows: document.rows.map((each) => (each.id === front!.id ? { ...each, except: { 3: { label: 'X' } } } : each)),
    }
    const fewer = reshapeBlock(section, { ...block, counts: [18, 18], radius: 1500 }, 'unused')(marked)
    const rows = rowsOfSection(fewer, section)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ id: front!.id, except: { 3: { label: 'X' } }, count: 18, last_key: 20 })
    const again = reshapeBlock(section, { ...block, counts: [20, 20, 20] }, 'unused')(fewer)
    expect(rowsOfSection(again, section)[0]!.keys?.slice(-2)).toEqual([21, 22])
    expect(mapDocument.safeParse(again).error).toBeUndefined()
    // The third row is a new one: the one that was taken away keeps its key.
    expect(document.rows.map(({ id }) => id)).not.toContain(rowsOfSection(again, section)[2]!.id)
  })
})

describe('the number of places of a row', () => {
  it('a place that comes back is another place', () => {
    const shorter = withCount(row({ except: { 10: { label: 'Z' } } }), 8)
    expect(shorter).toMatchObject({ count: 8, last_key: 10, except: {} })
    const longer = withCount(shorter, 10)
    expect(longer.keys).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 11, 12])
    expect(longer.last_key).toBeUndefined()
  })

  it('a row of single positions goes on with its last step', () => {
    const free: [number, number][] = [
      [0, 0],
      [50, 10],
    ]
    expect(withCount(row({ count: 2, free }), 3).free).toEqual([...free, [100, 20]])
    expect(withCount(row({ count: 2, free }), 1).free).toEqual([[0, 0]])
  })
})

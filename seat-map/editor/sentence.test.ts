import { describe, expect, it } from 'vitest'
import { NUMBERING } from '../testing/documents.ts'
import { type Block, NEW_BLOCK } from '../commands/block.ts'
import { blockFrom, numberingFrom, readSentence, sentenceOf } from './sentence.ts'

const before: Block = { ...NEW_BLOCK, at: [0, 0], counts: [5, 5], aisles: [], rowLabels: { scheme: '1', first: 1 } }
const unclear = (text: string): string[] =>
  readSentence(text)
    .stretches.filter(({ state }) => state === 'unclear')
    .map(({ from, to }) => text.slice(from, to))

describe('the sentence of a block', () => {
  const twelve = { rows: 12, seats: [20, 20], aisles: [10], from: 'right' }

  it.each([
    ['12 שורות × 20, מעבר אחרי 10, אותיות, מימין', { ...twelve, rowScheme: 'א' }],
    ['12 שורות של 20 כיסאות, מעבר אחרי כיסא 10, אותיות, מצד ימין', { ...twelve, rowScheme: 'א' }],
    ['12 rows × 20, aisle after 10, Hebrew letters, from the right', { ...twelve, rowScheme: 'א' }],
    ['12 rows of 20 seats, aisle after seat 10, letters, from the right', { ...twelve, rowScheme: 'A' }],
    ['12 صفوف × 20، ممر بعد 10، حروف، من اليمين', { ...twelve, rowScheme: 'A' }],
    ['١٢ صف × ٢٠، ممر بعد ١٠، أرقام، من اليمين', { ...twelve, rowScheme: '1' }],
  ])('%s is read in full', (text, expected) => {
    expect(readSentence(text).block).toEqual(expected)
    expect(unclear(text)).toEqual([])
  })

  it.each([
    ['מעבר אחרי 7 ו־21', { aisles: [7, 21] }],
    ['מעברים אחרי 7, 21, 12 שורות', { aisles: [7, 21], rows: 12 }],
    ['aisles after 7 and 21 width 120', { aisles: [7, 21], aisleWidth: 120 }],
    ['בלי מעבר', { aisles: [] }],
    ['מעבר באמצע', { aisles: 'middle' }],
    ['8 שורות × 18–24', { rows: 8, seats: [18, 24] }],
    ['מ־18 עד 24 כיסאות בשורה', { seats: [18, 24] }],
    ['רדיוס 16.7 מ׳', { radius: 1670 }],
    ['בקשת', { radius: 1700 }],
    ['שורות ישרות', { radius: null }],
    ['78 ס״מ בין שורות, בין כיסאות 54', { depth: 78, gap: 54 }],
    ['אי־זוגיים וזוגיים, מהמרכז', { seatScheme: 'odd_even', from: 'middle' }],
    ['20 כיסאות בכל שורה, מספור מימין', { seats: [20, 20], from: 'right' }],
    ['14 seats in each row, numbered from the left', { seats: [14, 14], from: 'left' }],
    ['ترقيم من الوسط', { from: 'middle' }],
    ['זוגיים, משמאל', { seatScheme: 'even', from: 'left' }],
    ['אלף בית', { rowScheme: 'אב' }],
  ])('%s says its part', (text, expected) => {
    expect(readSentence(text).block).toMatchObject(expected)
  })

  it('what is not understood is a stretch of its own', () => {
    expect(unclear('12 שורות × 20, עם בלונים, מימין')).toEqual(['בלונים'])
    expect(unclear('12 rows × 20, cup holders')).toEqual(['cup holders'])
    expect(unclear('')).toEqual([])
  })

  it.each([
    ['-4 שורות', '-4 שורות'],
    ['מימין, -12 שורות × 20', '-12 שורות × 20'],
    ['−4 rows', '−4 rows'],
    ['99999 שורות × 99999', '99999 שורות × 99999'],
    ['999 שורות', '999 שורות'],
    ['0 שורות × 20', '0 שורות × 20'],
    ['12 שורות × 999', '12 שורות × 999'],
  ])('%s is not read as another number: it is unclear', (text, part) => {
    const { rows, seats } = readSentence(text).block
    expect([rows, seats]).toEqual([undefined, undefined])
    expect(unclear(text)).toEqual([part])
  })

  it('a dash before a number is none where it stands between words, as in a list', () => {
    expect(readSentence('זוגיים - 12 שורות × 20').block).toMatchObject({ rows: 12 })
    expect(readSentence('8 שורות × 18-24').block).toMatchObject({ seats: [18, 24] })
  })

  it('curved rows are said in several words', () => {
    for (const term of ['מקושת', 'מקושתות', 'בקשת', 'מעוגלות'])
      expect(readSentence(term).block).toEqual({ radius: 1700 })
  })

  it.each(['מספור מימין', 'כיסאות ממוספרים משמאל', 'numbering from the right', 'الترقيم من اليمين'])(
    '%s says nothing that is unclear about numbers',
    (text) => {
      expect(unclear(text).filter((part) => part !== 'כיסאות')).toEqual([])
    },
  )

  it('what the sentence does not mention stays', () => {
    const block = blockFrom(before, readSentence('מעבר אחרי 3').block)
    expect(block).toEqual({ ...before, aisles: [3] })
  })

  it('an aisle behind the last place is none, and numbers stay within limits', () => {
    expect(blockFrom(before, { aisles: [5, 9, 2, 2] }).aisles).toEqual([2])
    expect(blockFrom(before, { rows: 999, seats: [0, 0] }).counts).toEqual(Array.from({ length: 200 }, () => 1))
  })

  it('rows grow evenly from the front to the back', () => {
    expect(blockFrom(before, readSentence('4 rows × 10–16').block).counts).toEqual([10, 12, 14, 16])
  })

  it.each(['he', 'en', 'ar'] as const)('a written sentence is read back (%s)', (lang) => {
    const blocks: Block[] = [
      { ...before, counts: [20, 20, 20], aisles: [10], rowLabels: { scheme: 'א', first: 1 } },
      { ...before, counts: [18, 21, 24], aisles: [6, 12], radius: 1670, rowLabels: { scheme: 'A', first: 1 } },
      { ...before, counts: [9], rowLabels: { scheme: 'אב', first: 1 } },
      { ...before, counts: [9, 9], rowLabels: { scheme: '1', first: 1 } },
    ]
    for (const block of blocks)
      for (const numbering of [
        NUMBERING,
        { ...NUMBERING, from: 'middle' as const, scheme: 'odd_even' as const },
        { ...NUMBERING, from: 'left' as const, scheme: 'even' as const },
      ]) {
        const text = sentenceOf(block, numbering, lang)
        const found = readSentence(text)
        expect(unclear(text)).toEqual([])
        expect(blockFrom(before, found.block)).toEqual(block)
        expect({ ...NUMBERING, ...numberingFrom(found.block) }).toEqual(numbering)
      }
  })
})

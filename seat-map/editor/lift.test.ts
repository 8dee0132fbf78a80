import { describe, expect, it } from 'vitest'
import { compile } from '../model/compile.ts'
import { hallOf, section } from '../testing/documents.ts'
import { liftParts } from './lift.ts'

const OUTLINE: [number, number][] = [
  [0, 0],
  [500, 0],
  [500, 500],
]
const document = hallOf(
  [
    { id: 'p', section: 's' },
    { id: 'q', section: 's' },
    { id: 'r', section: 't' },
  ],
  { sections: [section({ id: 's', outline: OUTLINE }), section({ id: 't', outline: OUTLINE })] },
)
const keysOf = (part: typeof document): string[] => [...compile(part).keys]

describe('a drawing of which a part is in a hand', () => {
  it('has every place once, in the hand or in what remains', () => {
    const { lifted, remaining } = liftParts(document, new Set(['q', 'r']))
    expect([...keysOf(lifted), ...keysOf(remaining)].sort()).toEqual(keysOf(document).sort())
    expect(remaining.rows.map(({ id }) => id)).toEqual(['p'])
  })

  it('moves the outline of a section along with all of its parts, and leaves it with the others', () => {
    const { lifted, remaining } = liftParts(document, new Set(['q', 'r']))
    const outlines = ({ sections }: typeof document) => sections.map(({ id, outline }) => [id, outline.length])
    expect(outlines(lifted)).toEqual([
      ['s', 0],
      ['t', 3],
    ])
    expect(outlines(remaining)).toEqual([['s', 3]])
  })
})

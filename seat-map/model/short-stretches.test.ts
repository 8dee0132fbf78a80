import { describe, expect, it } from 'vitest'
import { hall, row } from '../testing/documents.ts'
import { compile } from './compile.ts'
import { shortStretches } from './short-stretches.ts'

describe('stretches in which the rule of single seats has no other way', () => {
  it('are two or three places between aisles and ends of a row', () => {
    const map = compile(
      hall({
        rows: [
          row({ count: 12, breaks: [[2, 90], [9, 90]] }), // oxfmt-ignore
          row({ id: 'r2', rank: 2, label: 'ב׳', count: 4 }),
          row({ id: 'r3', rank: 3, label: 'ג׳', count: 1 }),
        ],
      }),
    )
    expect(shortStretches(map).map(({ row: label, places }) => [label, places])).toEqual([
      ['א׳', 2],
      ['א׳', 3],
    ])
  })

  it('are none with a place for a wheelchair, which nobody leaves as a single seat', () => {
    const map = compile(hall({ rows: [row({ count: 2, except: { 1: { is: ['wheelchair'] } } })] }))
    expect(shortStretches(map)).toEqual([])
  })
})

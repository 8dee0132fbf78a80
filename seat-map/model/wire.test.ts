import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hall, row } from '../testing/documents.ts'
import { documents } from '../testing/random-documents.ts'
import { compile } from './compile.ts'
import { continuedNumbers, firstNumbers } from './seat-numbers.ts'
import { fromWire, toWire } from './wire.ts'

describe('the map that a browser gets', () => {
  it('has the same places as the map of the server, after JSON', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const map = compile(document)
        const numbers = firstNumbers(map.size)
        expect(fromWire(JSON.parse(JSON.stringify(toWire(document, numbers))))).toMatchObject({ map, numbers })
      }),
      { numRuns: 30 },
    )
  })

  it('leaves out what only the editor and exports need', () => {
    const guids = ['x1', 'x2']
    const tracing = {
      file: '019377b4-5a3c-7d2e-9f01-8c6f5e4d3b2a',
      at: [0, 0] as [number, number],
      width: 100,
      opacity: 1,
    }
    const wire = JSON.stringify(
      toWire(hall({ tracing, rows: [row({ count: 2, guids, last_key: 9 })] }), firstNumbers(2)),
    )
    expect(wire).not.toMatch(/x1|last_key|019377b4/)
  })

  it('carries the numbers of a changed map', () => {
    const numbers = continuedNumbers(new Map([['r1.2', 7]]), 8, ['r1.1', 'r1.2'])
    expect(fromWire(toWire(hall({ rows: [row({ count: 2 })] }), numbers)).numbers).toEqual(numbers)
  })
})

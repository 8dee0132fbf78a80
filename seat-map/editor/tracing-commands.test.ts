import { expect, it } from 'vitest'
import { mapDocument } from '../model/document.ts'
import { hall, row } from '../testing/documents.ts'
import { addTracing, changeTracing, removeTracing } from './tracing-commands.ts'

const FILE = '01900000-0000-7000-8000-000000000001'

it('a new picture lies in the middle of the hall, whole, and the drawing is still a valid one', () => {
  const document = addTracing(FILE, 2)(hall({ size: [3000, 2000], rows: [row()] }))
  expect(document.tracing).toEqual({ file: FILE, at: [1050, 100], width: 900, opacity: 0.5 })
  expect(mapDocument.safeParse(document).success).toBe(true)
})

it('is moved, scaled and faded without anything else of the drawing, and goes without a trace', () => {
  const before = hall({ rows: [row()] })
  const moved = changeTracing({ at: [-50, 20], width: 4000, opacity: 0.2 })(addTracing(FILE, 1)(before))
  expect(moved.tracing).toEqual({ file: FILE, at: [-50, 20], width: 4000, opacity: 0.2 })
  expect(moved.rows).toBe(before.rows)
  expect(removeTracing(moved)).toEqual(before)
  expect(changeTracing({ opacity: 1 })(before)).toBe(before)
})

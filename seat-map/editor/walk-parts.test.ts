import { expect, it } from 'vitest'
import { theatre } from '../templates/theatre.ts'
import { idsOfSections } from '../commands/parts.ts'
import { enterPart, walkParts } from './walk-parts.ts'

const hall = theatre()
const [stalls, balcony] = hall.sections.map(({ id }) => idsOfSections(hall, new Set([id])))
const stage = hall.shapes.map(({ id }) => id)
const from = (ids: readonly string[] | undefined) => new Set(ids)

it('the keyboard goes from section to section, to the stage and on to the first section', () => {
  expect(walkParts(hall, from([]), 1)).toEqual(stalls)
  expect(walkParts(hall, from(stalls), 1)).toEqual(balcony)
  expect(walkParts(hall, from(balcony), 1)).toEqual(stage)
  expect(walkParts(hall, from(stage), 1)).toEqual(stalls)
  expect(walkParts(hall, from([]), -1)).toEqual(stage)
  expect(walkParts(hall, from(stalls), -1)).toEqual(stage)
})

it('with Shift the next section is selected as well', () => {
  expect(new Set(walkParts(hall, from(stalls), 1, true))).toEqual(new Set([...stalls!, ...balcony!]))
  const both = walkParts(hall, from(stalls), 1, true)
  expect(walkParts(hall, from(both), 1, true)).toHaveLength(both.length + stage.length)
})

it('Enter goes into a section, from row to row, and back to the section', () => {
  const first = enterPart(hall, from(stalls))
  expect(first).toEqual(stalls!.slice(0, 1))
  const second = walkParts(hall, from(first), 1)
  expect(second).toEqual([stalls![1]])
  expect(walkParts(hall, from(first), -1)).toEqual([stalls!.at(-1)])
  expect(enterPart(hall, from(second))).toEqual(stalls)
  expect(enterPart(hall, from(stage))).toEqual(stage)
})

it('a map without anything has nothing to select', () => {
  const empty = { ...hall, sections: [], rows: [], shapes: [] }
  expect(walkParts(empty, from([]), 1)).toEqual([])
  expect(enterPart(empty, from([]))).toEqual([])
})

import { expect, it } from 'vitest'
import type { TicketTypeView } from '../../state/event-state.ts'
import { leftToStand, standingLeft } from './seat-sale.ts'

const category = (...types: { left: number | null; scarce?: boolean }[]) => ({
  index: 0,
  name: 'עמידה',
  types: types.map((type) => ({ scarce: false, ...type }) as unknown as TicketTypeView),
})

it('a standing area has left what the type with the most of it has left', () => {
  expect(standingLeft(category({ left: 12 }, { left: 40 }))).toBe(40)
  expect(standingLeft(category({ left: 0 }))).toBe(0)
})

it('how much is left is not said where the producer hides it of one type', () => {
  expect(standingLeft(category({ left: null }, { left: 40 }))).toBeUndefined()
})

it('few are left on the map where every type of the area is scarce, none where nothing is on sale', () => {
  expect(leftToStand(category({ left: 3, scarce: true }))).toBe('few')
  expect(leftToStand(category({ left: 3, scarce: true }, { left: 90 }))).toBe('many')
  expect(leftToStand(category())).toBe('none')
  expect(leftToStand(undefined)).toBe('none')
})

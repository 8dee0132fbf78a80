import { expect, it } from 'vitest'
import { inSeatOrder } from './seat-order.ts'

const seat = (row: string, number: string) => ({ section: 'A', row, number })

it('seats of one row stand together, from the lowest number on; rows stay as they came', () => {
  const seats = [seat('4', '13'), seat('3', '10'), seat('4', '12'), seat('3', '9'), seat('4', '2')]
  expect(inSeatOrder(seats).map(({ row, number }) => `${row}/${number}`)).toEqual([
    '4/2',
    '4/12',
    '4/13',
    '3/9',
    '3/10',
  ])
})

import type { Refused } from '../../shared/api.ts'
import type { TicketTypeView } from '../../state/event-state.ts'
import { expect, test } from 'vitest'
import { cartProblem } from './cart-problem.ts'

const hall = { uuid: 'hall', name: 'אולם' } as TicketTypeView
const balcony = { uuid: 'balcony', name: 'יציע' } as TicketTypeView
const t = ((key: string, values?: { name?: string }) => [key, values?.name].filter(Boolean).join(' ')) as never
const refused = (left: Readonly<Record<string, number | null>>): Refused => ({
  ok: false,
  status: 409,
  code: 'sold_out',
  text: '',
  detail: { left },
})

test('a cart of more tickets than are left is answered with the advice to take fewer, and of which type where their number is hidden', () => {
  expect(cartProblem(refused({ hall: 3, balcony: 9 }), [hall, balcony], t)).toBe('sale.buy.fewer_left')
  expect(cartProblem(refused({ hall: null }), [hall], t)).toBe('sale.buy.fewer_left')
  expect(cartProblem(refused({ balcony: null }), [hall, balcony], t)).toBe('sale.buy.fewer_left_of יציע')
  expect(cartProblem(refused({ hall: 0, balcony: null }), [hall, balcony], t)).toBe('sale.buy.fewer_left_of יציע')
})

test('a cart of tickets that were all taken meanwhile is answered that they may come back', () => {
  expect(cartProblem(refused({ hall: 0 }), [hall, balcony], t)).toBe('sale.buy.gone_now')
  expect(cartProblem(refused({}), [hall, balcony], t)).toBe('sale.buy.fewer_left')
})

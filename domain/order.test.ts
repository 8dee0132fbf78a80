import { describe, expect, test } from 'vitest'
import { stateTableErrors } from '@kartis/testing/state-table.ts'
import * as order from './order.ts'

test('every order state can be reached, and only a refunded order is finished for good', () => {
  expect(Object.keys(order.ORDER_MOVES)).toEqual([...order.ORDER_STATES])
  expect(stateTableErrors(order.ORDER_MOVES, 'reserved', ['refunded'])).toEqual([])
})

test('every ticket and redemption state can be reached and is final', () => {
  expect([Object.keys(order.TICKET_MOVES), Object.keys(order.REDEMPTION_MOVES)]).toEqual([
    [...order.TICKET_STATES],
    [...order.REDEMPTION_STATES],
  ])
  expect(stateTableErrors(order.TICKET_MOVES, 'valid', ['cancelled'])).toEqual([])
  expect(stateTableErrors(order.REDEMPTION_MOVES, 'pending', ['redeemed'])).toEqual([])
})

const sold = order.ORDER_STATES.filter(order.isSold)
const holding = order.ORDER_STATES.filter(order.isHolding)

describe('the moves of an order', () => {
  const possible = order.ORDER_STATES.flatMap((from) =>
    order.ORDER_STATES.filter((to) => order.canMove(from, to)).map((to) => `${from} > ${to}`),
  )

  test('the whole table, so that a change of it is seen', () => {
    expect(possible).toEqual([
      'reserved > pending_payment',
      'reserved > paid',
      'reserved > cancelled',
      'reserved > expired',
      'pending_payment > paid',
      'pending_payment > cancelled',
      'pending_payment > expired',
      'paid > partially_refunded',
      'paid > refunded',
      'paid > cancelled',
      'partially_refunded > partially_refunded',
      'partially_refunded > refunded',
      'partially_refunded > cancelled',
      'cancelled > refunded',
      'expired > paid',
      'expired > refunded',
    ])
  })

  test('no paid order goes back to a reservation or expires', () => {
    for (const from of sold) {
      for (const to of [...holding, 'expired'] as const) expect(order.canMove(from, to)).toBe(false)
    }
  })
})

test('a ticket is cancelled once and redeemed once', () => {
  expect(order.canMoveTicket('valid', 'cancelled')).toBe(true)
  expect(order.canMoveTicket('cancelled', 'valid')).toBe(false)
  expect(order.canMoveRedemption('pending', 'redeemed')).toBe(true)
  expect(order.canMoveRedemption('redeemed', 'pending')).toBe(false)
})

test('an order holds stock or is sold, never both', () => {
  expect(holding).toEqual(['reserved', 'pending_payment'])
  expect(sold).toEqual(['paid', 'partially_refunded'])
  expect(order.ORDER_STATES.filter((state) => order.isHolding(state) && order.isSold(state))).toEqual([])
})

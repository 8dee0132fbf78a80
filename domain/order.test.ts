import { describe, expect, test } from 'vitest'
import * as order from './order.ts'
import { stateFaults } from './states.ts'

test('every order state can be reached, and only a refunded order is finished for good', () => {
  expect(Object.keys(order.ORDER_MOVES)).toEqual([...order.ORDER_STATES])
  expect(stateFaults(order.ORDER_MOVES, order.ORDER_START, order.ORDER_ENDS)).toEqual([])
})

test('every ticket and redemption state can be reached and is final', () => {
  expect([Object.keys(order.TICKET_MOVES), Object.keys(order.REDEMPTION_MOVES)]).toEqual([
    [...order.TICKET_STATES],
    [...order.REDEMPTION_STATES],
  ])
  expect(stateFaults(order.TICKET_MOVES, 'valid', ['cancelled'])).toEqual([])
  expect(stateFaults(order.REDEMPTION_MOVES, 'pending', ['redeemed'])).toEqual([])
})

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
    for (const from of order.SOLD_STATES) {
      for (const to of [...order.HOLDING_STATES, 'expired'] as const) expect(order.canMove(from, to)).toBe(false)
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
  expect(order.HOLDING_STATES).toEqual(['reserved', 'pending_payment'])
  expect(order.SOLD_STATES).toEqual(['paid', 'partially_refunded'])
  expect(order.ORDER_STATES.filter((state) => order.isHolding(state) && order.isSold(state))).toEqual([])
})

test('refunds of a part and of the whole are told apart', () => {
  expect(order.stateAfterRefund(100_00, 0)).toBe('paid')
  expect(order.stateAfterRefund(100_00, 99_99)).toBe('partially_refunded')
  expect(order.stateAfterRefund(100_00, 100_00)).toBe('refunded')
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stateTableErrors } from '@kartis/testing/state-table.ts'
import { sum } from './money.ts'
import * as run from './refund-run.ts'

const bought = new Date('2026-11-01T10:00:00Z')
const order = (change: Partial<run.RunOrder> = {}): run.RunOrder => ({
  tickets: 2,
  free: 0,
  price: 298_00,
  retainedBefore: 0,
  sale: { boughtAt: bought, postponedAt: null },
  payments: [{ way: 'card', left: 298_00 }],
  ...change,
})

describe('the state tables', () => {
  test('every state of a run can be reached from a draft, and none is a dead end', () => {
    expect(Object.keys(run.REFUND_RUN_MOVES)).toEqual([...run.REFUND_RUN_STATES])
    expect(stateTableErrors(run.REFUND_RUN_MOVES, 'draft', [])).toEqual([])
  })

  test('every state of an order can be reached, and only a refunded one is final', () => {
    expect(Object.keys(run.REFUND_ITEM_MOVES)).toEqual([...run.REFUND_ITEM_STATES])
    expect(stateTableErrors(run.REFUND_ITEM_MOVES, 'planned', ['done'])).toEqual([])
  })

  test('a choice of the buyer is a move of the table, or none', () => {
    const item = fc.record({
      state: fc.constantFrom(...run.REFUND_ITEM_STATES),
      started: fc.boolean(),
      byHand: fc.boolean(),
    })
    fc.assert(
      fc.property(item, fc.constantFrom(...run.REFUND_CHOICES), (each, choice) => {
        const next = run.stateAfterChoice(each, choice)
        expect(next === undefined || next === each.state || run.REFUND_ITEM_MOVES[each.state].includes(next)).toBe(true)
      }),
    )
  })

  test('a refund that has begun cannot be taken back, one that only waits can', () => {
    const queued = { state: 'queued', byHand: false } as const
    expect(run.stateAfterChoice({ ...queued, started: false }, 'keep')).toBe('opted_out')
    expect(run.stateAfterChoice({ ...queued, started: true }, 'keep')).toBeUndefined()
    expect(run.stateAfterChoice({ ...queued, started: true }, 'refund')).toBe('queued')
    expect(run.stateAfterChoice({ state: 'planned', started: false, byHand: true }, 'refund')).toBe('manual')
  })

  test('a run finishes when nothing can be refunded by itself, and stays open where a person is needed', () => {
    expect(run.finishedAs(['done', 'opted_out'])).toBe('finished')
    expect(run.finishedAs(['done', 'manual'])).toBe('finished_open')
    expect(run.finishedAs(['done', 'failed'])).toBe('finished_open')
    expect(run.finishedAs(['done', 'manual', 'unknown'])).toBeUndefined()
    expect(run.finishedAs([])).toBe('finished')
  })
})

describe('the state of an order at the gateway', () => {
  const refund = (status: run.RefundOutcome['status'], code: string | null = null) => ({ status, code })

  test('it is unknown after an attempt without an outcome, and waits where the terminal has no money', () => {
    expect(run.stateAfterRefunds([refund('queued'), refund('done')])).toBe('sent')
    expect(run.stateAfterRefunds([refund('queued', 'timeout'), refund('done')])).toBe('unknown')
    expect(run.stateAfterRefunds([refund('queued', 'timeout'), refund('queued', run.NO_FUNDS)])).toBe('waiting_funds')
  })

  test('a failed refund needs a person only when none is open', () => {
    expect(run.stateAfterRefunds([refund('failed', '20112'), refund('queued')])).toBe('sent')
    expect(run.stateAfterRefunds([refund('failed', '20112'), refund('done')])).toBe('failed')
    expect(run.stateAfterRefunds([refund('done')])).toBe('done')
  })
})

describe('the refund of an order', () => {
  test('a card order gets the whole price back', () => {
    expect(run.planRefund(order(), 'return')).toEqual({
      tickets: 2,
      free: 0,
      amount: 298_00,
      fee: 0,
      ways: { card: 298_00, installments: 0, bit: 0, terminal: 0, cash: 0 },
      rated: { special: 0, tourist: 0 },
      byHand: null,
    })
  })

  test('what goes back to cards with a rate of their own is a part of it, the newest payment first', () => {
    const payments = [
      { way: 'card', left: 100_00, bucket: 'tourist' },
      { way: 'terminal', left: 100_00, bucket: null },
      { way: 'installments', left: 150_00, bucket: 'special' },
    ] as const
    expect(run.planRefund(order({ payments }), 'return').rated).toEqual({ special: 98_00, tourist: 100_00 })
  })

  test('the lawful fee is withheld where it is to be kept: 5%, at most 100 shekels of the whole order', () => {
    expect(run.planRefund(order(), 'keep')).toMatchObject({ amount: 283_10, fee: 14_90 })
    const dear = order({ price: 4000_00, payments: [{ way: 'card', left: 4000_00 }] })
    expect(run.planRefund(dear, 'keep')).toMatchObject({ amount: 3900_00, fee: 100_00 })
    expect(run.planRefund({ ...dear, retainedBefore: 90_00 }, 'keep')).toMatchObject({ amount: 3990_00, fee: 10_00 })
  })

  test('no fee is kept of an order that was placed before the event was moved', () => {
    const sale = { boughtAt: bought, postponedAt: new Date('2026-11-05T10:00:00Z') }
    expect(run.planRefund(order({ sale }), 'keep')).toMatchObject({ amount: 298_00, fee: 0 })
  })

  test('a partly cancelled order gets what remains, out of what is left of its payments', () => {
    const owed = order({ tickets: 1, price: 149_00, payments: [{ way: 'card', left: 149_00 }] })
    expect(run.planRefund(owed, 'return')).toMatchObject({ tickets: 1, amount: 149_00, byHand: null })
  })

  test('cash, and an order of which the gateway has returned money already, need a person', () => {
    expect(run.planRefund(order({ payments: [{ way: 'cash', left: 298_00 }] }), 'return').byHand).toBe('cash')
    const spent = run.planRefund(order({ payments: [{ way: 'card', left: 100_00 }] }), 'return')
    expect(spent).toMatchObject({ amount: 298_00, byHand: 'not_enough', ways: { card: 100_00 } })
  })

  test('fee and refund add up to the price, and no way returns more than is left of it', () => {
    const payment = fc.record({ way: fc.constantFrom(...run.REFUND_WAYS), left: fc.nat(500_00) })
    fc.assert(
      fc.property(fc.nat(500_00), fc.nat(120_00), fc.array(payment, { maxLength: 4 }), (price, before, payments) => {
        const plan = run.planRefund(order({ price, retainedBefore: before, payments }), 'keep')
        expect(plan.amount + plan.fee).toBe(price)
        expect(plan.fee + before).toBeLessThanOrEqual(Math.max(100_00, before))
        const sent = sum(Object.values(plan.ways))
        expect(plan.byHand === 'not_enough' ? sent < plan.amount : sent === plan.amount).toBe(true)
        for (const way of run.REFUND_WAYS)
          expect(plan.ways[way]).toBeLessThanOrEqual(
            sum(payments.filter((each) => each.way === way).map(({ left }) => left)),
          )
      }),
    )
  })

  test('free tickets belong to the run of a cancelled event, and nobody is asked about them', () => {
    const free = { ...order({ price: 0, payments: [] }), transferred: 0 }
    expect(run.planInRun('cancelled', free, 'return')?.tickets).toBe(free.tickets)
    expect(run.planInRun('postponed', free, 'return')).toBeUndefined()
    expect(run.planInRun('cancelled', { ...free, tickets: 0 }, 'return')).toBeUndefined()
  })

  test('a buyer who has transferred every paid ticket has nothing to choose, with or without free ones left', () => {
    for (const tickets of [0, 1]) {
      const none = { ...order({ tickets, price: 0 }), transferred: 298_00 }
      const plan = run.planInRun('postponed', none, 'return')
      expect(plan).toMatchObject({ tickets: 0, amount: 0, byHand: null })
      expect(sum(Object.values(plan?.ways ?? {}))).toBe(0)
      expect(plan && run.stayReason(plan)).toBe('transferred')
    }
  })

  test('a buyer who has transferred one of two tickets chooses about the other', () => {
    const plan = run.planInRun('postponed', { ...order({ tickets: 1, price: 149_00 }), transferred: 149_00 }, 'return')
    expect(plan).toMatchObject({ tickets: 1, amount: 149_00 })
    expect(plan && run.stayReason(plan)).toBeNull()
  })
})

describe('dates and approval', () => {
  test('the money is due fourteen days after the approval', () => {
    expect(run.refundDueAt(new Date('2026-11-01T10:00:00Z'))).toEqual(new Date('2026-11-15T10:00:00Z'))
  })

  test('buyers choose for fourteen days, and not longer than until the event begins', () => {
    const now = new Date('2026-11-01T10:00:00Z')
    expect(run.defaultDeadline(new Date('2026-11-05T18:00:00Z'), now)).toEqual(new Date('2026-11-05T18:00:00Z'))
    expect(run.defaultDeadline(new Date('2027-01-05T18:00:00Z'), now)).toEqual(new Date('2026-11-15T10:00:00Z'))
    expect(run.defaultDeadline(new Date('2026-10-05T18:00:00Z'), now)).toEqual(new Date('2026-11-15T10:00:00Z'))
  })

  test('above the limit another person approves, where the team has one', () => {
    const large = { amount: 20_001_00, limit: 20_000_00, preparedByCaller: true, hasOthers: true }
    expect(run.needsSecondPerson(large)).toBe(true)
    expect(run.needsSecondPerson({ ...large, amount: 20_000_00 })).toBe(false)
    expect(run.needsSecondPerson({ ...large, preparedByCaller: false })).toBe(false)
    expect(run.needsSecondPerson({ ...large, hasOthers: false })).toBe(false)
  })
})

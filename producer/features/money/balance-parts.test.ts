import type { Balance } from '@kartis/contract/statements.ts'
import { describe, expect, it } from 'vitest'
import { balanceParts, dueDays, dueNow, dueSince, upcoming, wholeBalance } from './balance-parts.ts'

const balance = (figures: Partial<Balance>, notArrived = 0): Balance => ({
  as_of: '2026-11-21T18:52:00Z',
  payable: 0,
  pending: 0,
  reserved: 0,
  available: 0,
  parts: {
    opening_balance: 0,
    account_amount: 0,
    events_amount: 0,
    reserve: 0,
    promised_refunds: 0,
    disputes: 0,
    payouts: [],
    ledger: { payable: 0, in_transit: 0, disputes: 0, fees_to_come: 0 },
    arrivals: [],
    not_arrived: notArrived,
    bank: null,
  },
  by_event: [],
  other_events: 0,
  ...figures,
})

const event = (name: string, due: string, net: number, status: 'pending' | 'payable' = 'pending') => ({
  event_uuid: name,
  name,
  ends_at: due,
  due_at: due,
  status,
  sales_amount: net,
  deductions_amount: 0,
  fees: { clearing: 0, tickets: 0, vat: 0 },
  free_tickets: 0,
  cancelled_after_start: false,
  other_amount: 0,
  adjustments: { disputes: 0, disputes_lost: 0, handed_back: 0, corrections: 0 },
  net_amount: net,
})

describe('what waits for the next statement', () => {
  it('has been ready since the earliest day of the events that are due and have something left', () => {
    const shown = balance({
      payable: 300,
      by_event: [
        event('א', '2026-11-19T22:00:00Z', 200, 'payable'),
        event('ב', '2026-11-17T22:00:00Z', 100, 'payable'),
        event('ג', '2026-11-10T22:00:00Z', 0, 'payable'),
        event('ד', '2026-11-01T22:00:00Z', 50),
      ],
    })
    expect([dueNow(shown), dueSince(shown)]).toEqual([300, '2026-11-17T22:00:00Z'])
  })

  it('is nothing of a debt, and names no day for a balance without events', () => {
    expect(dueNow(balance({ payable: -5 }))).toBeUndefined()
    expect([dueNow(balance({ payable: 5 })), dueSince(balance({ payable: 5 }))]).toEqual([5, undefined])
  })
})

describe('the parts of a balance', () => {
  it('sum to the whole of it', () => {
    const shown = balance({ payable: 56_116.95, pending: 293_849.32, reserved: 1473.6 }, 2980)
    expect(balanceParts(shown)).toEqual([
      { name: 'transfer', amount: 53_136.95 },
      { name: 'arriving', amount: 2980 },
      { name: 'reserved', amount: 1473.6 },
      { name: 'pending', amount: 293_849.32 },
    ])
    expect(wholeBalance(shown)).toBe(351_439.87)
  })

  it('have payouts that have not arrived, and those that came back apart', () => {
    const shown = balance({ payable: 100 })
    const payouts = [
      { status: 'sent', reissued: false, payouts: 1, amount: 21_515.86 },
      { status: 'draft', reissued: false, payouts: 2, amount: 0.1 },
      { status: 'returned', reissued: false, payouts: 1, amount: 258_654.54 },
    ] as const
    const withPayouts = { ...shown, parts: { ...shown.parts, payouts: [...payouts] } }
    expect(balanceParts(withPayouts)).toEqual([
      { name: 'transfer', amount: 100 },
      { name: 'unapproved', amount: 0.1 },
      { name: 'under_way', amount: 21_515.86 },
      { name: 'returned', amount: 258_654.54 },
    ])
    expect(wholeBalance(withPayouts)).toBe(280_270.5)
  })

  it('have a debt instead of a transfer, and nothing that arrives for it', () => {
    expect(balanceParts(balance({ payable: -564.6, pending: 188.2 }, 700))).toEqual([
      { name: 'debt', amount: -564.6 },
      { name: 'pending', amount: 188.2 },
    ])
  })

  it('have no debt where more is promised to buyers than is owed, and only the real one beside it', () => {
    const promising = (payable: number) => {
      const shown = balance({ payable, reserved: 1050 })
      return balanceParts({ ...shown, parts: { ...shown.parts, promised_refunds: 1000, reserve: 50 } })
    }
    const reserved = { name: 'reserved', amount: 1050 }
    expect(promising(-480)).toEqual([{ name: 'promised', amount: -480 }, reserved])
    expect(promising(-1200)).toEqual([{ name: 'debt', amount: -150 }, { name: 'promised', amount: -1050 }, reserved])
  })

  it('never let more arrive than is owed', () => {
    expect(balanceParts(balance({ payable: 100 }, 250))).toEqual([
      { name: 'transfer', amount: 0 },
      { name: 'arriving', amount: 100 },
    ])
  })
})

describe('what falls due', () => {
  it('is the events to come by their day, the earliest first', () => {
    const events = upcoming(
      balance({
        by_event: [
          event('ב', '2027-01-10T00:00:00Z', 100.1),
          event('א', '2026-12-08T00:00:00Z', 50),
          event('ג', '2027-01-10T00:00:00Z', 0.2),
          event('ד', '2026-11-08T00:00:00Z', 70, 'payable'),
        ],
      }),
    )
    expect(events.map(({ name }) => name)).toEqual(['א', 'ב', 'ג'])
    expect(dueDays(events, (at) => at.slice(0, 10))).toEqual([
      { at: '2026-12-08T00:00:00Z', amount: 50, events: 1 },
      { at: '2027-01-10T00:00:00Z', amount: 100.3, events: 2 },
    ])
  })
})

import type { Balance } from '@kartis/contract/statements.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import text from '@kartis/i18n/messages/he/money.json'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { PartsCard } from './parts-card.tsx'

const event = (name: string, status: 'pending' | 'payable', net: number): Balance['by_event'][number] => ({
  event_uuid: name,
  name,
  ends_at: '2026-11-14T20:00:00Z',
  due_at: '2026-12-08T00:00:00Z',
  status,
  sales_amount: net + 59,
  deductions_amount: 59,
  fees: { clearing: 0, tickets: 0, vat: 0 },
  free_tickets: 0,
  cancelled_after_start: false,
  other_amount: 0,
  adjustments: { disputes: 0, disputes_lost: 0, handed_back: 0, corrections: 0 },
  net_amount: net,
})

const BALANCE: Balance = {
  as_of: '2026-11-21T18:52:00Z',
  payable: 55_916.95,
  pending: 188.2,
  reserved: 1673.6,
  available: 52_936.95,
  parts: {
    opening_balance: 2822.9,
    account_amount: -357,
    events_amount: 54_826.65,
    reserve: 1175.6,
    promised_refunds: 200,
    disputes: 298,
    payouts: [
      { status: 'draft', reissued: false, payouts: 1, amount: 400 },
      { status: 'sent', reissued: false, payouts: 2, amount: 600.5 },
      { status: 'returned', reissued: false, payouts: 1, amount: 70 },
    ],
    ledger: { payable: 57_670.75, in_transit: 1070.5, disputes: 298, fees_to_come: -190 },
    arrivals: [
      { on: '2026-12-08', amount: 1980, installments_amount: 0 },
      { on: '2027-01-08', amount: 1100, installments_amount: 1100 },
    ],
    not_arrived: 2980,
    bank: '10-805-****4471',
  },
  by_event: [
    event('ארץ שמש', 'payable', 42_506.64),
    event('שלישיית דרור', 'payable', 12_320.01),
    event('הירח', 'pending', 188.2),
  ],
  other_events: 0,
}

const figures = (part: HTMLElement): number[] =>
  [...part.querySelectorAll('dd')].map((cell) => {
    const digits = (cell.textContent ?? '').replaceAll(/[^\d.]/gu, '')
    return toAgorot(Number(digits)) * (/[-−]/u.test(cell.textContent ?? '') ? -1 : 1)
  })

describe('the parts of the balance', () => {
  /** The totals of the parts that are shown, each of which its lines sum to. */
  const totalsOf = async (balance: Balance): Promise<number[]> => {
    await renderApp(<PartsCard balance={balance} />, { messages: ['money', 'states'] })
    return screen.getAllByRole('listitem').map((part) => {
      const lines = figures(part)
      const total = lines.pop() ?? 0
      expect(lines.reduce((sum, amount) => sum + amount, 0)).toBe(total)
      expect(part.querySelector(':scope > b')?.textContent).toBe(moneyText(total, 'he'))
      return total
    })
  }

  it('show the lines of which each is made, and the lines sum to the part', async () => {
    const totals = await totalsOf(BALANCE)
    expect(totals).toHaveLength(7)
    expect(totals[0]).toBe(5_293_695)
  })

  it('name what a debt is made of, and why an event that was cancelled has a fee', async () => {
    const debt = {
      ...event('לילה לבן', 'payable', -65.49),
      sales_amount: 0,
      deductions_amount: 65.49,
      fees: { clearing: 0, tickets: 55.5, vat: 9.99 },
      free_tickets: 37,
      cancelled_after_start: true,
    }
    const parts = { ...BALANCE.parts, events_amount: 54_761.16 }
    await totalsOf({ ...BALANCE, payable: 55_851.46, parts, by_event: [...BALANCE.by_event, debt] })
    const own = screen.getByText('לילה לבן').closest('dt')?.textContent ?? ''
    expect(own).toContain(
      text.parts.fee_tickets_other.replace('{{count}}', '37').replace('{{sum}}', moneyText(55_50, 'he')),
    )
    expect(own).toContain(text.parts.fee_vat.replace('{{sum}}', moneyText(9_99, 'he')))
    expect(own).toContain(text.parts.cancelled_late)
  })

  it.each([
    { owed: 520, totals: [-480_00, 1000_00] },
    { owed: -150, totals: [-150_00, -1000_00, 1000_00] },
  ])('have what is promised to buyers apart from a debt, where $owed is owed', async ({ owed, totals }) => {
    const nothing = {
      account_amount: 0,
      events_amount: 0,
      reserve: 0,
      disputes: 0,
      payouts: [],
      arrivals: [],
      not_arrived: 0,
    }
    const parts = { ...BALANCE.parts, ...nothing, opening_balance: owed, promised_refunds: 1000 }
    const sums = { payable: owed - 1000, pending: 0, reserved: 1000, available: 0, by_event: [] }
    expect(await totalsOf({ ...BALANCE, ...sums, parts })).toEqual(totals)
  })

  it('sum to what the ledger has', async () => {
    const { container } = await renderApp(<PartsCard balance={BALANCE} />, { messages: ['money', 'states'] })
    const note = [...container.querySelectorAll<HTMLElement>('details')].at(-1)
    const lines = note ? figures(note) : []
    const total = lines.pop()
    expect(lines).toHaveLength(4)
    expect(lines.reduce((sum, amount) => sum + amount, 0)).toBe(total)
  })
})

import { showEvent } from '@kartis/contract/events.ts'
import { fireEvent } from '@testing-library/react'
import * as fc from 'fast-check'
import { type ReactNode, useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { CashDialog } from '../features/box-office/cash-dialog.tsx'
import { OpenShift } from '../features/box-office/open-shift.tsx'
import { useShiftCount } from '../features/box-office/use-shift-count.ts'
import { CouponForm } from '../features/coupons/coupon-form.tsx'
import { PricesCard } from '../features/seating/prices-card.tsx'
import { TicketForm } from '../features/tickets/ticket-form.tsx'
import { OfferFields } from '../features/terminals/offer-fields.tsx'
import { signIn } from '../testing/admission.ts'
import { renderApp } from '../testing/render.tsx'
import { json, stubServer } from '../testing/server.ts'

const contract = {
  handle_fee_cc_percent: 5.1,
  handle_fee_cc_special_percent: 6,
  handle_fee_cc_tourist_percent: 7.55,
  handle_fee_ticket_amount: 1.5,
  ticket_fee_includes_vat: false,
  vat_percent: 18,
}

beforeEach(() => {
  localStorage.clear()
  signIn()
  stubServer().on(showEvent, () => json({ data: { accounts_contract: contract, settings: { fee_payer: 'buyers' } } }))
})

function Float() {
  return <OpenShift count={useShiftCount(null)} />
}

function Prices() {
  const [table, setTable] = useState({ columns: ['רגיל'], cells: { gold: [{ price: '10' }] } } as Parameters<
    typeof PricesCard
  >[0]['table'])
  const gold = { key: 'gold', name: 'זהב', label: 'זהב', position: 0, places: 20_000 }
  return <PricesCard event="event-1" table={table} categories={[gold]} onChange={setTable} refused={undefined} />
}

function Offer() {
  const [offer, setOffer] = useState({ installments: '3', smallest: '', bit: false })
  return <OfferFields value={offer} onChange={setOffer} smallestError={undefined} />
}

const nothing = () => undefined
const FORMS: Readonly<Record<string, ReactNode>> = {
  'ticket type': (
    <TicketForm event="event-1" zone="Asia/Jerusalem" orderLimit={50} feePayer="buyers" ticket={undefined} />
  ),
  coupon: <CouponForm event="event-1" zone="Asia/Jerusalem" coupon={undefined} />,
  'prices of a hall': <Prices />,
  'instalments of a terminal': <Offer />,
  'cash of a sale': <CashDialog total={120} busy={false} onClose={nothing} onTake={nothing} />,
  'float of a shift': <Float />,
}

const NUMERIC = 'input[inputmode="decimal"], input[inputmode="numeric"]'
/** Amounts as they grow while they are typed, and what a finger that rests on a key types. */
const typed = fc.oneof(
  fc.constantFrom('9000000000000000', '90000000000000000000', '9'.repeat(400), '0', '-0', '.', '1e999'),
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,-')), maxLength: 60 }),
)

describe('whatever number is typed', () => {
  it.each(Object.keys(FORMS))('the form of the %s stays on the screen', async (name) => {
    const { queries } = await renderApp(FORMS[name], {
      messages: ['tickets', 'coupons', 'seating', 'terminals', 'box-office', 'event'],
      role: 'owner',
    })
    await queries.ensureQueryData({ queryKey: ['event', 'event-1', 'contract'], queryFn: () => contract })
    const fields = () => [...document.querySelectorAll<HTMLInputElement>(NUMERIC)]
    const count = fields().length
    expect(count).toBeGreaterThan(0)
    fc.assert(
      fc.property(typed, (value) => {
        for (const field of fields()) fireEvent.change(field, { target: { value } })
        expect(fields()).toHaveLength(count)
      }),
      { numRuns: 12 },
    )
  })
})

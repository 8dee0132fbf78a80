import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PageProvider } from '../../shared/page-context.tsx'
import type { TicketTypeView } from '../../state/event-state.ts'
import { allMessages } from '../../state/messages.ts'
import { TicketTypeRow } from './ticket-type-row.tsx'
import type { Cart } from './use-cart.ts'

const type: TicketTypeView = {
  uuid: 't1',
  name: 'יציע',
  info: '',
  price: 219,
  max: 6,
  left: 5,
  scarce: false,
  state: 'on_sale',
  note: '',
}

const show = (
  change: Partial<TicketTypeView> = {},
  quantity = 0,
  state: { over?: boolean; isOrderFull?: boolean } = {},
) => {
  const onChange = vi.fn()
  const cart = { quantityOf: () => quantity, maxOf: ({ max }: TicketTypeView) => max, change: onChange }
  render(
    <PageProvider lang="he" messages={allMessages('he')} now={0}>
      <TicketTypeRow ticketType={{ ...type, ...change }} cart={cart as unknown as Cart} over={false} {...state} />
    </PageProvider>,
  )
  return onChange
}
const more = () => screen.getByRole<HTMLButtonElement>('button', { name: 'הוספה, יציע' })
const less = () => screen.getByRole<HTMLButtonElement>('button', { name: 'הפחתה, יציע' })

afterEach(() => {
  document.body.innerHTML = ''
})

describe('a row of a ticket type', () => {
  it('says how many are left only where the offer runs out', () => {
    show()
    expect(screen.queryByText('נותרו 5')).toBeNull()
    show({ scarce: true })
    expect(screen.getByText('נותרו 5')).not.toBeNull()
  })

  it('counts between nothing and the maximum, and says why it stops', () => {
    const onChange = show({}, 6)
    expect(more().disabled).toBe(true)
    expect(screen.getByText('עד 6 כרטיסים בהזמנה')).not.toBeNull()
    less().click()
    expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ uuid: 't1' }), -1)
  })

  it('claims no limit of its own when the whole order is full', () => {
    show({}, 6, { isOrderFull: true })
    expect(more().disabled).toBe(true)
    expect(screen.queryByText('עד 6 כרטיסים בהזמנה')).toBeNull()
  })

  it('offers no counter to the left of zero', () => {
    show()
    expect(less().disabled).toBe(true)
    expect(more().disabled).toBe(false)
  })

  it('shows why it cannot be bought in place of the counter', () => {
    show({ state: 'sold_out' })
    expect(screen.getByText('אזלו הכרטיסים')).not.toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('is closed after the event, whatever its cached state says', () => {
    show({ scarce: true }, 0, { over: true })
    expect(screen.getByText('המכירה הסתיימה')).not.toBeNull()
    expect(screen.queryByText('נותרו 5')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

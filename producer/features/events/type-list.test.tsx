import type { EventStatistics } from '@kartis/contract/event-figures.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { TypeList } from './type-list.tsx'

/** Ten tickets of a type, of which three are taken and two of those are of invitations. */
const typeOf = (type: TicketType['type']) =>
  ({
    uuid: type,
    name: 'פרטר',
    type,
    price: 0,
    sold: 3,
    held: 0,
    sum_total_available: 10,
    sale_state: 'on_sale',
  }) as TicketType

const list = async (type: TicketType['type']) => {
  const by_ticket_type = [{ uuid: type, name: 'פרטר', sold: 3, invited: 2, held: 0, total: 10, sum_total_amount: 0 }]
  const figures = { by_ticket_type, orders: { retained_amount: 0 } } as unknown as EventStatistics
  await renderApp(<TypeList uuid="event-1" types={[typeOf(type)]} figures={figures} editable={false} />, {
    messages: ['event'],
  })
  return screen.getByRole('meter')
}

it('a type that buyers can buy shows what was sold, and its invitations beside it', async () => {
  const meter = await list('regular')
  expect(meter.getAttribute('aria-valuenow')).toBe('1')
  // Two of the ten are no longer on offer.
  expect(meter.getAttribute('aria-valuemax')).toBe('8')
  expect(screen.queryByText('13%')).not.toBeNull()
  expect(screen.queryByText(/ועוד שני מוזמנים/)).not.toBeNull()
})

it('a type for invitations shows what was taken of it', async () => {
  const meter = await list('producer')
  expect(meter.getAttribute('aria-valuenow')).toBe('3')
  expect(meter.getAttribute('aria-label')).toContain(': ניתנו 3 מתוך 10')
  expect(screen.queryByText(/מוזמנים/)).toBeNull()
})

import type { EventStatistics } from '@kartis/contract/event-figures.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { EventStats } from './event-stats.tsx'

/** 100 on offer, 3 sold, 10 given to guests, 2 in carts; 5 more guests have tickets of a type for invitations. */
const FIGURES = {
  tickets: { count: 18, invited: 15, cancelled: 0 },
  orders: { count: 4, invited: 2, sum_total_amount: 0 },
  visits: { count: 0, conversions_percent: 0 },
  events_tickets: { sum_total: 100, sum_total_available: 85 },
  today: { tickets: 3, orders: 2, sum_total_amount: 0, visits: 0 },
  by_ticket_type: [{ held: 2 }, { held: 0 }],
} as unknown as EventStatistics

it('what is neither sold nor left of the tickets on offer is named beside what is left', async () => {
  await renderApp(<EventStats uuid="event-1" figures={FIGURES} isOver={false} isCancelled={false} />, {
    messages: ['event'],
    role: 'manager',
  })
  const facts = screen.getByText('מתוך 100').closest('dd')?.textContent
  expect(facts).toContain('10 מהם ניתנו למוזמנים')
  expect(facts).toContain('2 שמורים בסל')
})

it('nothing is left for sale of a cancelled event', async () => {
  await renderApp(<EventStats uuid="event-1" figures={FIGURES} isOver={false} isCancelled />, {
    messages: ['event'],
    role: 'manager',
  })
  expect(screen.queryByText('מתוך 100')).toBeNull()
})

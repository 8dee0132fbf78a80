import type { EventStatistics } from '@kartis/contract/event-figures.ts'
import { toShekels } from '@kartis/domain/money.ts'
import type { Db } from '../../../platform/database/db.ts'
import { dayIn, startOfDayIn } from '@kartis/domain/zone.ts'
import type { EventRow } from './events-queries.ts'
import { orderTotalsOf, ticketTotalsOf, typeCountersOf, visitsOf } from './statistics-queries.ts'
import { watchingNow } from './visits-queries.ts'

const CHART_DAYS = 90
const DAY = 86_400_000

/** Orders for each hundred page views, one decimal; never above 100 (a buyer may return to a page left open). */
const conversion = (orders: number, views: number): number =>
  views === 0 ? 0 : Math.min(100, Math.round((orders * 1000) / views) / 10)

export const eventStatistics = async (db: Db, event: EventRow, now: Date): Promise<EventStatistics> => {
  const today = dayIn(event.timezone, now)
  const dayStart = startOfDayIn(event.timezone, now)
  const since = startOfDayIn(event.timezone, new Date(now.getTime() - CHART_DAYS * DAY))
  const [money, sold, types, visits, watching] = await Promise.all([
    orderTotalsOf(db, event.id, dayStart),
    ticketTotalsOf(db, event.id, { timezone: event.timezone, dayStart, since }),
    typeCountersOf(db, event.id),
    visitsOf(db, event.id, today),
    watchingNow(db, event.id, now),
  ])
  const totals = { ...money, ...sold }
  const revenueOfType = new Map(sold.types.map(({ id, revenue }) => [id, revenue]))
  return {
    tickets: { count: totals.tickets, cancelled: totals.tickets_cancelled },
    orders: { count: totals.orders, sum_total_amount: toShekels(totals.revenue) },
    events_tickets: {
      sum_total_available: types.reduce((sum, type) => sum + Math.max(0, type.total - type.sold - type.held), 0),
    },
    visits: { count: visits.views, conversions_percent: conversion(totals.orders, visits.views) },
    watching_now: watching,
    today: {
      tickets: totals.tickets_today,
      orders: totals.orders_today,
      sum_total_amount: toShekels(totals.revenue_today),
      visits: visits.today,
    },
    by_day: sold.days.map((day) => ({ day: day.day, tickets: day.tickets, sum_total_amount: toShekels(day.revenue) })),
    by_ticket_type: types.map((type) => ({
      uuid: type.id,
      name: type.name,
      sold: type.sold,
      held: type.held,
      total: type.total,
      sum_total_amount: toShekels(revenueOfType.get(type.id) ?? 0),
    })),
  }
}

import type { EventStatistics } from '@kartis/contract/events.ts'
import { toShekels } from '@kartis/domain/money.ts'
import type { Db } from '../../kernel/db.ts'
import { dayIn, startOfDayIn } from '@kartis/domain/zone.ts'
import type { EventRow } from './events-queries.ts'
import { salesByDay, salesByType, totalsOf, visitsOf } from './statistics-queries.ts'
import { watchingNow } from './visits-queries.ts'

const CHART_DAYS = 90
const DAY = 86_400_000

/** Orders for each hundred page views, one decimal; never above 100 (a buyer may return to a page left open). */
const conversion = (orders: number, views: number): number =>
  views === 0 ? 0 : Math.min(100, Math.round((orders * 1000) / views) / 10)

export const eventStatistics = async (db: Db, event: EventRow, now: Date): Promise<EventStatistics> => {
  const today = dayIn(event.timezone, now)
  const [totals, days, types, visits, watching] = await Promise.all([
    totalsOf(db, event.id, startOfDayIn(event.timezone, now)),
    salesByDay(db, event.id, event.timezone, new Date(now.getTime() - CHART_DAYS * DAY)),
    salesByType(db, event.id),
    visitsOf(db, event.id, today),
    watchingNow(db, event.id, now),
  ])
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
    by_day: days.map((day) => ({ day: day.day, tickets: day.tickets, sum_total_amount: toShekels(day.revenue) })),
    by_ticket_type: types.map((type) => ({
      uuid: type.id,
      name: type.name,
      sold: type.sold,
      held: type.held,
      total: type.total,
      sum_total_amount: toShekels(type.revenue),
    })),
  }
}

import type { EventStatistics } from '@kartis/contract/event-figures.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { dayIn, startOfDayIn } from '@kartis/domain/zone.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { EventRow } from './events-queries.ts'
import {
  orderTotalsOf,
  revenueOf,
  type StatisticsOf,
  ticketTotalsOf,
  type TypeCountersRow,
  typeCountersOf,
  visitsOf,
} from './statistics-queries.ts'
import { watchersOf } from './visits-queries.ts'

const CHART_DAYS = 90
const DAY = 86_400_000

/** Orders for each hundred page views, one decimal; never above 100 (a buyer may return to a page left open). */
const conversion = (orders: number, views: number): number =>
  views === 0 ? 0 : Math.min(100, Math.round((orders * 1000) / views) / 10)

const daysOf = ({ id, timezone }: EventRow, now: Date): StatisticsOf => ({
  id,
  timezone,
  dayStart: startOfDayIn(timezone, now),
  since: startOfDayIn(timezone, new Date(now.getTime() - CHART_DAYS * DAY)),
  today: dayIn(timezone, now),
})

const load = async (db: Db, events: readonly EventRow[], now: Date) => {
  const days = events.map((event) => daysOf(event, now))
  const ids = events.map(({ id }) => id)
  const [orders, revenues, tickets, types, visits, watchers] = await Promise.all([
    orderTotalsOf(db, days),
    revenueOf(db, ids),
    ticketTotalsOf(db, days),
    typeCountersOf(db, ids),
    visitsOf(db, days),
    watchersOf(db, ids, now),
  ])
  return { orders, revenues, tickets, types, visits, watchers }
}

type Loaded = Awaited<ReturnType<typeof load>>

const viewTypes = (types: readonly TypeCountersRow[], revenues: ReadonlyMap<string, number>) =>
  types.map((type) => ({
    uuid: type.id,
    name: type.name,
    sold: type.sold,
    held: type.held,
    total: type.total,
    sum_total_amount: toShekels(revenues.get(type.id) ?? 0),
  }))

const viewStatistics = (id: string, loaded: Loaded): EventStatistics => {
  const orders = loaded.orders.get(id) ?? { orders: 0, orders_today: 0, revenue_today: 0 }
  const tickets = loaded.tickets.get(id)
  const types = loaded.types.filter((type) => type.event_id === id)
  const visits = loaded.visits.get(id) ?? { views: 0, today: 0 }
  return {
    tickets: { count: tickets?.tickets ?? 0, cancelled: tickets?.tickets_cancelled ?? 0 },
    orders: { count: orders.orders, sum_total_amount: toShekels(loaded.revenues.get(id) ?? 0) },
    events_tickets: {
      sum_total_available: types.reduce((sum, type) => sum + Math.max(0, type.total - type.sold - type.held), 0),
    },
    visits: { count: visits.views, conversions_percent: conversion(orders.orders, visits.views) },
    watching_now: loaded.watchers.get(id) ?? 0,
    today: {
      tickets: tickets?.tickets_today ?? 0,
      orders: orders.orders_today,
      sum_total_amount: toShekels(orders.revenue_today),
      visits: visits.today,
    },
    by_day: (tickets?.days ?? []).map((day) => ({
      day: day.day,
      tickets: day.tickets,
      sum_total_amount: toShekels(day.revenue),
    })),
    by_ticket_type: viewTypes(types, new Map(tickets?.types.map((type) => [type.id, type.revenue]))),
  }
}

/** Sales and visits of many events, by event, with one statement for each kind of figure. */
export const eventStatistics = async (
  db: Db,
  events: readonly EventRow[],
  now: Date,
): Promise<Map<string, EventStatistics>> => {
  const loaded = await load(db, events, now)
  return new Map(events.map(({ id }) => [id, viewStatistics(id, loaded)]))
}

import type { EventStatistics } from '@kartis/contract/event-figures.ts'
import { sum, toShekels } from '@kartis/domain/money.ts'
import { offeredTickets } from '@kartis/domain/revenue.ts'
import { dayIn, startOfDayIn } from '@kartis/domain/zone.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { EventRow } from './events-queries.ts'
import {
  invitedTotalsOf,
  orderTotalsOf,
  revenueTotalsOf,
  type StatisticsOf,
  ticketTotalsOf,
  type TypeCountersRow,
  typeCountersOf,
  visitsOf,
} from './statistics-queries.ts'
import { watchersOf } from './visits-queries.ts'

const CHART_DAYS = 90
const DAY = 86_400_000

/** Orders of the sale page for each hundred of its views, one decimal; never above 100 (a buyer may return to an open page). */
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
  const [orders, revenues, tickets, invited, types, visits, watchers] = await Promise.all([
    orderTotalsOf(db, days),
    revenueTotalsOf(db, days),
    ticketTotalsOf(db, days),
    invitedTotalsOf(db, days),
    typeCountersOf(db, ids),
    visitsOf(db, days),
    watchersOf(db, ids, now),
  ])
  return { orders, revenues, tickets, invited, types, visits, watchers }
}

type Loaded = Awaited<ReturnType<typeof load>>
type Figures = ReturnType<typeof figuresOf>

const NONE = { tickets: 0, today: 0, days: [], types: [] }

/** What was loaded of one event, with zeros for what has no rows. */
const figuresOf = (id: string, { orders, revenues, tickets, invited, types, visits }: Loaded) => ({
  orders: orders.get(id) ?? { orders: 0, online: 0, invited: 0, orders_today: 0 },
  revenue: revenues.get(id) ?? { revenue: 0, today: 0, days: [] },
  tickets: tickets.get(id) ?? { tickets: 0, tickets_cancelled: 0, tickets_today: 0, days: [], types: [] },
  invited: invited.get(id) ?? NONE,
  types: types.filter((type) => type.event_id === id),
  visits: visits.get(id) ?? { views: 0, today: 0 },
})

const viewTypes = ({ types, tickets, invited }: Figures): EventStatistics['by_ticket_type'] => {
  const revenueOf = new Map(tickets.types.map((type) => [type.id, type.revenue]))
  const invitedOf = new Map(invited.types.map((type) => [type.id, type.tickets]))
  return types.map((type) => ({
    uuid: type.id,
    name: type.name,
    sold: type.sold,
    invited: invitedOf.get(type.id) ?? 0,
    held: type.held,
    total: type.total,
    sum_total_amount: toShekels(revenueOf.get(type.id) ?? 0),
  }))
}

/** Days with sold tickets or with money, oldest first. Invitations are no sales. */
const viewDays = ({ tickets, revenue, invited }: Figures): EventStatistics['by_day'] => {
  const ticketsOf = new Map(tickets.days.map((row) => [row.day, row.tickets]))
  const invitedOf = new Map(invited.days.map((row) => [row.day, row.tickets]))
  const revenueOf = new Map(revenue.days.map((row) => [row.day, row.revenue]))
  return [...new Set([...ticketsOf.keys(), ...revenueOf.keys()])]
    .toSorted()
    .map((day) => ({
      day,
      tickets: (ticketsOf.get(day) ?? 0) - (invitedOf.get(day) ?? 0),
      sum_total_amount: toShekels(revenueOf.get(day) ?? 0),
    }))
    .filter((row) => row.tickets > 0 || row.sum_total_amount !== 0)
}

/** What buyers can buy. */
const forSale = (types: readonly TypeCountersRow[]): EventStatistics['events_tickets'] => {
  const { total, left } = offeredTickets(types)
  return { sum_total_available: left, sum_total: total }
}

const viewStatistics = (id: string, loaded: Loaded): EventStatistics => {
  const figures = figuresOf(id, loaded)
  const { orders, revenue, tickets, invited, visits } = figures
  const validTickets = sum(tickets.types.map((type) => type.revenue))
  return {
    tickets: { count: tickets.tickets, cancelled: tickets.tickets_cancelled, invited: invited.tickets },
    orders: {
      count: orders.orders,
      sum_total_amount: toShekels(revenue.revenue),
      online: orders.online,
      invited: orders.invited,
      retained_amount: toShekels(revenue.revenue - validTickets),
    },
    events_tickets: forSale(figures.types),
    visits: { count: visits.views, conversions_percent: conversion(orders.online, visits.views) },
    watching_now: loaded.watchers.get(id) ?? 0,
    today: {
      tickets: tickets.tickets_today - invited.today,
      orders: orders.orders_today,
      sum_total_amount: toShekels(revenue.today),
      visits: visits.today,
    },
    by_day: viewDays(figures),
    by_ticket_type: viewTypes(figures),
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

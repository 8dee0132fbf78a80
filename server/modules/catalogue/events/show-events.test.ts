import type { Event } from '@kartis/contract/events.ts'
import type { QueryId } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, draftEvent, eventOnSale } from '../../../testing/events.ts'
import { freeOrder } from '../../../testing/orders.ts'
import { producer, type Producer } from '../../../testing/people.ts'
import { approvedRun } from '../../../testing/refund-runs.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { listEvents } from '@kartis/contract/events.ts'
import type { Db } from '../../../platform/database/db.ts'
// Modules that stand later in the module order: the extensions of a server, as server/modules.ts passes them.
import { copyTicketTypes, publicTicketTypes, ticketTypesOfEvents } from '../ticket-types/index.ts'
import { ticketStock } from '../../selling/inventory/index.ts'
import { scanCountersOf } from '../../selling/ticketing/index.ts'
import { eventReport } from '../../settling/payouts/index.ts'
import { listEventRows } from './events-queries.ts'
import { showEvents } from './show-events.ts'

let world: World
let owner: Producer
const MANY = 30

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  const sold = await eventOnSale(world, owner, { event: { name: 'נמכר' }, type: { price: 0 } })
  await freeOrder(world, sold.event.uuid, { [sold.type.uuid]: 2 })
  for (let n = 1; n < MANY; n++) await draftEvent(world, owner, { name: `ערב ${n}`, artists: ['נועה'] })
})
afterAll(() => world.close())

/** The database with a plugin that counts the statements sent through it. */
const counted = (db: Db) => {
  const queries = new Set<QueryId>()
  const counting = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      queries.add(queryId)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { db: counting, count: () => queries.size }
}

const EXTENSIONS = {
  ticketTypes: ticketTypesOfEvents,
  publicTicketTypes,
  seatMap: async () => null,
  seatGates: async () => new Map(),
  scanStatistics: scanCountersOf,
  report: eventReport,
  onDuplicated: [copyTicketTypes(ticketStock)],
  onMoved: [],
  onFeePayer: async () => undefined,
}

const SHOWN = {
  with: ['categories', 'artists', 'attachments', 'forms', 'settings', 'events_tickets', 'accounts_contract'],
  append: ['statistics', 'scan_statistics'],
}

/** Shows the first `events` events of the account; returns the reply and the number of its statements. */
const show = async (events: number): Promise<{ statements: number; events: Event[] }> => {
  const now = world.clock.now()
  const account = { id: owner.account.uuid, role: 'owner' as const }
  const page = { page: 1, per_page: events, events: null, column: 'starts_at', direction: 'asc' } as const
  const { rows } = await listEventRows(world.db, account.id, page, now)
  const { db, count } = counted(world.db)
  const platform = {
    ...world.platform,
    db,
    extensions: EXTENSIONS,
    cleanDescription: (html: string) => Promise.resolve(html),
  }
  const shown = await showEvents(platform, rows, {
    ...SHOWN,
    account,
    lang: 'he',
    now,
  })
  return { statements: count(), events: shown }
}

describe('a list of events', () => {
  // No N+1 queries: relations and figures are read for all events of a page at once.
  it('takes as many statements for thirty events as for one', async () => {
    const [single, many] = [await show(1), await show(MANY)]
    expect([single.events.length, many.events.length]).toEqual([1, MANY])
    expect(single.statements).toBeGreaterThan(5)
    expect(many.statements).toBe(single.statements)
  })

  it('gives each event its own statistics', async () => {
    // The cast admits a list of names where the type of the client's query has one name.
    const query = { per_page: MANY, append: ['statistics'] } as never
    const { data } = (await world.call(listEvents, { ...as(owner), query })).body
    const tickets = new Map(data.map(({ name, statistics }) => [name, statistics?.tickets.count]))
    expect(tickets.get('נמכר')).toBe(2)
    expect([...tickets.values()].filter((count) => count === 0)).toHaveLength(MANY - 1)
    const sold = data.find(({ name }) => name === 'נמכר')?.statistics
    expect(sold).toMatchObject({
      orders: { count: 1 },
      today: { tickets: 2, orders: 1 },
      by_ticket_type: [{ sold: 2, total: 100 }],
    })
  })
})

describe('a cancelled event', () => {
  it('is found as cancelled, and is among no drafts', async () => {
    const other = await producer(world)
    const { event } = await eventOnSale(world, other)
    await draftEvent(world, other, { name: 'טיוטה' })
    await approvedRun(world, other, event)
    const names = async (cancelled: 'true' | 'false') =>
      (await world.call(listEvents, { ...as(other), query: { filter: { status: 'draft', cancelled } } })).body.data.map(
        ({ name }) => name,
      )
    expect([await names('true'), await names('false')]).toEqual([[event.name], ['טיוטה']])
  })
})

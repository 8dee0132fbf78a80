import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Scenario } from '../scenario.ts'
import { until } from '../timed.ts'

const RUSH = 400
const RUSH_ORDERS = 400
const RUSH_MS = 120_000
const LOCKED_MS = 8000
const READY_AGAIN_MS = 10_000

export const rushArrives: Scenario = {
  name: 'a rush arrives',
  what: `${RUSH} buyers arrive at the same moment and go on buying, many of them the same 25 tickets.`,
  buyers: RUSH,
  run: async ({ installation, crowd }) => {
    const took = await crowd.untilBought(RUSH_ORDERS, RUSH_MS)
    return [
      {
        what: 'they are served, and the server stays',
        holds: (await installation.isReady()) && !installation.server().hasEnded(),
        note: `${RUSH_ORDERS} orders in ${(took / 1000).toFixed(1)} s`,
      },
    ]
  },
}

const WAITING = `select count(*)::int as count from pg_stat_activity
  where application_name = 'kartis' and wait_event_type = 'Lock'`

/** Locks the orders while `meanwhile` runs. */
const withLockedOrders = async <T>(url: string, meanwhile: (watcher: Client) => Promise<T>): Promise<T> => {
  const locker = new Client({ connectionString: url })
  const watcher = new Client({ connectionString: url })
  await Promise.all([locker.connect(), watcher.connect()])
  try {
    await locker.query('begin')
    await locker.query('lock table orders in access exclusive mode')
    return await meanwhile(watcher)
  } finally {
    // The end of its connection ends the lock.
    await Promise.all([locker.end(), watcher.end()])
  }
}

export const ordersLocked: Scenario = {
  name: 'the orders are locked',
  what: `another program locks the table of orders for ${LOCKED_MS / 1000} seconds: every purchase waits, with the connections that it holds.`,
  run: async ({ installation, crowd }) => {
    const waiting = await withLockedOrders(installation.database(), async (watcher) => {
      await sleep(LOCKED_MS)
      return (await watcher.query<{ count: number }>(WAITING)).rows[0]?.count ?? 0
    })
    const ready = await until('ready again', installation.isReady, READY_AGAIN_MS)
    const sold = await crowd.untilBought(5)
    return [
      {
        what: 'it recovers by itself',
        holds: waiting > 0 && !installation.server().hasEnded(),
        note: `${waiting} connections waited; ready ${(ready / 1000).toFixed(1)} s after the end of it, 5 orders within ${(sold / 1000).toFixed(1)} s`,
      },
    ]
  },
}

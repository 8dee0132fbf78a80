import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '@kartis/server/platform/database/postgres/embedded.ts'
import { createStandby } from '@kartis/testing/standby.ts'
import type { Scenario } from '../scenario.ts'
import { withPool } from '../invariants.ts'
import { until } from '../timed.ts'

const TIMEOUT_MS = 30_000

/** The primary is lost for good, and its synchronous standby takes over at the same address. */
export const failover: Scenario = {
  name: 'PostgreSQL fails over',
  what: 'kill -9 of the primary in the middle of purchases; its streaming standby, which confirms every commit, is promoted and takes its address.',
  options: { isDatabaseAlone: true },
  run: async ({ installation, crowd }) => {
    const primary = installation.ownerDatabase()
    const to = join(installation.folder, 'standby')
    await createStandby({ primary, from: join(installation.folder, 'postgres'), to })
    const standby = await startEmbedded({ folder: to })
    installation.onClose(() => standby.stop())
    await withPool(primary, async (pool) => {
      await until(
        'the standby streams',
        async () => (await pool.query(`select from pg_stat_replication where state = 'streaming'`)).rowCount === 1,
        TIMEOUT_MS,
      )
      await pool.query(`alter system set synchronous_standby_names = '*'`)
      await pool.query('select pg_reload_conf()')
    })
    await crowd.untilBought(10)
    await crowd.requests.sending('payment')
    installation.signalDatabase('SIGKILL')
    await sleep(500)
    const port = Number(new URL(standby.url).port)
    const began = Date.now()
    await withPool(standby.ownerUrl, async (pool) => {
      await pool.query('alter system reset synchronous_standby_names')
      await pool.query('select pg_promote()')
    })
    installation.network.target = port
    installation.network.reset()
    const ready = await until('ready again', installation.isReady, TIMEOUT_MS)
    const sold = await crowd.untilBought(5)
    return [
      {
        what: 'the standby takes over',
        holds: !installation.server().hasEnded(),
        note: `promoted after ${((Date.now() - began - ready - sold) / 1000).toFixed(1)} s, ready ${(ready / 1000).toFixed(1)} s later, 5 orders within ${(sold / 1000).toFixed(1)} s`,
      },
    ]
  },
}

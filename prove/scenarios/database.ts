import { withPool } from '../invariants.ts'
import type { Scenario, Line, Scene } from '../scenario.ts'
import { until } from '../timed.ts'
import { STEPS } from './processes.ts'

const BETWEEN = 5
const READY_AGAIN_MS = 20_000
/** Readiness follows the database within two seconds. */
const NOTICED_MS = 2000

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

/** Sends a signal to PostgreSQL, and waits until the server has noticed, is ready and sells. */
const loseDatabase = async ({ installation, crowd }: Scene, signal: NodeJS.Signals, what: string): Promise<Line> => {
  installation.signalDatabase(signal)
  const noticed = await until('not ready', async () => !(await installation.isReady()), NOTICED_MS)
  const ready = await until('ready again', installation.isReady, READY_AGAIN_MS)
  const sold = await crowd.untilBought(BETWEEN)
  return {
    what,
    holds: !installation.server().hasEnded(),
    note: `not ready after ${seconds(noticed)}, ready again ${seconds(ready)} later, ${BETWEEN} orders within ${seconds(sold)}`,
  }
}

export const databaseKilled: Scenario = {
  name: 'PostgreSQL is killed at every step',
  what: 'kill -9 of PostgreSQL at every step from the reservation to the scan; it is started again each time.',
  run: async (scene) => {
    const lines: Line[] = []
    for (const step of STEPS) {
      await scene.crowd.requests.sending(step)
      lines.push(await loseDatabase(scene, 'SIGKILL', `killed in the middle of: ${step}`))
    }
    return lines
  },
}

export const databaseRestarted: Scenario = {
  name: 'PostgreSQL restarts at once',
  what: 'an immediate restart (pg_ctl restart -m immediate) in the middle of purchases, three times.',
  isQuick: true,
  run: async (scene) => {
    const lines: Line[] = []
    for (const time of ['first', 'second', 'third']) lines.push(await loseDatabase(scene, 'SIGQUIT', `${time} restart`))
    return lines
  },
}

const BUSY = `select pid from pg_stat_activity where application_name = 'kartis' order by state_change desc limit 1`

/** PostgreSQL ends every connection when one of its processes was killed, because shared memory may be damaged. */
export const connectionKilled: Scenario = {
  name: 'a process of PostgreSQL is killed',
  what: 'kill -9 of the process of one connection to PostgreSQL, as for its memory: PostgreSQL ends all others as well, and recovers.',
  run: async (scene) => {
    const { installation, crowd } = scene
    const lines: Line[] = []
    for (const step of ['reserve', 'payment', 'cancel']) {
      const pid = await withPool(installation.ownerDatabase(), async (pool) => {
        const { rows } = await pool.query<{ pid: number }>(BUSY)
        return rows[0]?.pid
      })
      if (pid === undefined) throw new Error('no connection of the server was found')
      await crowd.requests.sending(step)
      process.kill(pid, 'SIGKILL')
      const sold = await crowd.untilBought(BETWEEN)
      const ready = await until('ready', installation.isReady, READY_AGAIN_MS)
      lines.push({
        what: `killed in the middle of: ${step}`,
        holds: !installation.server().hasEnded(),
        note: `${BETWEEN} orders within ${seconds(sold)}, ready ${seconds(ready)} after that`,
      })
    }
    return lines
  },
}

import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Line, Scenario } from '../scenario.ts'

const HOUR_MS = 3_600_000
const WHILE_MS = 5000
const CLOCK = join(import.meta.dirname, '../preload/clock.mjs')

/** The clock of the server jumps; that of PostgreSQL does not. */
const jump = (name: string, hours: number): Scenario => {
  const file = join(tmpdir(), `kartis-prove-clock-${process.pid}-${hours}`)
  return {
    name,
    what: `the clock of the server jumps by ${hours > 0 ? 'an hour forward' : 'an hour back'} in the middle of purchases, and back again ${WHILE_MS / 1000} seconds later.`,
    options: { env: { NODE_OPTIONS: `--import ${CLOCK}`, PROVE_CLOCK: file } },
    run: async ({ installation, crowd }): Promise<readonly Line[]> => {
      const before = crowd.bought()
      writeFileSync(file, String(hours * HOUR_MS))
      await sleep(WHILE_MS)
      const meanwhile = crowd.bought() - before
      writeFileSync(file, '0')
      await crowd.untilBought(10)
      return [
        {
          what: 'it sells meanwhile',
          holds: meanwhile > 0 && !installation.server().hasEnded(),
          note: `${meanwhile} orders in ${WHILE_MS / 1000} s`,
        },
      ]
    },
  }
}

export const clockForward = jump('the clock jumps forward', 1)
export const clockBack = jump('the clock jumps back', -1)

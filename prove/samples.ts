import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Installation } from './installation.ts'
import type { Line } from './scenario.ts'
import { withPool } from './invariants.ts'

/** What a server and its database use at a moment. */
interface Sample {
  /** Megabytes of memory of the server. */
  readonly memory: number
  /** Open files and sockets of the server. */
  readonly handles: number
  readonly connections: number
  /** Megabytes of write-ahead log on the disk. */
  readonly wal: number
  /** Files in the folder of the server. */
  readonly files: number
}

const MEGABYTE = 1 << 20

const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const sample = async (pool: Pool, { server }: Installation): Promise<Sample> => {
  const { pid, dataDir } = server()
  const { rows } = await pool.query<{ connections: number; wal: number }>(
    `select (select count(*)::int from pg_stat_activity where application_name = 'kartis') as connections,
       (select sum(size)::float8 from pg_ls_waldir()) as wal`,
  )
  return {
    memory: memoryOf(pid),
    handles: readdirSync(`/proc/${pid}/fd`).length,
    connections: rows[0]?.connections ?? 0,
    wal: (rows[0]?.wal ?? 0) / MEGABYTE,
    files: readdirSync(dataDir, { recursive: true }).length,
  }
}

/** Takes a sample every so many milliseconds until the signal. */
export const takeSamples = (
  installation: Installation,
  { every, signal }: { readonly every: number; readonly signal: AbortSignal },
): Promise<readonly Sample[]> =>
  withPool(installation.ownerDatabase(), async (pool) => {
    const samples: Sample[] = []
    while (!signal.aborted) {
      samples.push(await sample(pool, installation))
      await sleep(every, undefined, { signal }).catch(() => undefined)
    }
    return samples
  })

const middle = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0

/** By how much the last third may be above the second: a share, and something for what comes and goes. */
const ALLOWED: Readonly<Record<keyof Sample, readonly [what: string, share: number, more: number]>> = {
  memory: ['memory of the server, MB', 0.2, 30],
  handles: ['open files and sockets of the server', 0.1, 20],
  connections: ['connections to PostgreSQL', 0, 2],
  // It grows until the first checkpoint, and then to `max_wal_size` at most.
  wal: ['write-ahead log, MB', 0.5, 256],
  files: ['files of the server', 0, 2],
}

/** The first third is the start: caches fill, code is compiled. */
export const growthLines = (samples: readonly Sample[], names: readonly (keyof Sample)[]): Line[] => {
  const third = Math.floor(samples.length / 3)
  return names.map((name) => {
    const [what, share, more] = ALLOWED[name]
    const before = middle(samples.slice(third, 2 * third).map((each) => each[name]))
    const after = middle(samples.slice(2 * third).map((each) => each[name]))
    const peak = Math.max(...samples.map((each) => each[name]))
    return {
      what: `no growth: ${what}`,
      holds: third > 0 && after <= before * (1 + share) + more,
      note: `${before.toFixed(0)} in the second third, ${after.toFixed(0)} in the last, ${peak.toFixed(0)} at most, of ${samples.length} samples`,
    }
  })
}

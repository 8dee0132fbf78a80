import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Logger } from '../observability/log.ts'

/** Runs a public read on the replica or on the primary. */
export type PublicReads = <T>(read: (db: Db) => Promise<T>) => Promise<T>

/** Maximum replication lag in milliseconds: together with the read cache, a page is at most a second old. */
const MAX_LAG_MS = 500
const CHECK_EVERY_MS = 200
/** A database that does not reply within this time counts as unreachable. */
const TIMEOUT_MS = 1000
/** Positions of the primary's log that are remembered with their time. */
const MAX_SAMPLES = 50

/** A log sequence number such as `16/B374D848` in bytes. */
const positionOf = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

interface Sample {
  readonly at: number
  readonly position: bigint
}

/** The lag in milliseconds of a replica at `position`: the age of the first sample that it has not replayed. */
export const lagOf = (samples: readonly Sample[], position: bigint, now: number): number => {
  const missing = samples.find((sample) => sample.position > position)
  return missing ? now - missing.at : 0
}

const primaryPosition = async (db: Db): Promise<bigint> => {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`.execute(db)
  return positionOf(rows[0]?.lsn ?? '0/0')
}

/** Undefined for a database that replays no log: it is not a replica and has no lag. */
const replayedPosition = async (db: Db): Promise<bigint | undefined> => {
  const { rows } = await sql<{ lsn: string | null }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn`.execute(db)
  return rows[0]?.lsn ? positionOf(rows[0].lsn) : undefined
}

const withTimeout = async <T>(promise: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), TIMEOUT_MS)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}

export interface Replica {
  readonly read: PublicReads
  /** Whether reads go to the replica now. */
  readonly isUsable: () => boolean
  readonly close: () => void
}

/**
 * Public reads from a streaming replica while it is reachable and its lag is small, else from the primary. A read that
 * fails on the replica is repeated on the primary.
 */
export const openReplica = (primary: Db, replica: Db, log: Pick<Logger, 'warn' | 'info'>): Replica => {
  let isUsable = false
  const samples: Sample[] = []
  const use = (next: boolean, reason: object): void => {
    if (next !== isUsable)
      log[next ? 'info' : 'warn'](reason, next ? 'public reads go to the replica' : 'public reads go to the primary')
    isUsable = next
  }
  const check = async (): Promise<void> => {
    try {
      const at = Date.now()
      samples.push({ at, position: await withTimeout(primaryPosition(primary)) })
      if (samples.length > MAX_SAMPLES) samples.shift()
      const position = await withTimeout(replayedPosition(replica))
      const lag = position === undefined ? 0 : lagOf(samples, position, Date.now())
      use(lag <= MAX_LAG_MS, { lag })
    } catch (error) {
      use(false, { err: error })
    }
  }
  let isChecking = false
  const checkOnce = async (): Promise<void> => {
    if (isChecking) return
    isChecking = true
    await check()
    isChecking = false
  }
  void checkOnce()
  const timer = setInterval(() => void checkOnce(), CHECK_EVERY_MS).unref()
  return {
    read: async (read) => {
      if (!isUsable) return read(primary)
      try {
        return await read(replica)
      } catch (error) {
        use(false, { err: error })
        return read(primary)
      }
    },
    isUsable: () => isUsable,
    close: () => clearInterval(timer),
  }
}

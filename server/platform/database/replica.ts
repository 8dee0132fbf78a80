import { sql } from 'kysely'
import type { Db } from './db.ts'
import { codeOf, isDatabaseAway, isStalePlan } from './error-code.ts'
import type { Logger } from '../observability/log.ts'

/** Runs a public read on the replica or on the primary. */
export type RunPublicRead = <T>(read: (db: Db) => Promise<T>) => Promise<T>

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

/**
 * The lag in milliseconds of a replica at `position`: the age of the first sample that it has not replayed. It never exceeds
 * the age of the oldest sample (about 10 seconds), which is far above `MAX_LAG_MS`, the only value that it is compared with.
 */
export const lagOf = (samples: readonly Sample[], position: bigint, now: number): number => {
  const missing = samples.find((sample) => sample.position > position)
  return missing ? now - missing.at : 0
}

const primaryPosition = async (db: Db): Promise<bigint> => {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`.execute(db)
  return positionOf(rows[0]?.lsn ?? '0/0')
}

interface Replay {
  readonly isStandby: boolean
  /** Null where nothing was replayed: in a standby that has just started, and in a database that is no standby. */
  readonly position: bigint | null
}

const replayOf = async (db: Db): Promise<Replay> => {
  const { rows } = await sql<{ is_standby: boolean; lsn: string | null }>`
    select pg_is_in_recovery() as is_standby, pg_last_wal_replay_lsn()::text as lsn`.execute(db)
  const { is_standby: isStandby = false, lsn = null } = rows[0] ?? {}
  return { isStandby, position: lsn === null ? null : positionOf(lsn) }
}

/** Milliseconds; infinite while a standby has replayed nothing. */
const lagOfReplay = ({ isStandby, position }: Replay, samples: readonly Sample[], now: number): number => {
  if (!isStandby) return 0
  return position === null ? Infinity : lagOf(samples, position, now)
}

/** A standby cancels a statement that delays its replay; the primary can run it. */
const RECOVERY_CONFLICTS = ['40001', '40P01']

const isRecoveryConflict = (error: unknown): boolean => RECOVERY_CONFLICTS.includes(codeOf(error))

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
  readonly read: RunPublicRead
  /** Whether reads go to the replica now. */
  readonly isUsable: () => boolean
  readonly close: () => void
}

/**
 * Public reads from a streaming replica while it is reachable and its lag is small, else from the primary: also while the
 * position of the primary cannot be read, because the lag is then unknown. A read that finds the replica out of reach, or
 * that the replica cancels, is repeated on the primary; any other error of a read is the caller's.
 *
 * A database that is no standby is read without a lag: the operator may name a copy that is replicated by other means. The
 * log warns of it, because a standby that was promoted no longer follows the primary.
 */
export const openReplica = (primary: Db, replicaDb: Db, log: Pick<Logger, 'warn' | 'info'>): Replica => {
  let isUsable = false
  let wasStandby = true
  const samples: Sample[] = []
  const use = (next: boolean, reason: object): void => {
    if (next !== isUsable)
      log[next ? 'info' : 'warn'](reason, next ? 'public reads go to the replica' : 'public reads go to the primary')
    isUsable = next
  }
  const check = async (): Promise<void> => {
    let database: 'primary' | 'replica' = 'primary'
    try {
      const at = Date.now()
      samples.push({ at, position: await withTimeout(primaryPosition(primary)) })
      if (samples.length > MAX_SAMPLES) samples.shift()
      database = 'replica'
      const replay = await withTimeout(replayOf(replicaDb))
      if (wasStandby && !replay.isStandby)
        log.warn('DATABASE_REPLICA_URL names no streaming replica: its lag is unknown and counts as none')
      wasStandby = replay.isStandby
      const lag = lagOfReplay(replay, samples, Date.now())
      use(lag <= MAX_LAG_MS, { lag })
    } catch (error) {
      use(false, { err: error, unreadable: database })
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
        return await read(replicaDb)
      } catch (error) {
        if (isDatabaseAway(error)) use(false, { err: error, unreadable: 'replica' })
        else if (!isRecoveryConflict(error) && !isStalePlan(error)) throw error
        return read(primary)
      }
    },
    isUsable: () => isUsable,
    close: () => clearInterval(timer),
  }
}

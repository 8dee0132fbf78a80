import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Logger } from '../observability/log.ts'

/** How the public's reads reach a database. */
export type PublicReads = <T>(read: (db: Db) => Promise<T>) => Promise<T>

/** A replica further behind than this, in milliseconds, is not read from: with the half second in memory a page lags a second at most. */
const MAX_BEHIND = 500
const LOOK_EVERY = 200
/** A database that has not answered a look by then counts as away. */
const PATIENCE = 1000
/** Places in the primary's log that are remembered with their time. */
const MARKS = 50

/** Bytes from the beginning of the log: `16/B374D848`. */
const placeOf = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

interface Mark {
  readonly at: number
  readonly place: bigint
}

/** How far behind, in milliseconds, one is who has come to `place`: the age of the newest mark that it has passed. */
export const behind = (marks: readonly Mark[], place: bigint, now: number): number => {
  const missing = marks.find((mark) => mark.place > place)
  return missing ? now - missing.at : 0
}

const primaryPlace = async (db: Db): Promise<bigint> => {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`.execute(db)
  return placeOf(rows[0]?.lsn ?? '0/0')
}

/** Nothing for a database that replays no log: it is nobody's replica and cannot be behind. */
const replayedPlace = async (db: Db): Promise<bigint | undefined> => {
  const { rows } = await sql<{ lsn: string | null }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn`.execute(db)
  return rows[0]?.lsn ? placeOf(rows[0].lsn) : undefined
}

const inTime = async <T>(promise: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('no answer in time')), PATIENCE)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

export interface Replica {
  readonly read: PublicReads
  /** Is it near enough to be read from now? */
  readonly near: () => boolean
  readonly close: () => void
}

/**
 * Reads of the public from a streaming replica while it is there and hardly behind, else from the primary. Only for what
 * may lag a moment; a read that fails there is made again on the primary.
 */
export const openReplica = (primary: Db, replica: Db, log: Pick<Logger, 'warn' | 'info'>): Replica => {
  let near = false
  const marks: Mark[] = []
  const say = (next: boolean, why: object): void => {
    if (next !== near)
      log[next ? 'info' : 'warn'](why, next ? 'public reads go to the replica' : 'public reads go to the primary')
    near = next
  }
  const look = async (): Promise<void> => {
    try {
      const at = Date.now()
      marks.push({ at, place: await inTime(primaryPlace(primary)) })
      if (marks.length > MARKS) marks.shift()
      const place = await inTime(replayedPlace(replica))
      const late = place === undefined ? 0 : behind(marks, place, Date.now())
      say(late <= MAX_BEHIND, { behind: late })
    } catch (error) {
      say(false, { err: error })
    }
  }
  let looking = false
  const turn = async (): Promise<void> => {
    if (looking) return
    looking = true
    await look()
    looking = false
  }
  void turn()
  const timer = setInterval(() => void turn(), LOOK_EVERY).unref()
  return {
    read: async (read) => {
      if (!near) return read(primary)
      try {
        return await read(replica)
      } catch (error) {
        say(false, { err: error })
        return read(primary)
      }
    },
    near: () => near,
    close: () => clearInterval(timer),
  }
}

import { sql } from 'kysely'
import { deliveryHealth } from '../notifications/dead-letters.ts'
import type { Platform } from '../platform.ts'

const ageOf = (oldest: Date | null, now: Date): number =>
  oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0

/** What waits for the work of this installation, for its operator: messages, jobs, and what was given up. */
export const defineBacklogGauges = ({ gauges, clock, jobs }: Platform): void => {
  gauges.define({
    name: 'messages_queued_oldest_seconds',
    help: 'Age of the oldest SMS or e-mail that waits to be sent for the first time; 0 without any',
    read: async (db) => ageOf((await deliveryHealth(db)).queued.oldest, clock()),
  })
  gauges.define({
    name: 'messages_dead',
    help: 'SMS and e-mails whose last attempt failed',
    read: async (db) => (await deliveryHealth(db)).dead.count,
  })
  gauges.define({
    name: 'jobs_due_oldest_seconds',
    help: 'Seconds since the oldest job that nobody has begun was due; 0 without any',
    read: async (db) => {
      const { rows } = await sql<{ age: number | null }>`
        select extract(epoch from now() - min(start_after))::float8 as age from jobs.job
        where state < 'active' and start_after < now() and name not in ('dead', '__pgboss__send-it')`.execute(db)
      return Math.max(0, rows[0]?.age ?? 0)
    },
  })
  gauges.define({
    name: 'jobs_dead',
    help: 'Jobs whose last attempt failed',
    read: async () => (await jobs.dead(10_000)).length,
  })
}

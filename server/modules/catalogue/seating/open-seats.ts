import type { Tx } from '../../../platform/database/db.ts'
import type { SeatingContext } from './context.ts'
import { accountOfOpening, eventsToOpen } from './openings-queries.ts'

export const OPEN_JOB = 'seats.open'

/** `at`: the opening for which the job was enqueued; without it, whatever is due. */
interface OpenJob {
  readonly eventId: string
  readonly at?: string
}

/**
 * Opens the seats of one event whose time has come for everybody, in the caller's transaction: those that are neither held
 * nor sold and whose opening still stands. It is decided under the clock's lock, so whoever changed them before has won.
 */
const openSeats = async (context: SeatingContext, tx: Tx, { eventId, at }: OpenJob): Promise<void> => {
  const { seats, clock, domainEvents } = context
  const now = clock()
  // The queue starts a job by the database's clock, which may be ahead of the one of this process.
  const due = at === undefined ? now : new Date(Math.max(now.getTime(), Date.parse(at)))
  await seats.lockClock(tx, eventId)
  const accountId = await accountOfOpening(tx, eventId)
  if (accountId === undefined) return
  const opened = await seats.open(tx, eventId, due)
  if (opened === undefined) return
  await seats.boundStock(tx, eventId)
  await domainEvents.append(tx, [{ type: 'seats.opened', at: now, accountId, eventId, subject: eventId, data: opened }])
}

/** Enqueues the opening of some seats at a time, in the transaction that sets the time. */
export const enqueueOpening = ({ jobs }: SeatingContext, tx: Tx, eventId: string, opensAt: Date): Promise<void> => {
  const at = opensAt.toISOString()
  return jobs.enqueue(tx, OPEN_JOB, { eventId, at }, { after: opensAt, key: `${eventId} ${at}` })
}

/** Enqueues a job for each event with seats that are due: those whose own job was lost, or that could not open then. */
const enqueueDue = async ({ db, jobs, clock }: SeatingContext): Promise<void> => {
  for (const eventId of await eventsToOpen(db, clock())) await jobs.enqueue(db, OPEN_JOB, { eventId }, { key: eventId })
}

export const scheduleOpenings = (context: SeatingContext): void => {
  const { jobs } = context
  jobs.defineTransactional<OpenJob>(OPEN_JOB, (job, tx) => openSeats(context, tx, job), {
    unique: true,
    concurrency: 2,
  })
  jobs.cron('seats.open-due', '* * * * *', () => enqueueDue(context))
}

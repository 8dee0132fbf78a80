import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { enqueueStep, recordRunEvent, type StepJob } from './run-events.ts'
import { lockRun, moveRun } from './runs-queries.ts'

/** Stops a run that is under way. Refusals: `not_found`, `conflict` in every other state. */
export const pauseRun = async (platform: Platform, key: StepJob, now: Date): Promise<Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const run = await lockRun(tx, key)
    if (!run) return refuse('not_found')
    if (run.state !== 'approved' && run.state !== 'running') return refuse('conflict', { detail: { state: run.state } })
    const running = run.state === 'approved' ? await moveRun(tx, run, 'running') : run
    await moveRun(tx, running, 'paused', { pause_reason: 'person' })
    await recordRunEvent(platform, tx, run, { type: 'refund_run.paused', data: { reason: 'person' } }, now)
    return undefined
  })

/** Goes on with a paused run. Refusals: `not_found`; `conflict` unless it is paused, and while a cancelled event is on sale. */
export const resumeRun = async (platform: Platform, key: StepJob, now: Date): Promise<Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const run = await lockRun(tx, key)
    if (!run) return refuse('not_found')
    if (run.state !== 'paused') return refuse('conflict', { detail: { state: run.state } })
    const event = await anyEventRow(tx, run.event_id)
    if (run.kind === 'cancelled' && event?.status === 'published')
      return refuse('conflict', { detail: { status: event.status } })
    await moveRun(tx, run, 'running', { pause_reason: null })
    await recordRunEvent(platform, tx, run, { type: 'refund_run.resumed', data: {} }, now)
    await enqueueStep(platform, tx, run)
    return undefined
  })

import type { BodyIn } from '@kartis/contract/endpoint.ts'
import {
  approveRefundRun,
  createRefundRun,
  listRefundRunItems,
  type RefundRun,
  type RefundRunItem,
  showRefundRun,
} from '@kartis/contract/refund-runs.ts'
import { as } from './events.ts'
import { type Producer, proveAgain } from './people.ts'
import type { World } from './world.ts'

interface Credentials {
  readonly token: string
  readonly account: string
}

/** Asks for a preview of the refund of an event. */
export const requestRun = (
  world: World,
  who: Credentials,
  event: { readonly uuid: string },
  body: BodyIn<typeof createRefundRun> = { kind: 'cancelled' },
) => world.call(createRefundRun, { ...who, params: { uuid: event.uuid }, body })

/** A preview that must succeed. */
export const previewedRun = async (
  world: World,
  producer: Producer,
  event: { readonly uuid: string },
  body?: BodyIn<typeof createRefundRun>,
): Promise<RefundRun> => {
  const answer = await requestRun(world, as(producer), event, body)
  if (answer.error) throw new Error(answer.text)
  return answer.body.data
}

/** Approves with a proof of this moment where the last one is too old, as the producer app does. */
export const approveRun = async (world: World, who: Credentials, run: RefundRun) => {
  const approve = () => world.call(approveRefundRun, { ...who, params: { uuid: run.uuid } })
  const answer = await approve()
  if (answer.error?.code !== 'proof_required') return answer
  await proveAgain(world, who.token)
  return approve()
}

/** A run that is approved and must be. */
export const approvedRun = async (...args: Parameters<typeof previewedRun>): Promise<RefundRun> => {
  const [world, producer] = args
  const answer = await approveRun(world, as(producer), await previewedRun(...args))
  if (answer.error) throw new Error(answer.text)
  return answer.body.data
}

const JOBS = [
  'refund_runs.step',
  'refund_runs.order',
  'refund_runs.late_orders',
  'refund_runs.notify',
  'payments.refund',
]

/** Runs the jobs of refunds and what follows from their events until nothing changes. */
export const workOnRuns = async (world: World): Promise<void> => {
  for (let ran = 1; ran > 0;) {
    const { completed, failed } = await world.platform.jobs.drain({ names: JOBS })
    await world.handleEvents()
    ran = completed + failed
  }
}

/** Lets a run look at the clock and at its refunds, as it does each minute, and what follows. */
export const stepOfRun = async (world: World, run: RefundRun): Promise<void> => {
  await world.platform.jobs.enqueue(world.db, 'refund_runs.step', { eventId: run.event_uuid, runId: run.uuid })
  await workOnRuns(world)
}

export const shownRun = async (world: World, producer: Producer, run: RefundRun): Promise<RefundRun> =>
  (await world.call(showRefundRun, { ...as(producer), params: { uuid: run.uuid } })).body.data

/** The outcome of each order by its uuid. */
export const itemsOfRun = async (
  world: World,
  producer: Producer,
  run: RefundRun,
): Promise<ReadonlyMap<string, RefundRunItem>> => {
  const { data } = (await world.call(listRefundRunItems, { ...as(producer), params: { uuid: run.uuid } })).body
  return new Map(data.map((item) => [item.order_uuid, item]))
}

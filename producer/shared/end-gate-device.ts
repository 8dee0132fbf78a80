import { handOverGateScans } from '@kartis/contract/gate-devices.ts'
import { api } from './api.ts'
import { ApiError } from './api-error.ts'
import { deviceId } from './check-in/device.ts'
import { lossReport, lossReported } from './check-in/loss-report.ts'
import { forgetRecentEntries } from './check-in/recent-entries.ts'
import { forgetSent, sendQueuedScans, sentJustNow } from './check-in/scan-queue.ts'
import { forgetGateDevice, gateIdentity } from './gate-device.ts'
import { type GateEnd, readGateEnd, writeGateEnd } from './gate-end.ts'
import { database, dropLists } from './offline/database.ts'
import { cacheOwner } from './offline/last-contact.ts'

let running: Promise<void> | undefined

/** Scans that were not sent yet. What the server answered with a conflict was sent; only its explanation is open. */
const unsentOf = (owner: string): Promise<number> =>
  database.scans
    .where('owner')
    .equals(owner)
    .and(({ state }) => state !== 'refused')
    .count()

/** Those of them that let somebody in or out: a refusal that is lost leaves nobody without a record. */
const waitingOf = (owner: string): Promise<number> =>
  database.scans
    .where('owner')
    .equals(owner)
    .and(({ state }) => state === 'waiting')
    .count()

/** What the server found to be made at a time at which this phone was no device of the gate. */
const LATE = 'S5'
const lateOf = (owner: string): Promise<number> =>
  database.scans
    .where('owner')
    .equals(owner)
    .and((scan) => scan.state === 'refused' && scan.refusal?.code === LATE && scan.direction !== 'exit')
    .count()

/**
 * Says how many entries and exits wait here: whoever watches the gate learns that they exist before they come, and that there are none
 * any more. `refused`: nothing is taken from this phone.
 */
const handOver = async (event: string, waiting: number): Promise<'taken' | 'refused' | 'unheard'> => {
  try {
    const loss = await lossReport(event, deviceId())
    await api(handOverGateScans, { retry: false, params: { uuid: event }, body: { waiting, ...loss } })
    lossReported(event, deviceId(), loss)
    return 'taken'
  } catch (error) {
    return error instanceof ApiError && error.status === 401 ? 'refused' : 'unheard'
  }
}

const wipe = async (owner: string): Promise<void> => {
  forgetRecentEntries(owner)
  const lists = await database.lists.where('owner').equals(owner).toArray()
  const files = await database.snapshots.filter((file) => file.owner === owner).toArray()
  const people = await database.people.filter((file) => file.owner === owner).toArray()
  await dropLists([...lists, ...files, ...people].map(({ event }) => event))
  await database.pages.where('owner').equals(owner).delete()
}

/** What waits, and what the queue has sent a moment before, when it was faster than the news that the permission is over. */
const countLast = async (owner: string): Promise<{ waiting: number; total: number }> => {
  for (;;) {
    const sent = sentJustNow()
    const waiting = await waitingOf(owner)
    if (sentJustNow() === sent) return { waiting, total: waiting + sent }
  }
}

/** Their guests are inside: the server takes them for a day. */
const sendLast = async (owner: string, isLost: boolean): Promise<GateEnd> => {
  const { waiting, total: counted } = await countLast(owner)
  const before = readGateEnd()
  const total = before ? before.sent + before.left : counted
  const result = (state: GateEnd['state'], left: number): GateEnd => ({ state, sent: total - left, left })
  const event = gateIdentity()?.event?.uuid
  if (isLost || event === undefined) return result('refused', waiting)
  writeGateEnd(result('sending', waiting))
  const first = await handOver(event, waiting)
  if (first === 'refused') return result('refused', waiting)
  if ((await unsentOf(owner)) > 0) await sendQueuedScans()
  const left = await waitingOf(owner)
  const last = waiting === 0 ? first : await handOver(event, left)
  return result((await unsentOf(owner)) === 0 && last === 'taken' ? 'sent' : 'waiting', left)
}

const end = async (isLost: boolean): Promise<void> => {
  const owner = cacheOwner()
  if (owner !== undefined) {
    await wipe(owner)
    const last = await sendLast(owner, isLost)
    forgetSent()
    const late = await lateOf(owner)
    const ended = { ...last, ...(late > 0 && { late }) }
    writeGateEnd(ended)
    if (ended.state === 'waiting') return
    await database.scans.where('owner').equals(owner).delete()
  }
  forgetGateDevice()
}

/**
 * The permission of this device is over: wipes its lists at once, sends the scans that wait, and forgets who it was. Scans
 * that could not be sent stay until the page of the end is opened again. `isLost`: the server takes nothing any more.
 */
export const endGateDevice = async (isLost = false): Promise<void> => {
  running ??= end(isLost)
    .catch(() => undefined)
    .finally(() => {
      running = undefined
    })
  await running
  if (location.pathname !== '/gate/ended') location.assign('/gate/ended')
}

import { reportGateDevice } from '@kartis/contract/gate-devices.ts'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import type { Event as GateEvent } from '@kartis/contract/events.ts'
import { laneCountOf } from '@kartis/domain/lanes.ts'
import { createStore } from '@kartis/ui/components/store.ts'
import { useEffect } from 'react'
import { api } from '../api.ts'
import { dismissSettled, doubtsOf } from './doubts.ts'
import { lossReport, lossReported } from './loss-report.ts'
import { unsettledScans } from './scan-queue.ts'
import { offline } from '../connection.ts'
import { database } from '../offline/database.ts'
import { accessToken, isAtGate, readStoredJson, writeStored } from '../storage.ts'
import { readBattery } from './battery.ts'
import { deviceId, gateName, laneNumber } from './device.ts'

const EVERY_MS = 30_000
/** A number of waiting scans that has changed is reported sooner, but not with each scan. */
const CHANGED_MS = 3000

/** How many lanes the event has; 0 without any. */
export const lanesIn = ({ settings }: GateEvent): number => laneCountOf(settings?.check_in)

/** Names of the other devices that say they have the lane of this one; undefined before the server has answered. */
export const laneSharedWith = createStore<readonly string[] | undefined>(undefined)

/** As many as one report takes. */
const DOUBTS_MOST = 100

const waitingScans = (): number => unsettledScans.read().waiting.length
let reportedWaiting: number | undefined

/** An entry of this device that another one has made as well. */
export type MetElsewhere = ReplyOf<typeof reportGateDevice>['data']['met'][number]

/** What the server last said of them, without those that somebody here has dealt with. */
export const metElsewhere = createStore<readonly MetElsewhere[]>([])

const SEEN = 'device:met_seen'
const SEEN_MOST = 100
const seen = (): readonly string[] => (readStoredJson(SEEN) as string[] | undefined) ?? []

const showMet = (all: readonly MetElsewhere[] = []): void => {
  const [dealt, shown] = [seen(), metElsewhere.read()]
  const open = all.filter(({ scan_uuid }) => !dealt.includes(scan_uuid))
  if (JSON.stringify(open) !== JSON.stringify(shown)) metElsewhere.write(open)
}

/** Somebody here has dealt with it. */
export const dismissMet = (scanUuid: string): void => {
  writeStored(SEEN, JSON.stringify([...seen(), scanUuid].slice(-SEEN_MOST)))
  showMet(metElsewhere.read())
}

/** The board shows how many scans wait on each device: what was sent meanwhile waits there no longer. */
const whenWaitingChanged = (send: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = unsettledScans.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      // A scan that was sent at once changes nothing.
      if (waitingScans() !== reportedWaiting) send()
    }, CHANGED_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** Says what this device has and what waits on it. A device that has ended learns it here, if by no scan before. */
const report = async (event: GateEvent, name: string, leaving = false): Promise<void> => {
  const [battery, list] = await Promise.all([readBattery(), database.lists.get(event.uuid).catch(() => undefined)])
  // Where the event has no lanes, a device of one evening gives up the lane that it had.
  const lane = lanesIn(event) > 0 ? laneNumber() : isAtGate() ? null : undefined
  const pending = waitingScans()
  const doubts = doubtsOf(event.uuid).slice(0, DOUBTS_MOST)
  const loss = await lossReport(event.uuid, deviceId())
  const { data } = await api(reportGateDevice, {
    retry: false,
    params: { uuid: event.uuid },
    body: {
      pending,
      battery: battery?.percent ?? null,
      sent_at: new Date().toISOString(),
      list_at: list ? new Date(list.refreshedAt).toISOString() : null,
      ...(lane !== undefined && { lane }),
      gate: gateName() || null,
      device_id: deviceId(),
      name,
      ...(leaving && { leaving }),
      ...(doubts.length > 0 && { doubts }),
      ...loss,
    },
  })
  lossReported(event.uuid, deviceId(), loss)
  reportedWaiting = pending
  laneSharedWith.write(typeof lane !== 'number' || lane === laneNumber() ? data.lane_shared_with : undefined)
  showMet(data.met)
  await dismissSettled(data.settled)
}

/** The report of the page that was left. The next page reports after it, or the board would show a phone in use as left. */
let lastReport: Promise<void> = Promise.resolve()

/**
 * Reports to the managers' list of devices while a page of the gate is open, and learns who else has the lane of this
 * device, and which of its entries another one has made too. A member's phone says when its page is left, since nobody ends
 * its permission after the evening.
 */
export const useGateContact = (event: GateEvent | undefined, name: string): void => {
  const lanes = event ? lanesIn(event) : 0
  useEffect(() => {
    if (!event) return undefined
    const send = () => {
      if (!offline.read()) void lastReport.then(() => report(event, name)).catch(() => undefined)
    }
    const isOfMember = !isAtGate()
    const leave = () => {
      // Signing out leaves the page as well, and there is nobody then who could say it.
      const canReport = accessToken() !== undefined && !offline.read()
      if (isOfMember && canReport && waitingScans() === 0) lastReport = report(event, name, true).catch(() => undefined)
    }
    send()
    const timer = setInterval(send, EVERY_MS)
    const stop = offline.subscribe(send)
    const stopCounting = whenWaitingChanged(send)
    addEventListener(LANE_CHOSEN, send)
    addEventListener('pagehide', leave)
    return () => {
      clearInterval(timer)
      stop()
      stopCounting()
      removeEventListener(LANE_CHOSEN, send)
      removeEventListener('pagehide', leave)
      leave()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the event is loaded anew with every count of it
  }, [event?.uuid, lanes, name])
}

/** Another lane was chosen on this device: who else has it is asked at once. */
const LANE_CHOSEN = 'kartis:lane'
export const laneChosen = (): void => {
  laneSharedWith.write(undefined)
  dispatchEvent(new Event(LANE_CHOSEN))
}

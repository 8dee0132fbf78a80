import { fromHub, readMessage, type ToHub } from '@kartis/contract/hub-messages.ts'
import { gateModeOf, HUB, type HubLinkState, type KnownHub } from '@kartis/domain/gate-hub.ts'
import type { PairingCode } from '@kartis/domain/hub-pairing.ts'
import type { ScanMode } from '@kartis/domain/scan-upload.ts'
import { createStore } from '@kartis/ui/components/store.ts'
import { offline } from '../../connection.ts'
import { gather } from '../../later.ts'
import { database, type StoredScan } from '../../offline/database.ts'
import { readStoredJson, writeStored } from '../../storage.ts'
import { forgetAct, type LocalAdmissionList, recordAct } from '../admission-list.ts'
import { pendingUndosOf } from '../own-undo.ts'
import { answerHub, type HubChannel } from './connection.ts'
import { createHubPhone, type HubPhone, type HubPhoneOptions, type OwnAct } from './phone.ts'

export interface HubLink {
  readonly state: HubLinkState
  /** The hub of this phone's event, also while it is not there. */
  readonly knownHub: KnownHub | undefined
}

const storedHub = (): KnownHub | undefined => (readStoredJson('device:hub') as KnownHub | null | undefined) ?? undefined

/** This phone's connection to the hub of its event. */
export const hubLink = createStore<HubLink>({ state: 'none', knownHub: storedHub() })

/** How this device decides its next scan. */
export const useGateMode = (): ScanMode => gateModeOf(offline.use(), hubLink.use().state)

/** Who this phone is, and what it scans for. */
export interface HubSelf {
  readonly event: string
  readonly device: string
  readonly name: string
  readonly gate: string | null
  readonly lane: number | null
  readonly list: () => LocalAdmissionList | undefined
}

interface Current {
  readonly event: string
  readonly phone: HubPhone
  readonly channel: HubChannel
  readonly timer: ReturnType<typeof setInterval>
}

let current: Current | undefined
/** The scan page that is open: entries that the hub tells of are for its list. */
interface Page {
  readonly list: () => LocalAdmissionList | undefined
  /** Called a moment after entries of other phones have come into the list, or gone out of it. */
  readonly onChanged: (list: LocalAdmissionList) => void
}
let page: Page | undefined

/** Entries of other phones come into the list of the page that is open. */
export const followHub = (list: Page['list'], onChanged: Page['onChanged']): (() => void) => {
  const own = { list, onChanged }
  page = own
  return () => {
    if (page === own) page = undefined
  }
}

const listOf = (): LocalAdmissionList | undefined => page?.list()

/** Not for each entry: a busy gate has several in a second. */
const changed = gather((): void => {
  const list = listOf()
  if (list) page?.onChanged(list)
})

const setState = (state: HubLinkState): void => {
  if (hubLink.read().state !== state) hubLink.write({ ...hubLink.read(), state })
}

const learn = (knownHub: KnownHub | undefined): void => {
  writeStored('device:hub', knownHub && JSON.stringify(knownHub))
  hubLink.write({ ...hubLink.read(), knownHub })
}

/** Somebody says that the hub of before is gone: this phone may have another one. */
export const forgetHub = (): void => {
  disconnectHub()
  learn(undefined)
}

export const disconnectHub = (): void => {
  const before = current
  current = undefined
  if (before) {
    clearInterval(before.timer)
    before.phone.close()
    before.channel.close()
  }
  setState('none')
}

const nothingIfEmpty = (text: string): string | null => (text === '' ? null : text)

export const actOf = (scan: StoredScan): OwnAct => ({
  nonce: scan.scan_uuid,
  text: scan.text,
  direction: scan.direction ?? 'entry',
  gate: scan.gate,
  ...(scan.manual && { manual: scan.manual }),
  ...(scan.isOverride && { override: true }),
  ticket: nothingIfEmpty(scan.ticket_uuid),
  verdict: scan.state === 'turned_away' ? 'refused' : 'admitted',
  at: scan.scanned_at,
})

/** What this phone did without the hub, and what the hub may not have heard: everything that waits to be uploaded. */
const unsentActs = async (event: string): Promise<OwnAct[]> => {
  const scans = await database.scans.where('event').equals(event).toArray()
  const undone = new Set(pendingUndosOf(event).map(({ scan_uuid }) => scan_uuid))
  return scans
    .filter(({ state }) => state !== 'refused')
    .toSorted((a, b) => a.scanned_at.localeCompare(b.scanned_at))
    .map((scan) => ({ ...actOf(scan), ...(undone.has(scan.scan_uuid) && { verdict: 'refused' as const }) }))
}

const settleUnsent = async (event: string): Promise<void> => {
  const acts = await unsentActs(event)
  if (acts.length > 0) current?.phone.settle(acts)
}

const helloOf = ({ event, device, name, gate, lane, list }: HubSelf): ReturnType<HubPhoneOptions['hello']> => {
  const facts = list()?.facts
  const since = facts ? new Date(facts.refreshedAt + facts.aheadMs).toISOString() : null
  return { t: 'hello', v: 1, event, device, name, gate, lane, since }
}

const createPhone = (self: HubSelf, send: (message: ToHub) => void): HubPhone =>
  createHubPhone({
    send,
    hello: () => helloOf(self),
    onWelcome: ({ hub, name }) => {
      learn({ event: self.event, hub, name })
      setState('linked')
      void settleUnsent(self.event)
    },
    onAnswering: (isAnswering) => {
      if (hubLink.read().state !== 'none') setState(isAnswering ? 'linked' : 'silent')
    },
    onPassed: (acts) => {
      const list = listOf()
      if (!list || list.facts.event !== self.event) return
      for (const { ticket, type, direction, at, device, nonce, gate } of acts)
        recordAct(list, ticket, {
          type,
          direction,
          scanned_at: at,
          device_id: device ?? undefined,
          scan_uuid: nonce,
          gate,
        })
      changed()
    },
    onUndone: ({ ticket, nonce }) => {
      const list = listOf()
      if (list?.facts.event !== self.event) return
      forgetAct(list, ticket, nonce, undefined)
      changed()
    },
    onTurnedAway: disconnectHub,
  })

/**
 * Answers the code of a hub. `code` is what the hub has to read; the state of the link says when it has, and `onFailed` that
 * it never will: the devices did not find each other, or the hub gave up.
 */
export const joinHub = async (self: HubSelf, offer: PairingCode, onFailed: () => void) => {
  let phone: HubPhone | undefined
  let own: HubChannel | undefined
  return answerHub(offer, {
    onOpen: (channel) => {
      disconnectHub()
      own = channel
      const send = (message: ToHub) => channel.send(JSON.stringify(message))
      phone = createPhone(self, send)
      current = { event: self.event, phone, channel, timer: setInterval(phone.ping, HUB.pingMs) }
      phone.ping()
    },
    onMessage: (text) => {
      const message = readMessage(fromHub, text)
      if (message) phone?.receive(message)
    },
    onClose: () => {
      if (!own) onFailed()
      else if (current?.channel === own) disconnectHub()
    },
  })
}

/** The phone's side of the hub, where it is there and answers for this event. */
export const linkedHub = (event: string): HubPhone | undefined =>
  hubLink.read().state === 'linked' && current?.event === event ? current.phone : undefined

/** The phone's side of the hub whether or not it answers, to tell it what happened. */
export const hubOf = (event: string): HubPhone | undefined => (current?.event === event ? current.phone : undefined)

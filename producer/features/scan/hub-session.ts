import { readMessage, toHub } from '@kartis/contract/hub-messages.ts'
import { readPairingCode } from '@kartis/domain/hub-pairing.ts'
import { createStore } from '@kartis/ui/components/store.ts'
import type { LocalAdmissionList } from '../../shared/check-in/admission-list.ts'
import { type HubChannel, offerToPhone } from '../../shared/check-in/hub/connection.ts'
import { createHubCore, type HubCore, type HubFigures } from '../../shared/check-in/hub/core.ts'
import type { HubPeer, ConnectedPhone } from '../../shared/check-in/hub/core-phones.ts'
import { isPermissionOver } from '../../shared/check-in/own-end.ts'
import { sendQueuedScans } from '../../shared/check-in/scan-queue.ts'
import { offline } from '../../shared/connection.ts'
import { gather } from '../../shared/later.ts'
import { forgetHubMemory, type LostPhone, readHubMemory, storeHubMemory } from './hub-phones.ts'
import { endHub, hubIdOf, type HubOwner, lockHub, registerHub } from './hub-start.ts'

/** Two devices on one Wi-Fi connect within a second; one that takes longer is on another one. */
const CONNECT_MS = 12_000

/** Why a start or a pairing did not succeed. */
export type HubFailure =
  | 'no_list'
  | 'other_tab'
  | 'no_network'
  | 'unreadable'
  | 'wrong_side'
  | 'old_code'
  | 'refused'
  | 'over'

interface HubState {
  readonly isOn: boolean
  readonly failure: HubFailure | undefined
  readonly phones: readonly ConnectedPhone[]
  /** Phones that were connected before the page was loaded again, and are not yet. */
  readonly lost: readonly LostPhone[]
  /** Entries that phones got from it, those of phones that have left included. */
  readonly granted: number
  /** Entries that happened beside others. */
  readonly doubles: number
  /** For the next phone; undefined while it is being made. */
  readonly code: string | undefined
  /** A phone's code was read, and it has not connected yet. */
  readonly isConnecting: boolean
  /** It answers for the lanes that no phone here has. */
  readonly takesRest: boolean
}

const OFF: HubState = {
  isOn: false,
  failure: undefined,
  phones: [],
  lost: [],
  granted: 0,
  doubles: 0,
  code: undefined,
  isConnecting: false,
  takesRest: false,
}

interface Open {
  readonly core: HubCore
  readonly unlock: () => void
  readonly channels: Set<HubChannel>
}

/** Codes for phones, one after the other: each phone has a connection of its own. */
const createPairings = (owner: HubOwner, set: (change: Partial<HubState>) => void, opened: () => Open | undefined) => {
  let offer: Awaited<ReturnType<typeof offerToPhone>> | undefined
  let pairing = 0

  /** Makes the code for the next phone. */
  const next = async (): Promise<void> => {
    const session = opened()
    if (!session) return
    const { core, channels } = session
    offer = undefined
    pairing += 1
    const own = pairing
    set({ code: undefined, isConnecting: false })
    let peer: HubPeer | undefined
    let connected: HubChannel | undefined
    const of = { event: owner.event.replaceAll('-', '').slice(-8), hub: hubIdOf(owner.event), pairing: own }
    try {
      const made = await offerToPhone(of, {
        onOpen: (channel) => {
          connected = channel
          channels.add(channel)
          peer = { id: `${own}`, send: (message) => channel.send(JSON.stringify(message)) }
          set({ failure: undefined })
          void next()
        },
        onMessage: (text) => {
          const message = readMessage(toHub, text)
          if (peer && message) void core.receive(peer, message)
        },
        onClose: () => {
          if (connected) channels.delete(connected)
          if (peer) core.leave(peer)
        },
      })
      if (pairing !== own || opened() !== session) return made.cancel()
      offer = made
      set({ code: made.code })
    } catch {
      set({ failure: 'no_network' })
    }
  }

  /** Takes the code of a phone. */
  const accept = async (text: string): Promise<void> => {
    const answer = readPairingCode(text.trim())
    if (answer?.kind !== 'answer') return set({ failure: answer ? 'wrong_side' : 'unreadable' })
    if (!offer || answer.hub !== hubIdOf(owner.event) || answer.pairing !== pairing) return set({ failure: 'old_code' })
    const [own, taken] = [pairing, offer]
    set({ failure: undefined, isConnecting: true })
    setTimeout(() => {
      if (pairing !== own) return
      set({ failure: 'no_network' })
      taken.cancel()
      void next()
    }, CONNECT_MS)
    await taken.accept(answer).catch(() => set({ failure: 'no_network' }))
  }

  const stop = (): void => {
    pairing += 1
    offer?.cancel()
    offer = undefined
  }

  return { next, accept, stop }
}

const shown = ({ granted, doubles }: HubFigures) => ({
  granted: Object.values(granted).reduce((sum, count) => sum + count, 0),
  doubles,
})

interface Place {
  /** Gives the place back; undefined where it was not taken. */
  readonly unlock?: () => void
  readonly failure?: HubFailure
  /** The name of another hub, which has not ended. */
  readonly other?: string
}

/** Becomes the hub of the event, in this browser and for the server. */
const takePlace = async (owner: HubOwner, list: LocalAdmissionList | undefined, replace: boolean): Promise<Place> => {
  if (!list) return { failure: 'no_list' }
  if (isPermissionOver(list)) return { failure: 'over' }
  const unlock = await lockHub(owner.event)
  if (!unlock) return { failure: 'other_tab' }
  try {
    const other = await registerHub(owner, list, replace)
    if (other === undefined) return { unlock }
    unlock()
    return { other }
  } catch {
    unlock()
    return { failure: 'refused' }
  }
}

/** This device as the hub of an event: its phones, its code for the next one, and what it has answered. */
export const createHubSession = (owner: HubOwner, list: () => LocalAdmissionList | undefined) => {
  const store = createStore<HubState>(OFF)
  const set = (change: Partial<HubState>) => store.write({ ...store.read(), ...change })
  let open: Open | undefined
  const pairings = createPairings(owner, set, () => open)
  const changed = gather((): void => {
    if (!open) return
    const phones = [...open.core.phones()]
    const lost = store.read().lost.filter(({ device }) => !phones.some((phone) => phone.device === device))
    const figures = open.core.figures()
    set({ phones, lost, ...shown(figures) })
    storeHubMemory(owner.event, { ...figures, phones: [...phones, ...lost], takesRest: store.read().takesRest })
    if (!offline.read()) void sendQueuedScans()
  })

  /** The name of another hub, which has not ended. */
  const start = async (replace: boolean): Promise<string | undefined> => {
    const place = await takePlace(owner, list(), replace)
    set({ failure: place.failure })
    if (place.unlock === undefined) return place.other
    const { unlock } = place
    const { event, device, name } = owner
    const hub = hubIdOf(event)
    const { phones: lost, takesRest, ...before } = readHubMemory(event)
    const core = createHubCore({
      event,
      hub,
      name,
      device,
      list,
      takesRest: () => store.read().takesRest,
      isOver: isPermissionOver,
      before,
      onChange: changed,
    })
    open = { core, unlock, channels: new Set() }
    set({ isOn: true, lost, takesRest, ...shown(before) })
    await pairings.next()
    return undefined
  }

  const stop = (): void => {
    const before = open
    open = undefined
    pairings.stop()
    for (const channel of before?.channels ?? []) channel.close()
    before?.unlock()
    store.write(OFF)
  }

  return {
    store,
    start,
    accept: pairings.accept,
    /** Ends the connections; the hub may start again. */
    stop,
    /** Ends the connections once the permission of this device is over: its phones decide alone from then on. */
    stopAtEnd: (): void => {
      const current = list()
      if (!open || !current || !isPermissionOver(current)) return
      stop()
      set({ failure: 'over' })
    },
    /** This device is the hub no longer. */
    end: async (): Promise<void> => {
      stop()
      forgetHubMemory()
      await endHub(owner)
    },
    /** Phones of before that somebody will not connect again. */
    forgetLost: (): void => {
      set({ lost: [] })
      changed()
    },
    /** Somebody said that no other device has the lanes that no phone here has. */
    takeRest: (takesRest: boolean): void => {
      set({ takesRest })
      changed()
    },
  }
}

import type { ToHub } from '@kartis/contract/hub-messages.ts'
import type { LocalAdmissionList } from '../admission-list.ts'
import { findInList } from '../find-in-list.ts'
import { isOfEvent, passedSince, shortened } from './core-acts.ts'
import { answerClaim, settleActs, withdraw } from './core-claims.ts'
import { createPhones, type HubPeer, type ConnectedPhone, type Phone } from './core-phones.ts'
import { createJournal } from './journal.ts'

/** What a hub has done since it was started, also after its page was loaded again. */
export interface HubFigures {
  /** Entries that phones got and did not take back, by device. */
  readonly granted: Readonly<Record<string, number>>
  /** Entries that happened although the hub knew of another one. */
  readonly doubles: number
}

export interface HubCoreOptions {
  readonly event: string
  /** This hub, from its start to its end. */
  readonly hub: string
  readonly name: string
  readonly device: string
  readonly list: () => LocalAdmissionList | undefined
  /** Somebody said that no device out of the hub's sight has a lane. */
  readonly takesRest: () => boolean
  /** The permission of this device is over: it admits nobody any more. */
  readonly isOver: (list: LocalAdmissionList) => boolean
  /** Its figures before its page was loaded again. */
  readonly before?: HubFigures
  /** Called when phones or figures change. */
  readonly onChange: () => void
}

export interface HubCore {
  readonly receive: (peer: HubPeer, message: ToHub) => Promise<void>
  readonly leave: (peer: HubPeer) => void
  readonly phones: () => readonly ConnectedPhone[]
  readonly figures: () => HubFigures
}

/** One piece of work after the other. */
const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}

/**
 * What the hub says to its phones. One claim after the other: an entry is stored before it is granted, and granted before
 * the next claim is looked at, so that of phones that race for one ticket one admits it. The judge is the one of the server
 * and of every phone; what is decided is in the queue of uploads and in the list of this device, so that a hub that dies
 * and starts again knows all of it.
 */
export const createHubCore = (options: HubCoreOptions): HubCore => {
  const phones = createPhones(options.before?.granted)
  const journal = createJournal(options.list)
  const inTurn = createTurns()
  const { device, takesRest, isOver } = options
  const context = { journal, phones, device, takesRest, isOver }
  let doubles = options.before?.doubles ?? 0

  const hello = (peer: HubPeer, message: Extract<ToHub, { t: 'hello' }>): void => {
    if (!isOfEvent(message, options.event)) return peer.send({ t: 'turned_away', why: 'event' })
    if (!phones.add(peer, message)) return peer.send({ t: 'turned_away', why: 'full' })
    peer.send({ t: 'welcome', hub: options.hub, name: options.name, device })
    for (const acts of passedSince(journal.list(), message.since)) peer.send({ t: 'passed', id: null, acts })
  }

  const answer = async (phone: Phone, message: ToHub): Promise<void> => {
    const { peer } = phone
    if (message.t === 'claim') {
      await inTurn(async () => {
        const { reply, passage } = await answerClaim(context, phone, message)
        // Its guest waits; the other phones do not.
        if (reply) peer.send(reply)
        if (passage) phones.notify({ t: 'passed', id: null, acts: [passage] }, phone.id)
      })
    } else if (message.t === 'settle') {
      const settled = await inTurn(() => settleActs(context, phone, message.acts))
      doubles += settled.results.filter(({ state }) => state === 'double').length
      peer.send(settled)
    } else if (message.t === 'kept') {
      const { nonce, entered } = message
      if (entered) journal.confirm(nonce)
      else await inTurn(() => withdraw(context, phone, nonce))
    } else if (message.t === 'search') {
      const list = journal.list()
      const found = list ? findInList(list, message.q) : { orders: [], more: false }
      peer.send({ t: 'found', id: message.id, ...shortened(found) })
    } else if (message.t === 'ping') peer.send({ t: 'pong', n: message.n })
  }

  return {
    receive: async (peer, message) => {
      // Outside of the turn: a claim waits for it there.
      if (message.t === 'noted') return phones.noted(message.id)
      if (message.t === 'hello') hello(peer, message)
      const phone = phones.of(peer)
      if (!phone) return
      phone.isSilent = false
      await answer(phone, message)
      if (message.t !== 'ping') options.onChange()
    },
    leave: (peer) => {
      if (phones.remove(peer)) options.onChange()
    },
    phones: phones.all,
    figures: () => ({ granted: phones.granted(), doubles }),
  }
}

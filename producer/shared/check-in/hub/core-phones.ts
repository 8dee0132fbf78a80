import type { FromHub, ToHub } from '@kartis/contract/hub-messages.ts'
import { HUB } from '@kartis/domain/gate-hub.ts'
import type { Passage } from './core-acts.ts'

/** A phone of the hub; its messages arrive in their order. */
export interface HubPeer {
  readonly id: string
  readonly send: (message: FromHub) => void
}

/** A phone as the screen of the hub shows it. */
export interface ConnectedPhone {
  readonly id: string
  readonly name: string
  readonly device: string
  readonly gate: string | null
  readonly lane: number | null
  /** Entries that it asked for and got, without those that were taken back. */
  readonly granted: number
}

export interface Phone extends ConnectedPhone {
  readonly peer: HubPeer
  /** It did not note an entry of its lane in time: its word is not waited for until it speaks again. */
  isSilent: boolean
  granted: number
}

/** Questions to devices of lanes that wait for an answer. */
const createNotes = () => {
  const waiting = new Map<number, (isNoted: boolean) => void>()
  let last = 0
  return {
    request: (send: (id: number) => void): Promise<boolean> => {
      const id = ++last
      return new Promise((resolve) => {
        const finish = (isNoted: boolean) => {
          clearTimeout(timer)
          waiting.delete(id)
          resolve(isNoted)
        }
        const timer = setTimeout(() => finish(false), HUB.noteMs)
        waiting.set(id, finish)
        send(id)
      })
    },
    noted: (id: number): void => waiting.get(id)?.(true),
  }
}

/** The phones that are connected to the hub. `before`: how many entries each device got before the hub started again. */
export const createPhones = (before: Readonly<Record<string, number>> = {}) => {
  const phones = new Map<string, Phone>()
  const granted = new Map(Object.entries(before))
  const names = new Map<string, string>()
  const seenLanes = new Set<number>()
  const notes = createNotes()
  return {
    of: (peer: HubPeer): Phone | undefined => phones.get(peer.id),
    all: (): readonly Phone[] => [...phones.values()],
    /** Lanes that a phone has had since the hub started. */
    seenLanes,
    noted: notes.noted,
    remove: (peer: HubPeer): boolean => phones.delete(peer.id),
    /** False where there are as many as one hub has. */
    add: (peer: HubPeer, { name, device, gate, lane }: Extract<ToHub, { t: 'hello' }>): boolean => {
      const same = [...phones.values()].find((phone) => phone.device === device)
      if (same) phones.delete(same.peer.id) // the same phone again, over a new connection
      if (phones.size >= HUB.phones) return false
      phones.set(peer.id, {
        id: peer.id,
        peer,
        name,
        device,
        gate,
        lane,
        granted: granted.get(device) ?? 0,
        isSilent: false,
      })
      if (lane !== null) seenLanes.add(lane)
      names.set(device, name)
      return true
    },
    /** Whose a device is, of those that have been connected since the hub started. */
    nameOf: (device: string): string | undefined => names.get(device),
    /** Counts an entry that a phone got. */
    count: (phone: Phone): void => {
      phone.granted += 1
      granted.set(phone.device, phone.granted)
    },
    /** An entry that it got was taken back. */
    uncount: (phone: Phone): void => {
      phone.granted = Math.max(0, phone.granted - 1)
      granted.set(phone.device, phone.granted)
    },
    /** By device, those that have left included. */
    granted: (): Readonly<Record<string, number>> => Object.fromEntries(granted),
    /** Tells every phone but one. */
    notify: (message: FromHub, except?: string): void => {
      for (const { peer } of phones.values()) if (peer.id !== except) peer.send(message)
    },
    /** The lanes whose devices answer. */
    linkedLanes: (): number[] =>
      [...phones.values()].flatMap(({ lane, isSilent }) => (lane === null || isSilent ? [] : [lane])),
    /** Lets the device of a lane note an entry before it is granted; false where it does not answer. */
    requestLane: async (lane: number, passage: Passage): Promise<boolean> => {
      const owner = [...phones.values()].find((phone) => phone.lane === lane && !phone.isSilent)
      if (!owner) return false
      const isNoted = await notes.request((id) => owner.peer.send({ t: 'passed', id, acts: [passage] }))
      owner.isSilent = !isNoted
      return isNoted
    },
  }
}

export type Phones = ReturnType<typeof createPhones>

import { admissionList } from '@kartis/contract/admission-list.ts'
import { fromHub, readMessage, toHub } from '@kartis/contract/hub-messages.ts'
import { HUB } from '@kartis/domain/gate-hub.ts'
import { vi } from 'vitest'
import { type LocalAdmissionList, readAdmissionList, refreshAdmissionList } from '../shared/check-in/admission-list.ts'
import { createHubCore, type HubCore, type HubFigures } from '../shared/check-in/hub/core.ts'
import type { HubPeer } from '../shared/check-in/hub/core-phones.ts'
import { isPermissionOver } from '../shared/check-in/own-end.ts'
import { createHubPhone, type HubPhone, type OwnAct } from '../shared/check-in/hub/phone.ts'
import { database } from '../shared/offline/database.ts'
import { admissionPage, EVENT, noa, signIn, ticketCode, ticketUuid } from './admission.ts'
import { json, type StubServer, stubServer } from './server.ts'

export const TICKETS = 8

/** The hub of a test. */
export interface TestHub {
  server: StubServer
  list: LocalAdmissionList
  core: HubCore
  takesRest: boolean
}

const openCore = (hub: Pick<TestHub, 'list' | 'takesRest'>, before?: HubFigures): HubCore =>
  createHubCore({
    event: EVENT,
    hub: '00ff17aa93b1c2d3',
    name: 'רותם',
    device: 'the hub',
    list: () => hub.list,
    takesRest: () => hub.takesRest,
    isOver: isPermissionOver,
    ...(before && { before }),
    onChange: () => undefined,
  })

/** A hub with a list of eight tickets. Time passes where a test says so: a slow machine is no silent hub. */
export const openHub = async (): Promise<TestHub> => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  signIn()
  const server = stubServer()
  await Promise.all([database.scans.clear(), database.lists.clear(), database.tickets.clear()])
  server.on(admissionList, () => json({ data: admissionPage(TICKETS) }))
  const { list } = await refreshAdmissionList(EVENT, undefined)
  const hub = { server, list: { ...list, people: noa }, takesRest: false }
  const core = openCore(hub)
  return Object.assign(hub, { core })
}

/** The hub as it is after its device was started again: it has what was stored. */
export const restart = async (hub: TestHub): Promise<void> => {
  const stored = await readAdmissionList(EVENT)
  if (!stored) throw new Error('no list is stored')
  hub.list = stored
  // As the page stores them.
  hub.core = openCore(hub, JSON.parse(JSON.stringify(hub.core.figures())) as HubFigures)
}

export interface TestPhone {
  readonly phone: HubPhone
  /** What the hub told of others. */
  readonly passed: string[]
  readonly undone: string[]
  readonly turnedAway: string[]
  /** Messages are lost in this direction while it is set. */
  readonly cut: { fromHub: boolean; toHub: boolean }
}

/** What the hub is still doing. */
const underWay = new Set<Promise<void>>()

interface Joining {
  readonly lane?: number
  readonly event?: string
  readonly since?: string
}

/** A phone whose messages travel as text and in their order, as over a data channel. */
export const join = async (
  { core }: TestHub,
  name: string,
  { lane, event = EVENT, since }: Joining = {},
): Promise<TestPhone> => {
  const cut = { fromHub: false, toHub: false }
  const passed: string[] = []
  const undone: string[] = []
  const turnedAway: string[] = []
  const peer: HubPeer = {
    id: `${name} ${crypto.randomUUID()}`,
    send: (message) => {
      const text = JSON.stringify(message)
      queueMicrotask(() => {
        const read = readMessage(fromHub, text)
        if (!read) throw new Error(`no message: ${text}`)
        if (!cut.fromHub) phone.receive(read)
      })
    },
  }
  const gate = `gate ${name}`
  const hello = {
    ...({ t: 'hello', v: 1, event, device: `device ${name}`, name, gate } as const),
    lane: lane ?? null,
    since: since ?? null,
  }
  const phone = createHubPhone({
    hello: () => hello,
    send: (message) => {
      const read = readMessage(toHub, JSON.stringify(message))
      if (!read) throw new Error(`no message: ${JSON.stringify(message)}`)
      if (cut.toHub) return
      const work = core.receive(peer, read).finally(() => underWay.delete(work))
      underWay.add(work)
    },
    onWelcome: () => undefined,
    onAnswering: () => undefined,
    onPassed: (acts) => passed.push(...acts.map(({ ticket }) => ticket)),
    onUndone: ({ ticket }) => undone.push(ticket),
    onTurnedAway: (why) => turnedAway.push(why),
  })
  await core.receive(peer, hello)
  await Promise.resolve()
  return { phone, passed, undone, turnedAway, cut }
}

/** A claim of a phone for a ticket. */
export const request = (index: number, nonce = crypto.randomUUID(), gate = 'צפון') =>
  ({ nonce, text: ticketCode(index), direction: 'entry', gate }) as const

/** What a phone decided alone. */
export const actOf = (claim: ReturnType<typeof request>, verdict: OwnAct['verdict'], index = 0): OwnAct => ({
  ...claim,
  ticket: ticketUuid(index),
  verdict,
  at: '2026-12-03T18:30:00.000Z',
})

/** Lets messages arrive and the hub be done with them. */
export const settled = async (): Promise<void> => {
  while (underWay.size > 0) await Promise.all(underWay)
  await new Promise((resolve) => setImmediate(resolve))
}

/** What comes of a claim that the phone waits for in vain. */
export const inVain = async <T>(claiming: Promise<T>): Promise<T> => {
  await settled()
  await vi.advanceTimersByTimeAsync(HUB.answerMs + 1)
  return claiming
}

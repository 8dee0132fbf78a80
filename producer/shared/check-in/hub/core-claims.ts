import type { FromHub, ToHub } from '@kartis/contract/hub-messages.ts'
import type { ListedTicket } from '@kartis/contract/admission-list.ts'
import { isAdmitted, type Verdict } from '@kartis/domain/admission.ts'
import { lanesOfHub, laneVerdict } from '@kartis/domain/gate-hub.ts'
import { gateOfLane, laneOf } from '@kartis/domain/lanes.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import { readTicketNumber } from '@kartis/domain/ticket-number.ts'
import { checkInClock, type LocalAdmissionList } from '../admission-list.ts'
import { decide, type Decision, lanePlanIn, seatGateOf } from '../decide.ts'
import type { LocalTicket } from '../listed-in-snapshot.ts'
import { answerOf, type Claim, type Passage, scanOfClaim } from './core-acts.ts'
import type { Phone, Phones } from './core-phones.ts'
import type { Journal } from './journal.ts'

/** What a decision of the hub needs. */
export interface HubContext {
  readonly journal: Journal
  readonly phones: Phones
  /** The hub's device, which uploads. */
  readonly device: string
  readonly takesRest: () => boolean
  /** The permission of this device is over: it admits nobody any more. */
  readonly isOver: (list: LocalAdmissionList) => boolean
}

/** Whose claim it is nobody can check, so that a bare uuid names nothing; what happened is looked up by one all the same. */
const decideFor = (
  list: LocalAdmissionList,
  request: Claim,
  at: Date,
  { happened }: { readonly happened: boolean },
): Promise<Decision> =>
  decide(list, {
    text: request.text,
    scanUuid: request.nonce,
    at,
    gate: request.gate,
    withUuids: happened,
    direction: request.direction,
  })

const passageOf = (
  { nonce, direction, gate }: Claim,
  ticket: Pick<ListedTicket, 'uuid' | 'type'>,
  at: Date,
  device: string,
): Passage => ({ nonce, direction, gate, ticket: ticket.uuid, type: ticket.type, at: at.toISOString(), device })

/** S8 where another lane may be admitting the ticket now; the verdict otherwise. */
const byLane = async (
  { phones, takesRest }: HubContext,
  list: LocalAdmissionList,
  { verdict, passage, ticket }: { readonly verdict: Verdict; readonly passage: Passage; readonly ticket: LocalTicket },
  asking: Phone,
): Promise<Verdict> => {
  const plan = lanePlanIn(list)
  if (!plan || passage.direction === 'exit') return verdict
  const type = list.facts.types.find((entry) => entry.type === passage.type)
  const typeId = ticket.isSeatUnknown === true ? '' : (type?.uuid ?? '')
  const lane = laneOf(plan, passage.ticket, typeId, seatGateOf(ticket))
  const hubs = lanesOfHub(plan.count, phones.seenLanes, takesRest())
  const way = laneVerdict(lane, asking.lane, { linked: phones.linkedLanes(), hubs })
  if (way === 'grant' || (way === 'ask' && (await phones.requestLane(lane ?? 0, passage)))) return verdict
  return refuse('S8', { detail: { lane: lane ?? null, gate: lane === undefined ? null : gateOfLane(plan, lane) } })
}

/** The answer to a claim, undefined where the hub cannot decide, so that the phone decides alone. */
interface Answered {
  readonly reply?: FromHub
  /** A new entry, for the other phones. */
  readonly passage?: Passage
}

/** Decides a claim. An entry is stored before it is granted. */
export const answerClaim = async (context: HubContext, phone: Phone, request: Claim): Promise<Answered> => {
  const { journal, phones, device: by } = context
  const list = journal.list()
  // The phone decides alone: its own permission may last longer.
  if (!list || context.isOver(list)) return {}
  const at = checkInClock(list)
  const decision = await decideFor(list, request, at, { happened: false })
  const { verdict, ticket } = decision
  // Numbers have not been loaded yet: the phone may have them.
  if (!ticket && list.snapshot && readTicketNumber(request.text).length > 0) return {}
  const isRepeat = isAdmitted(verdict) ? verdict.repeat : await journal.has(request.nonce)
  if (isRepeat)
    return {
      reply: answerOf(
        list,
        request,
        { decision, verdict: { admit: true, repeat: true, again: false } },
        at,
        journal.counters(),
      ),
    }
  if (!isAdmitted(verdict) || !ticket)
    return { reply: answerOf(list, request, { decision, verdict, nameOf: phones.nameOf }, at) }
  const passage = passageOf(request, ticket, at, phone.device)
  const final = request.override === true ? verdict : await byLane(context, list, { verdict, passage, ticket }, phone)
  if (!isAdmitted(final)) return { reply: answerOf(list, request, { decision, verdict: final }, at) }
  try {
    await journal.enter(scanOfClaim(list, request, { by, device: phone.device, ticket, at, mode: 'hub' }), passage)
  } catch {
    phones.notify({ t: 'undone', nonce: request.nonce, ticket: ticket.uuid }) // the device of its lane may have noted it
    return {}
  }
  phones.count(phone)
  return { reply: answerOf(list, request, { decision, verdict: final }, at, journal.counters()), passage }
}

type Act = Extract<ToHub, { t: 'settle' }>['acts'][number]
type Settled = Extract<FromHub, { t: 'settled' }>['results'][number]

/** Takes back an entry of this phone with which nobody went in, or that it took back. */
export const withdraw = async ({ journal, phones }: HubContext, phone: Phone, nonce: string): Promise<boolean> => {
  const scan = await journal.withdraw(nonce, phone.device)
  if (!scan) return false
  if (scan.mode === 'hub') phones.uncount(phone)
  phones.notify({ t: 'undone', nonce, ticket: scan.ticket_uuid }, phone.id)
  return true
}

/** An entry or exit that a phone made alone happened: the hub learns it, or finds that it knew of another one. */
const settleEntry = async (context: HubContext, phone: Phone, done: Act): Promise<Settled['state']> => {
  const { journal, phones, device: by } = context
  const list = journal.list()
  if (!list) return 'known'
  const at = new Date(done.at)
  const { verdict, ticket } = await decideFor(list, done, at, { happened: true })
  if ((isAdmitted(verdict) && verdict.repeat) || (await journal.has(done.nonce))) {
    journal.confirm(done.nonce)
    return 'known'
  }
  const uuid = ticket?.uuid ?? done.ticket
  const isNew = isAdmitted(verdict) && uuid !== null
  const passage = isNew ? passageOf(done, ticket ?? { uuid, type: '' }, at, phone.device) : undefined
  const scan = scanOfClaim(list, done, { by, device: phone.device, ticket: ticket ?? uuid, at, mode: 'alone' })
  await journal.enter(scan, passage)
  if (passage) phones.notify({ t: 'passed', id: null, acts: [passage] }, phone.id)
  return isNew ? 'added' : 'double'
}

/** Reconciles what a phone did without the hub, by the uuids of its scans: however often it is told, it counts once. */
export const settleActs = async (
  context: HubContext,
  phone: Phone,
  acts: readonly Act[],
): Promise<Extract<FromHub, { t: 'settled' }>> => {
  const results: Settled[] = []
  for (const done of acts) {
    const { nonce, verdict } = done
    if (verdict === 'admitted') results.push({ nonce, state: await settleEntry(context, phone, done) })
    else results.push({ nonce, state: (await withdraw(context, phone, nonce)) ? 'withdrawn' : 'known' })
  }
  return { t: 'settled', results }
}

import type { FromHub, ToHub } from '@kartis/contract/hub-messages.ts'
import type { ListedTicket } from '@kartis/contract/admission-list.ts'
import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { isAdmitted, type Verdict } from '@kartis/domain/admission.ts'
import { HUB } from '@kartis/domain/gate-hub.ts'
import { cacheOwner } from '../../offline/last-contact.ts'
import type { StoredScan } from '../../offline/database.ts'
import { workspace } from '../../storage.ts'
import type { AdmissionList, Decision } from '../decide.ts'
import type { Found } from '../find-in-list.ts'
import { holderOf } from '../guest-names.ts'

/** What a claim and an act that a phone decided alone have in common. */
export type Claim = Pick<
  Extract<ToHub, { t: 'claim' }>,
  'nonce' | 'text' | 'direction' | 'gate' | 'manual' | 'override'
>
export type Passage = Extract<FromHub, { t: 'passed' }>['acts'][number]

export const isOfEvent = ({ event }: { readonly event: string }, own: string): boolean =>
  event.toLowerCase() === own.toLowerCase()

/**
 * The scan as the hub uploads it for a phone: what the phone claimed (`mode: 'hub'`, the hub decided) or had already done alone.
 * Its time is the hub's clock, its sequence the hub's, its device the phone that stood at the gate.
 */
export const scanOfClaim = (
  { facts }: AdmissionList,
  request: Claim,
  made: {
    readonly ticket: ListedTicket | string | null
    readonly at: Date
    /** The device at the gate, and the one that uploads. */
    readonly device: string
    readonly by: string
    readonly mode: 'hub' | 'alone'
  },
): StoredScan => {
  const ticket = typeof made.ticket === 'string' || made.ticket === null ? undefined : made.ticket
  return {
    scan_uuid: request.nonce,
    event: facts.event,
    owner: cacheOwner() ?? '',
    account: workspace() ?? '',
    text: request.text,
    ticket_uuid: ticket?.uuid ?? (typeof made.ticket === 'string' ? made.ticket : ''),
    name: ticket?.number ?? '',
    ...(request.manual && { manual: request.manual }),
    ...(request.override === true && { isOverride: true }),
    ...(request.direction === 'exit' && { direction: request.direction }),
    device_id: made.device,
    gate: request.gate,
    scanned_at: made.at.toISOString(),
    mode: made.mode,
    by: made.by,
    state: 'waiting',
    // The time of an act of another clock is not this device's, whose error the server takes off.
    ...(made.mode === 'alone' && { device_at: new Date(made.at.getTime() - facts.aheadMs).toISOString() }),
    ...(made.mode === 'hub' && { held_until: new Date(Date.now() + HUB.confirmMs).toISOString() }),
  }
}

const NO_COUNTERS: ScanStatistics = { total_scanned: 0, total_unscanned: 0, total_tickets: 0 }

/** What the hub found out about a claim. */
export interface Finding {
  readonly decision: Decision
  readonly verdict: Verdict
  /** Whose the device is that a refusal names. */
  readonly nameOf?: (device: string) => string | undefined
}

/** The answer to a claim. */
export const answerOf = (
  list: AdmissionList,
  { nonce }: Claim,
  { decision: { ticket, name }, verdict, nameOf }: Finding,
  at: Date,
  counters = NO_COUNTERS,
): FromHub => {
  const holder = holderOf(list, ticket)
  if (!isAdmitted(verdict) || !ticket) {
    const { refusal, detail } = isAdmitted(verdict) ? { refusal: 'S1', detail: {} } : verdict
    const whose = ticket && { ticket: { number: ticket.number, name: name ?? '', holder } }
    const { device_id: by } = detail ?? {}
    const device = typeof by === 'string' ? nameOf?.(by) : undefined
    return { t: 'taken', nonce, code: refusal, detail: { ...detail, ...whose, ...(device && { device }) } }
  }
  return {
    t: 'granted',
    nonce,
    at: at.toISOString(),
    ticket: {
      uuid: ticket.uuid,
      number: ticket.number,
      name: name ?? '',
      holder,
      ...(ticket.seat && { seat: ticket.seat }),
      again: verdict.again,
    },
    counters,
  }
}

/** Clocks differ, and an entry on its way is told twice: that does no harm. */
const OVERLAP_MS = 120_000

/** Entries and exits since the list of a phone was loaded, as messages. */
export const passedSince = (list: AdmissionList | undefined, since: string | null): Passage[][] => {
  if (!list) return []
  const from = since === null ? '' : new Date(Date.parse(since) - OVERLAP_MS).toISOString()
  const acts: Passage[] = []
  for (const ticket of list.tickets.values()) {
    const { uuid, type, gate = null, device_id: device = null, scan_uuid, redeemed_at, reentered_at, left_at } = ticket
    const entered = reentered_at ?? redeemed_at
    if (scan_uuid === undefined || !entered) continue
    const common = { ticket: uuid, type, gate, device }
    if (entered >= from) acts.push({ ...common, nonce: scan_uuid, direction: 'entry', at: entered })
    if (left_at !== undefined && left_at >= from)
      acts.push({ ...common, nonce: scan_uuid, direction: 'exit', at: left_at })
  }
  return Array.from({ length: Math.ceil(acts.length / HUB.page) }, (_, page) =>
    acts.slice(page * HUB.page, (page + 1) * HUB.page),
  )
}

/** What fits into one message: those who look for a name narrow it. */
const FOUND = { orders: 10, tickets: 30 } as const

export const shortened = ({ orders, more }: Found) => ({
  orders: orders.slice(0, FOUND.orders).map((order) => ({ ...order, tickets: order.tickets.slice(0, FOUND.tickets) })),
  more: more || orders.length > FOUND.orders,
})

import {
  type AdmissionChanges,
  type AdmissionList as AdmissionListReply,
  admissionChanges,
  admissionList,
  type ListedTicket,
} from '@kartis/contract/admission-list.ts'
import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { scanCounters } from '@kartis/domain/admission.ts'
import { countSnapshot, findInSnapshot } from '@kartis/domain/gate-snapshot.ts'
import { api } from '../api.ts'
import { cacheOwner } from '../offline/last-contact.ts'
import { database, type StoredAdmissionList, type StoredTicket } from '../offline/database.ts'
import { gather } from '../later.ts'
import { workspace } from '../storage.ts'
import { type AdmissionList } from './decide.ts'
import { type LoadedSnapshot, loadSnapshot, readStoredSnapshot } from './snapshot.ts'
import { type LocalAct, ticketAfter } from './local-act.ts'
import { indexOrders } from './order-index.ts'
import { pendingUndosOf } from './own-undo.ts'
import { countTickets, setTicket } from './ticket-counts.ts'
import { UNKNOWN_NUMBER } from './unknown-number.ts'
import { createVerifier } from './verifier.ts'

/** A list older than this is loaded in full instead of incrementally. */
const WHOLE_AFTER_MS = 12 * 3_600_000

/** Tickets that are written without a pause. */
const STORED_AT_ONCE = 250

/** A list of a version whose changes were not numbered is loaded in full, and so is one without numbers and names. */
const isCurrent = ({ facts }: LocalAdmissionList): boolean => facts.gates !== undefined && facts.seq !== undefined

/** The admission list of an event as this device updates it while scanning. */
export interface LocalAdmissionList extends AdmissionList {
  readonly tickets: Map<string, ListedTicket>
}

const open = async (facts: StoredAdmissionList, tickets: Map<string, ListedTicket>): Promise<LocalAdmissionList> => {
  // Now, and not while the first guest waits.
  countTickets(tickets)
  indexOrders(tickets)
  return { facts, tickets, verify: await createVerifier(facts.publicKey) }
}

/** A ticket without its entry. */
const outside = ({
  redeemed_at: _at,
  gate: _gate,
  device_id: _device,
  scan_uuid: _scan,
  left_at: _left,
  ...ticket
}: ListedTicket): ListedTicket => ticket

/** What happened here counts, and what was taken back here does not, even before the server has received it. */
const withOwnScans = async (facts: StoredAdmissionList, tickets: Map<string, ListedTicket>): Promise<void> => {
  const own = await database.scans.where('event').equals(facts.event).toArray()
  const undone = new Map(pendingUndosOf(facts.event).map((undo) => [undo.scan_uuid, undo.ticket_uuid]))
  for (const [scanUuid, ticketUuid] of undone) {
    const listed = tickets.get(ticketUuid)
    if (listed?.scan_uuid === scanUuid) setTicket(tickets, ticketUuid, outside(listed))
  }
  for (const scan of own.toSorted((a, b) => a.scanned_at.localeCompare(b.scanned_at))) {
    if (scan.state !== 'waiting' || undone.has(scan.scan_uuid)) continue
    const current = tickets.get(scan.ticket_uuid) ?? { uuid: scan.ticket_uuid, type: '', number: UNKNOWN_NUMBER }
    if (current.scan_uuid === scan.scan_uuid) continue
    const after = ticketAfter(current, scan, facts.reEntry)
    if (after) setTicket(tickets, scan.ticket_uuid, after)
  }
}

/** A list of what the snapshot has: enough to decide by codes, seconds after the scan page opens for the first time. */
const listOf = async ({ snapshot, facts }: LoadedSnapshot): Promise<LocalAdmissionList> => {
  const tickets = new Map<string, ListedTicket>()
  await withOwnScans(facts, tickets)
  return { ...(await open(facts, tickets)), snapshot }
}

/** The snapshot on this device as a list, until the whole one has been read. */
export const readSnapshotList = async (event: string): Promise<LocalAdmissionList | undefined> => {
  const stored = await readStoredSnapshot(event)
  return stored && listOf(stored)
}

/** The snapshot from the server as a list, until the whole one has been loaded. Throws ApiError. */
export const loadSnapshotList = async (event: string): Promise<LocalAdmissionList | undefined> => {
  const fresh = await loadSnapshot(event)
  return fresh && listOf(fresh)
}

/** The stored admission list of an event for the signed-in user and current account, or undefined. */
export const readAdmissionList = async (event: string): Promise<LocalAdmissionList | undefined> => {
  const facts = await database.lists.get(event)
  if (!facts || facts.owner !== cacheOwner() || facts.account !== workspace()) return undefined
  const rows = await database.tickets.where('event').equals(event).toArray()
  const tickets = new Map<string, ListedTicket>(rows.map((row) => [row.uuid, row]))
  await withOwnScans(facts, tickets)
  return open(facts, tickets)
}

type Facts = Pick<AdmissionListReply, 'event' | 'ticket_types' | 'can' | 'hub' | 'as_of'>
type Whose = Pick<StoredAdmissionList, 'owner' | 'account' | 'seq' | 'fullAt'>

const factsOf = (page: Facts, whose: Whose): StoredAdmissionList => ({
  ...whose,
  event: page.event.uuid,
  publicKey: page.event.public_key,
  opensAt: page.event.entry_starts_at,
  closesAt: page.event.entry_ends_at,
  gates: page.event.gates,
  ...(page.event.seat_gates && { seatGates: page.event.seat_gates }),
  reEntry: {
    policy: page.event.re_entry.policy,
    perDay: page.event.re_entry.entries_per_day,
    zone: page.event.timezone,
  },
  types: page.ticket_types,
  withUuids: page.can.scan_uuid,
  lanes: page.event.lanes,
  hub: page.hub,
  mayOverride: page.can.override_lane,
  refreshedAt: Date.now(),
  aheadMs: Date.parse(page.as_of) - Date.now(),
})

/** Lists that a whole one has taken the place of: what they know of a ticket is older than what is stored. */
const replaced = new WeakSet<LocalAdmissionList['tickets']>()

/**
 * Stores tickets as they are by then. Not waited for: the list that is being stored would hold up the queue. Memory has
 * them, and so have the scans. A list that was wiped meanwhile stays wiped.
 */
const storeSoon = gather<Pick<LocalAdmissionList, 'facts' | 'tickets'> & { readonly uuid: string }>((changed) => {
  const rows = changed.flatMap(({ facts, tickets, uuid }) => {
    const ticket = replaced.has(tickets) ? undefined : tickets.get(uuid)
    return ticket ? [{ ...ticket, event: facts.event }] : []
  })
  const storeRows = async (): Promise<void> => {
    const events = [...new Set(rows.map(({ event }) => event))]
    const stored = (await database.lists.bulkGet(events)).map((list) => list?.event)
    await database.tickets.bulkPut(rows.filter(({ event }) => stored.includes(event)))
  }
  return database.transaction('rw', database.lists, database.tickets, storeRows).catch(() => undefined)
})

const store = async (facts: StoredAdmissionList, tickets: readonly StoredTicket[], isWhole: boolean): Promise<void> => {
  await database.transaction('rw', database.lists, database.tickets, async () => {
    if (isWhole) await database.tickets.where('event').equals(facts.event).delete()
    // 100,000 at once would hold up the page for half a minute on a phone, and it scans meanwhile.
    for (let from = 0; from < tickets.length; from += STORED_AT_ONCE)
      await database.tickets.bulkPut(tickets.slice(from, from + STORED_AT_ONCE))
    await database.lists.put(facts)
  })
}

export interface Refreshed {
  readonly list: LocalAdmissionList
  readonly counters: ScanStatistics
  /** Whether devices that scan may have the names of guests. */
  readonly allowsPeople: boolean
}

interface Loaded {
  readonly facts: Facts & { readonly scan_statistics: ScanStatistics }
  readonly rows: readonly ListedTicket[]
  readonly seq: number
}

const loadWhole = async (event: string): Promise<Loaded> => {
  const rows: ListedTicket[] = []
  let page: AdmissionListReply | undefined
  let seq: number | undefined
  do {
    const after: string | null | undefined = page?.next
    page = (await api(admissionList, { params: { uuid: event }, query: after ? { after } : {} })).data
    seq ??= page.seq // changes made while later pages load are asked for next time
    rows.push(...page.tickets)
  } while (page.next !== null)
  return { facts: page, rows, seq }
}

/** The changes since a number; undefined where the server has them no longer. */
const loadChanges = async (event: string, after: number): Promise<Loaded | undefined> => {
  const rows: ListedTicket[] = []
  let page: AdmissionChanges | undefined
  do {
    page = (await api(admissionChanges, { params: { uuid: event }, query: { after: page?.seq ?? after } })).data
    if (page.gap) return undefined
    rows.push(...page.tickets)
  } while (page.more)
  return { facts: page, rows, seq: page.seq }
}

/** Whether the list is on the device as well as in memory: a browser that needs space throws it away behind an open page. */
const isStored = async (event: string): Promise<boolean> => (await database.lists.get(event)) !== undefined

/**
 * Loads the list from the server and stores it: the changes that follow its number, or everything where there is no list,
 * it is old or not stored any more, or changes are missing. Throws ApiError.
 */
export const refreshAdmissionList = async (
  event: string,
  current: LocalAdmissionList | undefined,
): Promise<Refreshed> => {
  const [owner, account] = [cacheOwner() ?? '', workspace() ?? '']
  const isTooOld = current === undefined || !isCurrent(current) || Date.now() - current.facts.fullAt > WHOLE_AFTER_MS
  // Changes alone would leave a list of a few tickets behind.
  const isOld = isTooOld || !(await isStored(event))
  const changes = isOld ? undefined : await loadChanges(event, current.facts.seq ?? 0)
  const { facts: page, rows, seq } = changes ?? (await loadWhole(event))
  const isWhole = changes === undefined || current === undefined
  const facts = factsOf(page, { owner, account, seq, fullAt: isWhole ? Date.now() : current.facts.fullAt })
  await store(
    facts,
    rows.map((row) => ({ ...row, event })),
    isWhole,
  )
  if (isWhole && current) replaced.add(current.tickets)
  const tickets = isWhole ? new Map<string, ListedTicket>() : current.tickets
  for (const row of rows) setTicket(tickets, row.uuid, row)
  await withOwnScans(facts, tickets)
  return {
    list: { ...(await open(facts, tickets)), people: current?.people },
    counters: page.scan_statistics,
    allowsPeople: page.can.people,
  }
}

/** Records a passage that this device let happen, or an entry that it has learnt of. */
export const recordAct = (
  list: LocalAdmissionList,
  ticketUuid: string,
  act: LocalAct & { readonly type: string },
): void => {
  const current = { number: UNKNOWN_NUMBER, ...list.tickets.get(ticketUuid), uuid: ticketUuid, type: act.type }
  const ticket = ticketAfter(current, act, list.facts.reEntry)
  if (!ticket) return
  setTicket(list.tickets, ticketUuid, ticket)
  storeSoon({ ...list, uuid: ticketUuid })
}

/** The ticket of an entry that did not happen after all is as before, unless something else has happened to it since. */
export const forgetAct = (
  list: LocalAdmissionList,
  ticketUuid: string,
  scanUuid: string,
  before: ListedTicket | undefined,
): void => {
  const listed = list.tickets.get(ticketUuid)
  if (!listed || (before === undefined && (listed.scan_uuid !== scanUuid || listed.reentered_at !== undefined))) return
  const ticket = before ?? outside(listed)
  setTicket(list.tickets, ticketUuid, ticket)
  storeSoon({ ...list, uuid: ticketUuid })
}

/** Records a ticket whose last act was undone, as the server has it since. */
export const recordUndo = (
  list: LocalAdmissionList,
  after: Pick<ListedTicket, 'uuid' | 'left_at' | 'reentered_at'> & { readonly redeemed_at: string | null },
): void => {
  const listed = list.tickets.get(after.uuid)
  if (!listed) return
  const { left_at: _left, reentered_at: _reentered, day_entries: _entries, ...first } = listed
  const { redeemed_at: _at, gate: _gate, device_id: _device, scan_uuid: _scan, ...pending } = first
  const ticket: ListedTicket =
    after.redeemed_at === null
      ? pending
      : {
          ...first,
          ...(after.left_at !== undefined && { left_at: after.left_at }),
          ...(after.reentered_at !== undefined && { reentered_at: after.reentered_at }),
        }
  setTicket(list.tickets, after.uuid, ticket)
  storeSoon({ ...list, uuid: after.uuid })
}

/** The three counters of the scan page computed from the list on this device. */
export const countersOf = ({ tickets, snapshot }: AdmissionList): ScanStatistics => {
  if (snapshot) {
    const { valid, entered } = countSnapshot(snapshot)
    // Entries of this device since then.
    const own = [...tickets.values()].filter(
      ({ uuid, redeemed_at }) => redeemed_at !== undefined && findInSnapshot(snapshot, uuid)?.hasEntered !== true,
    ).length
    return scanCounters(valid, Math.min(valid, entered + own))
  }
  const { valid, scanned, outside } = countTickets(tickets)
  return scanCounters(valid, scanned, outside)
}

/** The current server time, from the measured offset: device clocks can be minutes off. */
export const checkInClock = ({ facts }: AdmissionList): Date => new Date(Date.now() + facts.aheadMs)

import type { ListedTicket } from '@kartis/contract/admission-list.ts'
import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { scanCounters } from '@kartis/domain/admission.ts'
import { countSnapshot, findInSnapshot, type Snapshot } from '@kartis/domain/gate-snapshot.ts'
import { cacheOwner } from '../offline/last-contact.ts'
import { database, type StoredAdmissionList, type StoredTicket } from '../offline/database.ts'
import { gather } from '../later.ts'
import { workspace } from '../storage.ts'
import { type AdmissionList } from './decide.ts'
import { asInSnapshot } from './listed-in-snapshot.ts'
import { factsOf, type Loaded, loadChanges, loadWhole } from './load-list.ts'
import { type LocalAct, ticketAfter } from './local-act.ts'
import { indexOrders } from './order-index.ts'
import { pendingUndosOf } from './own-undo.ts'
import { acceptSnapshot, fetchSnapshot, readStoredSnapshot, trustedKey } from './snapshot.ts'
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

/**
 * A list that decides by a snapshot before numbers, seats and times of all its tickets are there; of the list that this
 * device had it keeps those that still hold.
 */
const quickList = async (
  snapshot: Snapshot,
  facts: StoredAdmissionList,
  before?: LocalAdmissionList,
): Promise<LocalAdmissionList> => {
  const tickets = new Map<string, ListedTicket>()
  for (const listed of before?.tickets.values() ?? []) {
    const ticket = asInSnapshot(snapshot, listed)
    if (ticket) tickets.set(ticket.uuid, ticket)
  }
  await withOwnScans(facts, tickets)
  return { ...(await open(facts, tickets)), snapshot, people: before?.people }
}

/** The snapshot on this device as a list, until the whole one has been read. */
export const readSnapshotList = async (event: string): Promise<LocalAdmissionList | undefined> => {
  const stored = await readStoredSnapshot(event)
  return stored && quickList(stored.snapshot, stored.facts)
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

/**
 * The stored list with what a newer snapshot says of its tickets: a phone that died before the list of that snapshot was
 * stored has one of each.
 */
export const withSnapshot = (
  list: LocalAdmissionList | undefined,
  quick: LocalAdmissionList | undefined,
): LocalAdmissionList | undefined | Promise<LocalAdmissionList> => {
  if (!list || !quick?.snapshot) return list ?? quick
  if ((list.facts.seq ?? 0) >= quick.snapshot.header.seq) return list
  const { seatGates: _gates, ...before } = list.facts
  // What no file has stays as it was.
  const { aheadMs: _ahead, withUuids: _uuids, ...ofFile } = quick.facts
  return quickList(quick.snapshot, { ...before, ...ofFile }, list)
}

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

/** Whether the list is on the device as well as in memory: a browser that needs space throws it away behind an open page. */
const isStored = async (event: string): Promise<boolean> => (await database.lists.get(event)) !== undefined

type NamedAct = LocalAct & { readonly type: string; readonly uuid: string }

/** What happens at this device while another list is loaded: the tickets that decide by then have it too. */
const meanwhile = new WeakMap<LocalAdmissionList['tickets'], NamedAct[]>()

const unnote = ({ tickets }: LocalAdmissionList, isUndone: (act: NamedAct) => boolean): void => {
  const acts = meanwhile.get(tickets)
  acts?.splice(0, acts.length, ...acts.filter((act) => !isUndone(act)))
}

/** The list that has taken the place of another one. */
const successors = new WeakMap<LocalAdmissionList['tickets'], LocalAdmissionList>()

/** The list that decides now: a scan may have begun with one of before. */
const latest = (list: LocalAdmissionList): LocalAdmissionList => {
  const next = successors.get(list.tickets)
  return next ? latest(next) : list
}

/** The ticket after an act, which the list has then; undefined where nothing changes. */
const apply = ({ tickets, facts }: LocalAdmissionList, { uuid, type, ...act }: NamedAct): ListedTicket | undefined => {
  const listed = tickets.get(uuid)
  const ticket = ticketAfter(
    { number: UNKNOWN_NUMBER, ...listed, uuid, type: type || (listed?.type ?? '') },
    act,
    facts.reEntry,
  )
  if (ticket) setTicket(tickets, uuid, ticket)
  return ticket
}

/** Called with lists that decide already, before everything of them has arrived and is stored. */
type ShowList = (list: LocalAdmissionList) => void

/** A file that is not older is not loaded again while the list that belongs to it has not arrived. */
const SNAPSHOT_SERVES_MS = 10 * 60_000

const hasSnapshot = (list: LocalAdmissionList | undefined): boolean =>
  list?.snapshot !== undefined && Date.now() - list.facts.refreshedAt < SNAPSHOT_SERVES_MS

const refreshed = (list: LocalAdmissionList, { facts }: Loaded): Refreshed => ({
  list,
  counters: facts.scan_statistics,
  allowsPeople: facts.can.people,
})

/**
 * Loads everything: the snapshot, which decides at once and takes the place of the one on the device, then the list with
 * numbers, seats and times, which is in memory as soon as it is there and is stored last. Without a snapshot that the
 * event's key has signed it is the list alone.
 */
const reload = async (
  event: string,
  current: LocalAdmissionList | undefined,
  trusted: string | undefined,
  show: ShowList,
): Promise<Refreshed> => {
  const acts: NamedAct[] = []
  let deciding = current
  if (current) meanwhile.set(current.tickets, acts)
  // From the last look at what happened until the list decides nothing may happen: both are one step.
  const decideBy = (list: LocalAdmissionList): void => {
    for (const act of acts) apply(list, act)
    meanwhile.set(list.tickets, acts)
    if (deciding) successors.set(deciding.tickets, list)
    if (deciding && !list.snapshot) for (const { tickets } of [deciding, current ?? deciding]) replaced.add(tickets)
    deciding = list
    show(list)
  }
  const arriving = hasSnapshot(current) ? undefined : fetchSnapshot(event)
  const { first, others } = await loadWhole(event)
  const quickFacts = factsOf(first, { seq: first.seq, fullAt: 0, trusted })
  const file = await arriving
  const snapshot = file && (await acceptSnapshot(event, file, quickFacts.publicKey))
  if (snapshot) decideBy(await quickList(snapshot, { ...quickFacts, seq: snapshot.header.seq }, current))
  const loaded = await others()
  const facts = factsOf(loaded.facts, { seq: loaded.seq, fullAt: Date.now(), trusted: quickFacts.publicKey })
  const tickets = new Map<string, ListedTicket>(loaded.rows.map((row) => [row.uuid, row]))
  await withOwnScans(facts, tickets)
  const list = { ...(await open(facts, tickets)), people: current?.people }
  // A list that could not be stored is loaded in full again.
  decideBy({ ...list, facts: { ...facts, fullAt: 0 } })
  meanwhile.delete(tickets)
  const rows = loaded.rows.map((row) => ({ ...row, event }))
  await store(facts, rows, true)
  for (const { uuid } of acts) storeSoon({ ...list, uuid })
  await withOwnScans(facts, tickets)
  return refreshed(list, loaded)
}

/**
 * Loads the list from the server and stores it: the changes that follow its number, or everything where there is no list,
 * it is old or not stored any more, or changes are missing. Throws ApiError, and ForeignKeyError for another event's key.
 */
export const refreshAdmissionList = async (
  event: string,
  current: LocalAdmissionList | undefined,
  show: ShowList = () => undefined,
): Promise<Refreshed> => {
  const trusted = current?.facts.publicKey ?? (await trustedKey(event).catch(() => undefined))
  const isTooOld = current === undefined || !isCurrent(current) || Date.now() - current.facts.fullAt > WHOLE_AFTER_MS
  // Changes alone would leave a list of a few tickets behind.
  const isOld = isTooOld || !(await isStored(event))
  const changes = isOld ? undefined : await loadChanges(event, current.facts.seq ?? 0)
  if (!changes || !current) return reload(event, current, trusted, show)
  const facts = factsOf(changes.facts, { seq: changes.seq, fullAt: current.facts.fullAt, trusted })
  await store(
    facts,
    changes.rows.map((row) => ({ ...row, event })),
    false,
  )
  for (const row of changes.rows) setTicket(current.tickets, row.uuid, row)
  await withOwnScans(facts, current.tickets)
  return refreshed({ ...(await open(facts, current.tickets)), people: current.people }, changes)
}

/** How much of a list is there: its codes, all of it in memory, or all of it on the device. */
export type ListStage = 'codes' | 'memory' | 'stored'

export const stageOf = ({ snapshot, facts }: LocalAdmissionList): ListStage =>
  snapshot ? 'codes' : facts.fullAt === 0 ? 'memory' : 'stored'

/** Records a passage that this device let happen, or an entry that it has learnt of. */
export const recordAct = (of: LocalAdmissionList, ticketUuid: string, act: Omit<NamedAct, 'uuid'>): void => {
  const list = latest(of)
  const named = { ...act, uuid: ticketUuid }
  if (!apply(list, named)) return
  meanwhile.get(list.tickets)?.push(named)
  storeSoon({ ...list, uuid: ticketUuid })
}

/** The ticket of an entry that did not happen after all is as before, unless something else has happened to it since. */
export const forgetAct = (
  of: LocalAdmissionList,
  ticketUuid: string,
  scanUuid: string,
  before: ListedTicket | undefined,
): void => {
  const list = latest(of)
  const listed = list.tickets.get(ticketUuid)
  if (!listed || (before === undefined && (listed.scan_uuid !== scanUuid || listed.reentered_at !== undefined))) return
  const ticket = before ?? outside(listed)
  setTicket(list.tickets, ticketUuid, ticket)
  unnote(list, (act) => act.scan_uuid === scanUuid)
  storeSoon({ ...list, uuid: ticketUuid })
}

/** Records a ticket whose last act was undone, as the server has it since. */
export const recordUndo = (
  of: LocalAdmissionList,
  after: Pick<ListedTicket, 'uuid' | 'left_at' | 'reentered_at'> & { readonly redeemed_at: string | null },
): void => {
  const list = latest(of)
  const listed = list.tickets.get(after.uuid)
  if (!listed) return
  unnote(list, ({ uuid }) => uuid === after.uuid)
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

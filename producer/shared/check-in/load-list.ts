import {
  type AdmissionChanges,
  type AdmissionList as AdmissionListReply,
  admissionChanges,
  admissionList,
  type ListedTicket,
} from '@kartis/contract/admission-list.ts'
import { api } from '../api.ts'
import { workspace } from '../storage.ts'
import type { StoredAdmissionList } from '../offline/database.ts'
import { cacheOwner } from '../offline/last-contact.ts'
import { rulesOf } from './event-rules.ts'

/** What replies about an event say beside its tickets. */
type Facts = Omit<AdmissionChanges, 'tickets' | 'seq' | 'gap' | 'more'>

/** Tickets of the server, and the number up to which they have its changes. */
export interface Loaded {
  readonly facts: Facts
  readonly rows: readonly ListedTicket[]
  readonly seq: number
}

const loadPage = async (event: string, after?: string): Promise<AdmissionListReply> =>
  (await api(admissionList, { params: { uuid: event }, query: after === undefined ? {} : { after } })).data

/** The first page of the list, and what loads the others. Changes meanwhile are asked for next time. Throws ApiError. */
export const loadWhole = async (
  event: string,
): Promise<{ readonly first: AdmissionListReply; readonly others: () => Promise<Loaded> }> => {
  const first = await loadPage(event)
  const others = async (): Promise<Loaded> => {
    const rows = [...first.tickets]
    let page = first
    while (page.next !== null) {
      page = await loadPage(event, page.next)
      rows.push(...page.tickets)
    }
    return { facts: page, rows, seq: first.seq }
  }
  return { first, others }
}

/** The changes since a number; undefined where the server has them no longer. Throws ApiError. */
export const loadChanges = async (event: string, after: number): Promise<Loaded | undefined> => {
  const rows: ListedTicket[] = []
  let page: AdmissionChanges | undefined
  do {
    page = (await api(admissionChanges, { params: { uuid: event }, query: { after: page?.seq ?? after } })).data
    if (page.gap) return undefined
    rows.push(...page.tickets)
  } while (page.more)
  return { facts: page, rows, seq: page.seq }
}

/** The event has another key than the one that this device trusts: what comes with it is not its list. */
export class ForeignKeyError extends Error {
  override readonly name = 'ForeignKeyError'
}

/** What a reply says of the event, for the signed-in person. Throws where its key is not the trusted one. */
export const factsOf = (
  page: Facts,
  { seq, fullAt, trusted }: { readonly seq: number; readonly fullAt: number; readonly trusted: string | undefined },
): StoredAdmissionList => {
  if (trusted !== undefined && page.event.public_key !== trusted) throw new ForeignKeyError()
  return {
    ...rulesOf(page),
    owner: cacheOwner() ?? '',
    account: workspace() ?? '',
    seq,
    fullAt,
    publicKey: page.event.public_key,
    reEntry: {
      policy: page.event.re_entry.policy,
      perDay: page.event.re_entry.entries_per_day,
      zone: page.event.timezone,
    },
    withUuids: page.can.scan_uuid,
    hub: page.hub,
    mayOverride: page.can.override_lane,
    refreshedAt: Date.now(),
    aheadMs: Date.parse(page.as_of) - Date.now(),
  }
}

import type { ListedTicket } from '@kartis/contract/admission-list.ts'
import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { database, type StoredScan } from '../../offline/database.ts'
import { countersOf, forgetAct, type LocalAdmissionList, recordAct } from '../admission-list.ts'
import { gather } from '../../later.ts'
import { forgetScan, releaseScans, saveScan } from '../scan-queue.ts'
import type { Passage } from './core-acts.ts'

/** Counting 100,000 tickets takes some milliseconds: not for every claim. */
const COUNT_EVERY_MS = 1000
/** A list that was being loaded while an entry was granted does not have it; after this time it does. */
const FRESH_MS = 120_000

/**
 * What the hub has granted. It is the queue of uploads (durable before an entry is granted) and the admission list of this
 * device, whose tickets name the scan that let them in: a claim that is repeated, also after a restart, finds itself there.
 */
export const createJournal = (source: () => LocalAdmissionList | undefined) => {
  /** Entries of the last minutes with their tickets before, in the order of their grants. */
  const recent = new Map<
    string,
    { readonly passage: Passage; readonly before: ListedTicket | undefined; readonly at: number }
  >()
  const confirm = gather<string>((nonces) => releaseScans(nonces).catch(() => undefined))
  let last: LocalAdmissionList | undefined
  let counted: { readonly at: number; readonly counters: ScanStatistics } | undefined

  const record = (list: LocalAdmissionList, { ticket, type, direction, at, device, nonce, gate }: Passage): void =>
    recordAct(list, ticket, {
      type,
      direction,
      scanned_at: at,
      device_id: device ?? undefined,
      scan_uuid: nonce,
      gate,
    })

  /** The current list; a new one gets the entries that it may have missed. */
  const list = (): LocalAdmissionList | undefined => {
    const current = source()
    if (current === undefined || current === last) return current
    last = current
    counted = undefined
    const from = Date.now() - FRESH_MS
    for (const [nonce, { passage, at }] of recent) {
      if (at < from) recent.delete(nonce)
      else record(current, passage)
    }
    return current
  }

  return {
    list,
    counters: (): ScanStatistics => {
      const current = list()
      if (!current) return { total_scanned: 0, total_unscanned: 0, total_tickets: 0 }
      if (counted === undefined || Date.now() - counted.at > COUNT_EVERY_MS)
        counted = { at: Date.now(), counters: countersOf(current) }
      return counted.counters
    },
    /** Stores an act before anybody hears of it. Throws if it cannot be stored. */
    enter: async (scan: StoredScan, passage: Passage | undefined): Promise<void> => {
      await saveScan(scan)
      const current = list()
      if (!current || !passage) return
      recent.set(scan.scan_uuid, { passage, before: current.tickets.get(passage.ticket), at: Date.now() })
      record(current, passage)
    },
    has: async (nonce: string): Promise<boolean> => (await database.scans.get(nonce)) !== undefined,
    /** The guest of a grant went in. No claim waits for it: until then the entry is only sent later. */
    confirm,
    /**
     * Nobody went in with an entry of this device, or it took it back: the ticket is as before. Its scan; undefined where
     * the hub never had it, or has sent it by now.
     */
    withdraw: async (nonce: string, device: string): Promise<StoredScan | undefined> => {
      const scan = await database.scans.get(nonce)
      if (scan?.state !== 'waiting' || scan.device_id !== device) return undefined
      await forgetScan(nonce)
      const current = list()
      if (current) forgetAct(current, scan.ticket_uuid, nonce, recent.get(nonce)?.before)
      recent.delete(nonce)
      return scan
    },
  }
}

export type Journal = ReturnType<typeof createJournal>

import { scanTicket } from '@kartis/contract/admission.ts'
import { createStore } from '@kartis/ui/components/store.ts'
import { api } from '../api.ts'
import { ApiError } from '../api-error.ts'
import { cacheOwner } from '../offline/last-contact.ts'
import { database, type StoredScan } from '../offline/database.ts'
import { workspace } from '../storage.ts'

export interface UnsettledScans {
  /** Let in here; the server has not heard of them yet. */
  readonly waiting: readonly StoredScan[]
  /** The server heard of them and says that they should not have come in. */
  readonly refused: readonly StoredScan[]
}

/** The scans of this person in this account that are not settled. */
export const unsettledScans = createStore<UnsettledScans>({ waiting: [], refused: [] })

const inOrder = (scans: readonly StoredScan[]): StoredScan[] =>
  scans.toSorted((a, b) => a.scanned_at.localeCompare(b.scanned_at) || a.scan_uuid.localeCompare(b.scan_uuid))

/** Reads them from the device. */
export const readUnsettledScans = async (): Promise<UnsettledScans> => {
  const [owner, account] = [cacheOwner(), workspace()]
  const all =
    owner === undefined
      ? []
      : await database.scans
          .where('owner')
          .equals(owner)
          .filter((scan) => scan.account === account)
          .toArray()
  const own = {
    waiting: inOrder(all.filter(({ state }) => state === 'waiting')),
    refused: inOrder(all.filter(({ state }) => state === 'refused')),
  }
  unsettledScans.write(own)
  return own
}

/** Keeps an entry until the server has heard of it. Throws when this device cannot: nobody may be let in then. */
export const saveScan = async (scan: StoredScan): Promise<void> => {
  await database.scans.put(scan)
  await readUnsettledScans()
}

/** Somebody has seen that the ticket came in twice, and dealt with it. */
export const dismissScan = async (scanUuid: string): Promise<void> => {
  await database.scans.delete(scanUuid)
  await readUnsettledScans()
}

/** The server's last word on this scan: it will not change when it is sent again. */
const isFinal = ({ code, status }: ApiError): boolean =>
  /^S\d$/u.test(code) || code === 'idempotency_mismatch' || code === 'validation' || (status === 404 && code !== '404')

const send = (scan: StoredScan) =>
  api(scanTicket, {
    params: { uuid: scan.event },
    body: {
      ticket_uuid: scan.text,
      device_id: scan.device_id,
      gate: scan.gate,
      scanned_at: scan.scanned_at,
      scan_uuid: scan.scan_uuid,
    },
  })

/** False when the rest has to wait. */
const settle = async (scan: StoredScan): Promise<boolean> => {
  try {
    await send(scan)
    await database.scans.delete(scan.scan_uuid)
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || !isFinal(error)) return false
    const { code, description, detail } = error
    await database.scans.put({ ...scan, state: 'refused', refusal: { code, description, detail } })
    return true
  }
}

const sendAll = async (): Promise<void> => {
  const { waiting } = await readUnsettledScans()
  for (const scan of waiting) {
    const isSettled = await settle(scan)
    await readUnsettledScans()
    if (!isSettled) return
  }
}

let running: Promise<void> | undefined

const oneTabAtATime = async (): Promise<void> => {
  if (!('locks' in navigator)) return sendAll()
  await navigator.locks.request('kartis-unsent', sendAll)
}

/** Sends what waits, the earliest first and one at a time. Each has its own uuid, so that sending twice is harmless. */
export const sendQueuedScans = (): Promise<void> => {
  running ??= oneTabAtATime()
    .catch(() => undefined)
    .finally(() => {
      running = undefined
    })
  return running
}

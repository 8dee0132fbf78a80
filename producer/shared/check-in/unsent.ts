import { scanTicket } from '@kartis/contract/admission.ts'
import { makeStore } from '@kartis/ui/components/store.ts'
import { api } from '../api.ts'
import { ApiError } from '../api-error.ts'
import { keptOwner } from '../offline/last-contact.ts'
import { database, type KeptScan } from '../offline/database.ts'
import { workspace } from '../storage.ts'

export interface OwnScans {
  /** Let in here; the server has not heard of them yet. */
  readonly waiting: readonly KeptScan[]
  /** The server heard of them and says that they should not have come in. */
  readonly refused: readonly KeptScan[]
}

/** The scans of this person in this account that are not settled. */
export const ownScans = makeStore<OwnScans>({ waiting: [], refused: [] })

const inOrder = (scans: readonly KeptScan[]): KeptScan[] =>
  scans.toSorted((a, b) => a.scanned_at.localeCompare(b.scanned_at) || a.scan_uuid.localeCompare(b.scan_uuid))

/** Reads them from the device. */
export const readOwnScans = async (): Promise<OwnScans> => {
  const [owner, account] = [keptOwner(), workspace()]
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
  ownScans.write(own)
  return own
}

/** Keeps an entry until the server has heard of it. Throws when this device cannot: nobody may be let in then. */
export const keepScan = async (scan: KeptScan): Promise<void> => {
  await database.scans.put(scan)
  await readOwnScans()
}

/** Somebody has seen that the ticket came in twice, and dealt with it. */
export const settleScan = async (scanUuid: string): Promise<void> => {
  await database.scans.delete(scanUuid)
  await readOwnScans()
}

/** The server's last word on this scan: it will not change when it is sent again. */
const isFinal = ({ code, status }: ApiError): boolean =>
  /^S\d$/u.test(code) || code === 'idempotency_mismatch' || code === 'validation' || (status === 404 && code !== '404')

const send = (scan: KeptScan) =>
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
const settle = async (scan: KeptScan): Promise<boolean> => {
  try {
    await send(scan)
    await database.scans.delete(scan.scan_uuid)
    return true
  } catch (fault) {
    if (!(fault instanceof ApiError) || !isFinal(fault)) return false
    const { code, description, detail } = fault
    await database.scans.put({ ...scan, state: 'refused', refusal: { code, description, detail } })
    return true
  }
}

const sendAll = async (): Promise<void> => {
  const { waiting } = await readOwnScans()
  for (const scan of waiting) {
    const isSettled = await settle(scan)
    await readOwnScans()
    if (!isSettled) return
  }
}

let running: Promise<void> | undefined

const oneTabAtATime = async (): Promise<void> => {
  if (!('locks' in navigator)) return sendAll()
  await navigator.locks.request('kartis-unsent', sendAll)
}

/** Sends what waits, the earliest first and one at a time. Each has its own uuid, so that sending twice is harmless. */
export const sendWaiting = (): Promise<void> => {
  running ??= oneTabAtATime()
    .catch(() => undefined)
    .finally(() => {
      running = undefined
    })
  return running
}

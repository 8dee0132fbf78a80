import { admitTickets, SCANS_OF_UPLOAD, scanTicket, uploadScans } from '@kartis/contract/admission.ts'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import { isUuid } from '@kartis/domain/ticket-code.ts'
import { createStore } from '@kartis/ui/components/store.ts'
import { api } from '../api.ts'
import { ApiError } from '../api-error.ts'
import { cacheOwner } from '../offline/last-contact.ts'
import { database, type StoredScan } from '../offline/database.ts'
import { gather } from '../later.ts'
import { sendPendingUndos } from './own-undo.ts'
import { leaveUnused, nextSeq, written } from './sequence.ts'
import { workspace } from '../storage.ts'
import { mendStorage, noteUnsent } from './storage-loss.ts'

export interface UnsettledScans {
  /** Admitted here and not yet sent to the server. */
  readonly waiting: readonly StoredScan[]
  /** Sent, and refused by the server. */
  readonly refused: readonly StoredScan[]
}

/** The unsettled scans of the signed-in user in the current account. */
export const unsettledScans = createStore<UnsettledScans>({ waiting: [], refused: [] })

const inOrder = (scans: readonly StoredScan[]): StoredScan[] =>
  scans.toSorted((a, b) => a.scanned_at.localeCompare(b.scanned_at) || a.scan_uuid.localeCompare(b.scan_uuid))

const ownScans = async (): Promise<StoredScan[]> => {
  const [owner, account] = [cacheOwner(), workspace()]
  if (owner === undefined) return []
  const own = database.scans.where('owner').equals(owner)
  return inOrder(await own.filter((scan) => scan.account === account).toArray())
}

/** Stored, and not yet in the store that screens show. */
let unshown: readonly StoredScan[] = []

/** Loads the unsettled scans from the device into the store. */
export const readUnsettledScans = async (): Promise<UnsettledScans> => {
  const included = unshown
  const shown = unsettledScans.read()
  await mendStorage([...shown.waiting, ...shown.refused, ...unshown])
  const all = await ownScans()
  unshown = unshown.filter((scan) => !included.includes(scan))
  const own = {
    waiting: all.filter(({ state }) => state === 'waiting'),
    refused: all.filter(({ state }) => state === 'refused'),
  }
  noteUnsent(own.waiting)
  unsettledScans.write(own)
  return own
}

/** Reading all of them again would cost more with each scan of the evening. */
const showSaved = gather((): void => {
  let { waiting } = unsettledScans.read()
  for (const stored of unshown) {
    const others = waiting.filter(({ scan_uuid }) => scan_uuid !== stored.scan_uuid)
    // Nearly always it is the last one: sorting the scans of a whole evening would hold up the guest.
    const isLast = (others.at(-1)?.scanned_at ?? '') < stored.scanned_at
    waiting = isLast ? [...others, stored] : inOrder([...others, stored])
  }
  if (unshown.length === 0) return
  unshown = []
  noteUnsent(waiting)
  unsettledScans.write({ ...unsettledScans.read(), waiting })
})

/**
 * Queues a scan until the server has received it. Throws if it cannot be stored: nobody may be admitted then. Screens show
 * it a moment later, since what they draw would hold up the guest and the answer to a phone.
 */
export const saveScan = async (scan: StoredScan): Promise<void> => {
  const seq = scan.device_seq ?? nextSeq(scan)
  const stored = { device_at: new Date().toISOString(), ...scan, device_seq: seq }
  try {
    await database.scans.put(stored)
  } catch (error) {
    // Nobody enters with it, or the hub has it. A refusal that cannot be stored never arrives.
    if (scan.state === 'waiting') leaveUnused(scan, seq)
    throw error
  } finally {
    written(scan, seq)
  }
  const isShown = scan.state === 'waiting' && scan.owner === cacheOwner() && scan.account === workspace()
  if (!isShown) return
  unshown = [...unshown, stored]
  showSaved()
}

/** Scans of the hub that need not wait for their phones any longer. */
export const releaseScans = async (scanUuids: readonly string[]): Promise<void> => {
  await database.scans
    .where('scan_uuid')
    .anyOf(scanUuids)
    .modify((scan) => {
      delete (scan as { held_until?: string }).held_until
    })
}

/** Takes a scan off the queue: nobody entered with it. */
export const forgetScan = async (scanUuid: string): Promise<void> => {
  const scan = await database.scans.get(scanUuid)
  await database.scans.delete(scanUuid)
  if (scan?.device_seq !== undefined) leaveUnused(scan, scan.device_seq)
  await readUnsettledScans()
}

/** Whether the refusal is final: sending the scan again would not change it. */
const isFinal = ({ code, status }: ApiError): boolean =>
  /^S\d$/u.test(code) || code === 'idempotency_mismatch' || code === 'validation' || (status === 404 && code !== '404')

/** An entry by hand, with its reason. Its refusal is in the reply, and is thrown like that of a scan. */
const sendManual = async (scan: StoredScan, manual: NonNullable<StoredScan['manual']>): Promise<void> => {
  const { data } = await api(admitTickets, {
    retry: false,
    params: { uuid: scan.event },
    body: {
      tickets: [{ ticket_uuid: scan.text, scan_uuid: scan.scan_uuid }],
      ...manual,
      device_id: scan.device_id,
      gate: scan.gate,
      scanned_at: scan.scanned_at,
    },
  })
  const refusal = data.results[0]?.refusal
  if (refusal) throw new ApiError({ ...refusal, status: 409 })
}

const send = async (scan: StoredScan): Promise<void> => {
  if (scan.manual) return sendManual(scan, scan.manual)
  await api(scanTicket, {
    // The device decides by its own list, and the scan is sent again from its queue.
    retry: false,
    params: { uuid: scan.event },
    body: {
      ticket_uuid: scan.text,
      device_id: scan.device_id,
      gate: scan.gate,
      scanned_at: scan.scanned_at,
      scan_uuid: scan.scan_uuid,
      ...(scan.direction && { direction: scan.direction }),
    },
  })
}

/** False when the remaining scans have to wait. */
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

/** The device that uploads: of what the hub answered it is the hub. */
const senderOf = (scan: StoredScan | undefined): string => scan?.by ?? scan?.device_id ?? ''

type Uploaded = ReplyOf<typeof uploadScans>['data']['results'][number]

const upload = async (scans: readonly StoredScan[]): Promise<readonly Uploaded[]> => {
  const { data } = await api(uploadScans, {
    // The scans stay in their queue until the server has answered.
    retry: false,
    params: { uuid: scans[0]?.event ?? '' },
    body: {
      device_id: senderOf(scans[0]),
      ...(scans[0]?.by !== undefined && { role: 'hub' as const }),
      sent_at: new Date().toISOString(),
      scans: scans.map((scan) => ({
        device_seq: scan.device_seq ?? 1,
        scan_uuid: scan.scan_uuid,
        ticket_uuid: scan.text,
        verdict: scan.state === 'turned_away' ? ('refused' as const) : ('admitted' as const),
        ...(scan.direction && { direction: scan.direction }),
        refusal: scan.state === 'turned_away' ? (scan.refusal?.code ?? null) : null,
        scanned_at: scan.device_at ?? scan.scanned_at,
        gate: scan.gate,
        ...(scan.mode && { mode: scan.mode }),
        ...(scan.by !== undefined && { device_id: scan.device_id }),
        reason: scan.manual?.reason ?? (scan.isOverride ? 'lane_override' : null),
        note: scan.manual?.note ?? null,
        // Beside another reason only: a server that is being upgraded knows the reason alone.
        ...(scan.isOverride && scan.manual && { override: true }),
      })),
    },
  })
  return data.results
}

const inDoubt = (scan: StoredScan, refusal: NonNullable<StoredScan['refusal']>): StoredScan => ({
  ...scan,
  state: 'refused',
  refusal,
})

const doubtOf = ({ scan_uuid: recorded, conflict }: Uploaded, own: string): StoredScan['refusal'] =>
  conflict
    ? {
        code: conflict.code,
        description: '',
        // The page tells by the times which of the two came first.
        detail: {
          ...(conflict.other && {
            redeemed_at: conflict.other.scanned_at,
            gate: conflict.other.gate,
            device_id: conflict.other.device_id,
            scan_uuid: conflict.other.scan_uuid,
          }),
          ...(recorded !== own && { recorded_as: recorded }),
        },
      }
    : undefined

/** Forgets scans that the server has, and keeps those in doubt until somebody has dealt with them. */
const settleUpload = async (scans: readonly StoredScan[], refusalOf: (scan: StoredScan) => StoredScan['refusal']) => {
  await database.transaction('rw', database.scans, async () => {
    for (const scan of scans) {
      const refusal = scan.state === 'turned_away' ? undefined : refusalOf(scan)
      if (refusal) await database.scans.put(inDoubt(scan, refusal))
      else await database.scans.delete(scan.scan_uuid)
    }
  })
}

const JUST_MS = 60_000
let lastSent = { count: 0, at: 0 }

const noteSent = (count: number): void => {
  lastSent = { count: sentJustNow() + count, at: Date.now() }
}

/** The session of this device has ended: what it sent counts for no later one. */
export const forgetSent = (): void => {
  lastSent = { count: 0, at: 0 }
}

/** Entries and exits that went to the server within the last minute. */
export const sentJustNow = (): number => (Date.now() - lastSent.at < JUST_MS ? lastSent.count : 0)

/** False when the remaining scans have to wait. */
const sendBatch = async (scans: readonly StoredScan[]): Promise<boolean> => {
  try {
    // In the order of the request: the uuid of a result may be another one. What has no result stays.
    const results = await upload(scans)
    const answered = scans.slice(0, results.length)
    await settleUpload(answered, (scan) => {
      const result = results[scans.indexOf(scan)]
      return result && doubtOf(result, scan.scan_uuid)
    })
    noteSent(answered.filter(({ state }) => state === 'waiting').length)
    if (answered.length < scans.length) return false
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || !isFinal(error)) return false
    const { code, description, detail } = error
    await settleUpload(scans, () => ({ code, description, detail }))
    return true
  }
}

/** The scans of one event and device, in the order of their sequence, as many together as one upload takes. */
const batchesOf = (scans: readonly StoredScan[]): StoredScan[][] => {
  const groups = new Map<string, StoredScan[]>()
  for (const scan of scans) {
    // What phones of a hub decided alone is in the order of each, not in the hub's.
    const order = scan.mode === 'hub' ? 'hub' : scan.device_id
    const key = `${scan.event} ${senderOf(scan)} ${order}`
    groups.set(key, [...(groups.get(key) ?? []), scan])
  }
  return [...groups.values()].flatMap((group) => {
    const sorted = group.toSorted((a, b) => (a.device_seq ?? 0) - (b.device_seq ?? 0))
    return Array.from({ length: Math.ceil(sorted.length / SCANS_OF_UPLOAD) }, (_, batch) =>
      sorted.slice(batch * SCANS_OF_UPLOAD, (batch + 1) * SCANS_OF_UPLOAD),
    )
  })
}

/**
 * Versions before this one named a ticket that a search found by its uuid, which the server accepts from managers only:
 * such an entry is sent with the ticket's number where the list of this device has it.
 */
const byNumber = async (scan: StoredScan): Promise<StoredScan> => {
  if (!scan.manual || !isUuid(scan.text)) return scan
  const listed = await database.tickets.get([scan.event, scan.text.toLowerCase()])
  return listed?.number ? { ...scan, text: listed.number } : scan
}

const sendAll = async (): Promise<void> => {
  // First: what the browser has thrown away is stored again, so that it is sent as well.
  await readUnsettledScans()
  const now = new Date().toISOString()
  const own = (await ownScans()).filter(({ state, held_until: until = '' }) => state !== 'refused' && until <= now)
  const all = await Promise.all(own.map(byNumber))
  // Scans of older versions have no place in a sequence.
  for (const scan of all.filter(({ device_seq }) => device_seq === undefined)) {
    const isSettled = await settle(scan)
    await readUnsettledScans()
    if (!isSettled) return
  }
  for (const batch of batchesOf(all.filter(({ device_seq }) => device_seq !== undefined))) {
    const isSettled = await sendBatch(batch)
    await readUnsettledScans()
    if (!isSettled) return
  }
  await sendPendingUndos()
}

let running: Promise<void> | undefined

const oneTabAtATime = async (): Promise<void> => {
  if (!('locks' in navigator)) return sendAll()
  await navigator.locks.request('kartis-unsent', sendAll)
}

/** Sends queued scans in batches, oldest first. Each has its own uuid, so that a repeat is harmless. */
export const sendQueuedScans = (): Promise<void> => {
  running ??= oneTabAtATime()
    .catch(() => undefined)
    .finally(() => {
      running = undefined
    })
  return running
}

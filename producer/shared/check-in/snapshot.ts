import { type AdmissionList as AdmissionListReply, gateSnapshot } from '@kartis/contract/admission-list.ts'
import { readSnapshot, type Snapshot, signedTextOf } from '@kartis/domain/gate-snapshot.ts'
import { fromBase64Url, toBase64Url } from '@kartis/domain/ticket-code.ts'
import { apiFile } from '../api.ts'
import { database, type StoredAdmissionList, type StoredSnapshot } from '../offline/database.ts'
import { cacheOwner } from '../offline/last-contact.ts'
import { workspace } from '../storage.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Rules = Pick<AdmissionListReply, 'event' | 'ticket_types'>

/** Whether the event signed the header; true in a browser without Ed25519, where the hash has to do. */
const isSigned = async ({ header }: Snapshot): Promise<boolean> => {
  const [key, signature] = [fromBase64Url(header.keys[0] ?? ''), fromBase64Url(header.signature)]
  if (!key || !signature) return false
  try {
    const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', imported, signature, new TextEncoder().encode(signedTextOf(header)))
  } catch {
    return true
  }
}

/** The snapshot of an event in a file; undefined for one that is damaged, forged or of another event. */
export const checkSnapshot = async (event: string, file: Bytes): Promise<Snapshot | undefined> => {
  const snapshot = readSnapshot(file)
  if (snapshot?.header.event !== event) return undefined
  const hash = toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', snapshot.body)))
  return hash === snapshot.header.sha256 && (await isSigned(snapshot)) ? snapshot : undefined
}

const idOf = (event: string, slot: 'current' | 'previous'): string => `${event} ${slot}`

/** Puts a file in the place of the current one, which becomes the previous one: both or neither. */
const replace = async (stored: Omit<StoredSnapshot, 'id'>): Promise<void> => {
  await database.transaction('rw', database.snapshots, async () => {
    const current = await database.snapshots.get(idOf(stored.event, 'current'))
    if (current) await database.snapshots.put({ ...current, id: idOf(stored.event, 'previous') })
    await database.snapshots.put({ ...stored, id: idOf(stored.event, 'current') })
  })
}

export interface LoadedSnapshot {
  readonly snapshot: Snapshot
  readonly facts: StoredAdmissionList
}

const loaded = (snapshot: Snapshot, { owner, account, at }: Pick<StoredSnapshot, 'owner' | 'account' | 'at'>) => {
  const { event, ticket_types } = snapshot.header.rules as Rules
  const facts: StoredAdmissionList = {
    event: event.uuid,
    owner,
    account,
    publicKey: event.public_key,
    opensAt: event.entry_starts_at,
    closesAt: event.entry_ends_at,
    gates: event.gates,
    ...(event.seat_gates && { seatGates: event.seat_gates }),
    lanes: event.lanes,
    types: ticket_types,
    seq: snapshot.header.seq,
    // The list with numbers and names follows: it is loaded in full.
    fullAt: 0,
    refreshedAt: at,
    aheadMs: 0,
    withUuids: false,
  }
  return { snapshot, facts }
}

/** Loads the snapshot of an event and stores it. Undefined where it is not whole. Throws ApiError. */
export const loadSnapshot = async (event: string): Promise<LoadedSnapshot | undefined> => {
  const owned = { owner: cacheOwner() ?? '', account: workspace() ?? '', at: Date.now() }
  const blob = await apiFile(gateSnapshot, { params: { uuid: event } })
  const file = new Uint8Array(await blob.arrayBuffer())
  const snapshot = await checkSnapshot(event, file)
  if (!snapshot) return undefined
  // A full storage must not keep the device from deciding now.
  await replace({ ...owned, event, file }).catch(() => undefined)
  return loaded(snapshot, owned)
}

/** The stored snapshot of the signed-in person, the previous one where the current one is damaged. */
export const readStoredSnapshot = async (event: string): Promise<LoadedSnapshot | undefined> => {
  for (const slot of ['current', 'previous'] as const) {
    const stored = await database.snapshots.get(idOf(event, slot))
    if (stored && stored.owner === cacheOwner() && stored.account === workspace()) {
      const snapshot = await checkSnapshot(event, stored.file)
      if (snapshot) return loaded(snapshot, stored)
    }
  }
  return undefined
}

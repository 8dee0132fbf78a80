import { type AdmissionList as AdmissionListReply, gateSnapshot } from '@kartis/contract/admission-list.ts'
import { readSnapshot, type Snapshot, signedTextOf } from '@kartis/domain/gate-snapshot.ts'
import { fromBase64Url, toBase64Url } from '@kartis/domain/ticket-code.ts'
import { apiFile } from '../api.ts'
import { database, type StoredAdmissionList, type StoredSnapshot } from '../offline/database.ts'
import { cacheOwner } from '../offline/last-contact.ts'
import { workspace } from '../storage.ts'
import { rulesOf } from './event-rules.ts'
import { readEventKey } from './verifier.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Rules = Pick<AdmissionListReply, 'event' | 'ticket_types'>

/** Whether the event signed the header, by a key from elsewhere: whoever makes a file can write one of their own into it. */
const isSigned = async ({ header }: Snapshot, publicKey: string): Promise<boolean> => {
  const [check, signature] = [await readEventKey(publicKey), fromBase64Url(header.signature)]
  if (!header.keys.includes(publicKey) || !check || !signature) return false
  return check(new TextEncoder().encode(signedTextOf(header)), signature)
}

/** The snapshot of an event in a file; undefined for one that is damaged, of another event, or not signed with its key. */
export const checkSnapshot = async (event: string, file: Bytes, publicKey: string): Promise<Snapshot | undefined> => {
  const snapshot = readSnapshot(file)
  if (snapshot?.header.event !== event) return undefined
  const hash = toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', snapshot.body)))
  return hash === snapshot.header.sha256 && (await isSigned(snapshot, publicKey)) ? snapshot : undefined
}

const idOf = (event: string, slot: 'current' | 'previous'): string => `${event} ${slot}`

const isOwn = (stored: { readonly owner: string; readonly account: string } | undefined): boolean =>
  stored !== undefined && stored.owner === cacheOwner() && stored.account === workspace()

/** The key of an event that this device has accepted before; undefined where it has none. */
export const trustedKey = async (event: string): Promise<string | undefined> => {
  const [list, file] = [await database.lists.get(event), await database.snapshots.get(idOf(event, 'current'))]
  return [list, file].find(isOwn)?.publicKey
}

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

const loaded = (snapshot: Snapshot, { owner, account, at }: StoredSnapshot, publicKey: string): LoadedSnapshot => ({
  snapshot,
  facts: {
    ...rulesOf(snapshot.header.rules as Rules),
    owner,
    account,
    publicKey,
    seq: snapshot.header.seq,
    // The list with numbers and names follows: it is loaded in full.
    fullAt: 0,
    refreshedAt: at,
    aheadMs: 0,
    withUuids: false,
  },
})

/** The file of an event from the server; undefined where it has none or it does not arrive: the list does without. */
export const fetchSnapshot = async (event: string): Promise<Bytes | undefined> => {
  try {
    const blob = await apiFile(gateSnapshot, { params: { uuid: event } })
    return new Uint8Array(await blob.arrayBuffer())
  } catch {
    return undefined
  }
}

/** Stores a file and gives what it has. Undefined where it is not whole, or not signed with the event's key. */
export const acceptSnapshot = async (event: string, file: Bytes, publicKey: string): Promise<Snapshot | undefined> => {
  const snapshot = await checkSnapshot(event, file, publicKey)
  if (!snapshot) return undefined
  const owned = { owner: cacheOwner() ?? '', account: workspace() ?? '', at: Date.now() }
  // A full storage must not keep the device from deciding now.
  await replace({ ...owned, event, file, publicKey }).catch(() => undefined)
  return snapshot
}

/** The stored snapshot of the signed-in person, the previous one where the current one is damaged. */
export const readStoredSnapshot = async (event: string): Promise<LoadedSnapshot | undefined> => {
  const key = await trustedKey(event)
  if (key === undefined) return undefined
  for (const slot of ['current', 'previous'] as const) {
    const stored = await database.snapshots.get(idOf(event, slot))
    if (stored && isOwn(stored)) {
      const snapshot = await checkSnapshot(event, stored.file, key)
      if (snapshot) return loaded(snapshot, stored, key)
    }
  }
  return undefined
}

import { undoOwnScan } from '@kartis/contract/admission.ts'
import { api } from '../api.ts'
import { ApiError } from '../api-error.ts'
import { cacheOwner } from '../offline/last-contact.ts'
import { readStoredJson, workspace, writeStored } from '../storage.ts'

/** An own entry that this device took back and that the server does not know of yet. */
export interface PendingUndo {
  readonly undo_uuid: string
  /** The entry. */
  readonly scan_uuid: string
  readonly ticket_uuid: string
  readonly event: string
  readonly owner: string
  readonly account: string
  readonly device_id: string
  /** By this device's clock. */
  readonly undone_at: string
}

/** For this long the server may still receive the entry that an undoing belongs to. */
const FORGET_AFTER_MS = 15 * 86_400_000
const NAME = 'device:undos'

const readAll = (): PendingUndo[] => {
  const stored = readStoredJson(NAME)
  return Array.isArray(stored) ? (stored as PendingUndo[]) : []
}

const writeAll = (undos: readonly PendingUndo[]): void =>
  writeStored(NAME, undos.length === 0 ? undefined : JSON.stringify(undos))

const forget = ({ undo_uuid }: PendingUndo): void => writeAll(readAll().filter((undo) => undo.undo_uuid !== undo_uuid))

/** The own entries of an event that were taken back here, as far as the server does not know it. */
export const pendingUndosOf = (event: string): PendingUndo[] => readAll().filter((undo) => undo.event === event)

/** Stores an undoing until the server has it. Throws if it cannot be stored: then the entry stands. */
export const saveUndo = (undo: Omit<PendingUndo, 'owner' | 'account'>): void => {
  writeAll([...readAll(), { ...undo, owner: cacheOwner() ?? '', account: workspace() ?? '' }])
  if (!readAll().some(({ undo_uuid }) => undo_uuid === undo.undo_uuid)) throw new Error('the storage is full')
}

/** Sends one undoing. Throws ApiError. */
export const sendUndo = async (
  undo: Pick<PendingUndo, 'undo_uuid' | 'scan_uuid' | 'device_id' | 'undone_at' | 'event'>,
) =>
  (
    await api(undoOwnScan, {
      retry: false,
      params: { uuid: undo.event },
      body: {
        scan_uuid: undo.scan_uuid,
        undo_uuid: undo.undo_uuid,
        device_id: undo.device_id,
        undone_at: undo.undone_at,
        sent_at: new Date().toISOString(),
      },
    })
  ).data

/** Whether sending it again would change nothing. `S1`: the server does not have the entry yet. */
export const isFinalRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['conflict', 'forbidden', 'idempotency_mismatch', 'validation'].includes(error.code)

/** Sends what waits, after the entries that it belongs to. */
export const sendPendingUndos = async (): Promise<void> => {
  const [owner, account] = [cacheOwner(), workspace()]
  const old = new Date(Date.now() - FORGET_AFTER_MS).toISOString()
  for (const undo of readAll()) {
    if (undo.owner !== owner || undo.account !== account) continue
    try {
      await sendUndo(undo)
      forget(undo)
    } catch (error) {
      // A lead took it back meanwhile, or it came too late: the server's list says what stands.
      if (isFinalRefusal(error) || undo.undone_at < old) forget(undo)
    }
  }
}

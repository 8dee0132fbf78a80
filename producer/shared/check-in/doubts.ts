import { database, type StoredScan } from '../offline/database.ts'
import { readUnsettledScans, unsettledScans } from './scan-queue.ts'

/** Removes a refused scan after somebody has dealt with it. */
export const dismissScan = async (scanUuid: string): Promise<void> => {
  await database.scans.delete(scanUuid)
  await readUnsettledScans()
}

/** How the server calls a scan in doubt. */
const recordedAs = ({ scan_uuid, refusal }: StoredScan): string => {
  const other = refusal?.detail['recorded_as']
  return typeof other === 'string' ? other : scan_uuid
}

/** The uuids by which the server knows the scans of an event that are in doubt here. */
export const doubtsOf = (event: string): string[] =>
  unsettledScans
    .read()
    .refused.filter((scan) => scan.event === event)
    .map(recordedAs)

/** Removes scans in doubt that somebody else has dealt with, by the uuids of the server. */
export const dismissSettled = async (settled: readonly string[] = []): Promise<void> => {
  if (settled.length === 0) return
  const own = unsettledScans.read().refused.filter((scan) => settled.includes(recordedAs(scan)))
  await database.scans.bulkDelete(own.map(({ scan_uuid }) => scan_uuid))
  await readUnsettledScans()
}

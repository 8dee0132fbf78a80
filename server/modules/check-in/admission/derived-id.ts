import { createHash } from 'node:crypto'
import { bytesToUuid } from '@kartis/domain/ticket-code.ts'

/** The uuid of a scan by its device and number in that device's sequence. */
export const derivedId = (eventId: string, deviceId: string, seq: number): string => {
  const bytes = createHash('sha256').update(`${eventId} ${deviceId} ${seq}`).digest().subarray(0, 16)
  // Marked as a uuid of version 8, whose content is up to whoever makes it.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytesToUuid(bytes)
}

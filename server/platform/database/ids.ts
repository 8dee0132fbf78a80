import { randomFillSync } from 'node:crypto'

let last = 0
let step = 0

/** Randomness is fetched for many ids at once: asking the system for each costs more than all the rest of it. */
const EACH = 8
const pool = Buffer.allocUnsafe(EACH * 256)
let used = pool.length
const bytes = Buffer.allocUnsafe(16)

/**
 * UUID version 7: the time first, so that rows written together lie together. Ids of one process rise strictly.
 */
export const newId = (): string => {
  const now = Date.now()
  if (now > last) {
    last = now
    step = 0
  } else if (++step > 0xfff) {
    last += 1
    step = 0
  }
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  pool.copy(bytes, 16 - EACH, used, used + EACH)
  used += EACH
  bytes.writeUIntBE(last, 0, 6)
  bytes.writeUInt16BE(0x7000 | step, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

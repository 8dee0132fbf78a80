import { randomFillSync } from 'node:crypto'

let lastTime = 0
let sequence = 0

/** Random bytes are fetched for many ids at once: a system call for each would cost more than the rest. */
const RANDOM_BYTES = 8
const pool = Buffer.allocUnsafe(RANDOM_BYTES * 256)
let used = pool.length
const bytes = Buffer.allocUnsafe(16)

/**
 * A UUID of version 7. It begins with the time, so that rows written together are stored together; the ids of one process
 * increase strictly.
 */
export const newId = (): string => {
  const now = Date.now()
  if (now > lastTime) {
    lastTime = now
    sequence = 0
  } else if (++sequence > 0xfff) {
    lastTime += 1
    sequence = 0
  }
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  pool.copy(bytes, 16 - RANDOM_BYTES, used, used + RANDOM_BYTES)
  used += RANDOM_BYTES
  bytes.writeUIntBE(lastTime, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

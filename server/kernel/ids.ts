import { randomBytes } from 'node:crypto'

let last = 0
let step = 0

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
  const bytes = randomBytes(16)
  bytes.writeUIntBE(last, 0, 6)
  bytes.writeUInt16BE(0x7000 | step, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

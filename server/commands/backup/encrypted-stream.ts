import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Keys } from '../../platform/security/keys.ts'

/**
 * An encrypted backup is a header and chunks. The header is the format's name, the id of the master key and a random salt; a
 * key for this file alone follows from the master key and the header. Each chunk is 64 KiB under AES-256-GCM with its tag; its
 * nonce is its number and whether it is the last, so that chunks cannot be changed, moved, left out or cut off unnoticed.
 */
const FORMAT = Buffer.from('kartis-backup/1\n')
const ID_BYTES = 4
const SALT_BYTES = 32
const HEADER_BYTES = FORMAT.length + ID_BYTES + SALT_BYTES
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'
const PURPOSE = 'backup'

type StreamKeys = Pick<Keys, 'streamKey'>
type Bytes = AsyncIterable<Uint8Array>

const fileKey = (key: Uint8Array, header: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, header, 'kartis backup', 32))

const nonceOf = (chunk: number, last: boolean): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(chunk, 5, 6)
  nonce.writeUInt8(last ? 1 : 0, 11)
  return nonce
}

/** Cuts a stream into chunks of so many bytes and says which one is the last; it may be shorter, and is empty only when all is. */
async function* inChunks(source: Bytes, size: number): AsyncGenerator<{ bytes: Buffer; last: boolean }> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const bytes of source) {
    waiting.push(bytes)
    length += bytes.length
    if (length <= size) continue
    let remaining = Buffer.concat(waiting)
    for (; remaining.length > size; remaining = remaining.subarray(size))
      yield { bytes: remaining.subarray(0, size), last: false }
    waiting = [remaining]
    length = remaining.length
  }
  yield { bytes: Buffer.concat(waiting), last: true }
}

/** Whether a file begins as an encrypted backup. */
export const isEncrypted = (beginning: Uint8Array): boolean => FORMAT.equals(beginning.subarray(0, FORMAT.length))

/** Encrypts a stream with the newest master key. */
export const encryptStream = (keys: StreamKeys) =>
  async function* (source: Bytes): AsyncGenerator<Buffer> {
    const { id, key } = keys.streamKey(PURPOSE)
    const header = Buffer.concat([FORMAT, Buffer.from(id, 'hex'), randomBytes(SALT_BYTES)])
    yield header
    const ownKey = fileKey(key, header)
    let number = 0
    for await (const { bytes, last } of inChunks(source, CHUNK_BYTES)) {
      const cipher = createCipheriv(CIPHER, ownKey, nonceOf(number++, last))
      yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    }
  }

async function* withoutHeader(header: Buffer[], source: Bytes): AsyncGenerator<Uint8Array> {
  let missing = HEADER_BYTES
  for await (const bytes of source) {
    if (missing > 0) header.push(Buffer.from(bytes.subarray(0, missing)))
    if (bytes.length > missing) yield bytes.subarray(missing)
    missing = Math.max(0, missing - bytes.length)
  }
}

/** Decrypts what `encryptStream` has written. Throws for a missing key, and for a file that was changed or cut. */
export const decryptStream = (keys: StreamKeys) =>
  async function* (source: Bytes): AsyncGenerator<Buffer> {
    const parts: Buffer[] = []
    let ownKey: Uint8Array | undefined
    let number = 0
    for await (const { bytes, last } of inChunks(withoutHeader(parts, source), CHUNK_BYTES + TAG_BYTES)) {
      const header = Buffer.concat(parts)
      if (header.length < HEADER_BYTES || bytes.length < TAG_BYTES) throw new Error('it is truncated')
      const id = header.subarray(FORMAT.length, FORMAT.length + ID_BYTES).toString('hex')
      ownKey ??= fileKey(keys.streamKey(PURPOSE, id).key, header)
      const decipher = createDecipheriv(CIPHER, ownKey, nonceOf(number++, last))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        yield Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
      } catch {
        throw new Error('it was changed or is truncated')
      }
    }
  }

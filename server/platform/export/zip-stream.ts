import { pipeline, Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  /** Texts in UTF-8, or bytes. */
  readonly content: AsyncIterable<string> | Iterable<string> | Iterable<Uint8Array>
}

interface WrittenEntry {
  readonly name: Buffer
  readonly offset: number
  readonly crc: number
  readonly size: number
  readonly compressed: number
}

// Names are UTF-8; sizes and checksum follow the content, because they are not known before.
const FLAGS = 0x0808
const DEFLATE = 8
const VERSION = 20
const CHUNK = 64 * 1024

const record = (signature: number, ...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer => {
  const buffer = Buffer.alloc(4 + fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = buffer.writeUInt32LE(signature)
  for (const [bytes, value] of fields)
    at = bytes === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value >>> 0, at)
  return buffer
}

const localHeader = (name: Buffer): Buffer =>
  Buffer.concat([
    // version, flags, method, time, date, crc, compressed, size, name, extra
    record(
      0x04034b50,
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATE],
      [2, 0],
      [2, 0x21],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ),
    name,
  ])

const descriptor = ({ crc, compressed, size }: WrittenEntry): Buffer =>
  record(0x08074b50, [4, crc], [4, compressed], [4, size])

const centralHeader = ({ name, crc, compressed, size, offset }: WrittenEntry): Buffer =>
  Buffer.concat([
    record(
      0x02014b50,
      ...([
        [2, VERSION],
        [2, VERSION],
        [2, FLAGS],
        [2, DEFLATE],
        [2, 0],
        [2, 0x21],
        [4, crc],
        [4, compressed],
        [4, size],
      ] as const),
      // name, extra, comment, disk, attributes inside and outside, offset
      ...([
        [2, name.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, offset],
      ] as const),
    ),
    name,
  ])

const endRecord = (count: number, size: number, offset: number): Buffer =>
  record(0x06054b50, [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0])

/** Joins small texts into chunks for the compression. */
async function* chunks(content: ZipEntry['content']): AsyncGenerator<Buffer> {
  let text = ''
  for await (const part of content) {
    if (typeof part !== 'string') {
      yield Buffer.from(part)
      continue
    }
    text += part
    if (text.length < CHUNK) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text) yield Buffer.from(text)
}

/**
 * A ZIP archive as a stream: entries are compressed one after the other, and only the directory is kept in memory. For
 * archives below 4 GB.
 */
export async function* zipStream(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const header = localHeader(name)
    yield header
    let [crc, size, compressed] = [0, 0, 0]
    const measured = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of chunks(entry.content)) {
        crc = crc32(chunk, crc)
        size += chunk.length
        yield chunk
      }
    }
    const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED })
    // An error of the content destroys the compression stream, and with it the loop below.
    pipeline(Readable.from(measured()), deflate, () => {})
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      compressed += chunk.length
      yield chunk
    }
    const entryRecord = { name, offset, crc, size, compressed }
    const tail = descriptor(entryRecord)
    yield tail
    written.push(entryRecord)
    offset += header.length + compressed + tail.length
  }
  const directory = Buffer.concat(written.map(centralHeader))
  yield directory
  yield endRecord(written.length, directory.length, offset)
}

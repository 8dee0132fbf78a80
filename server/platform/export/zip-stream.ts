import { pipeline, Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<string> | Iterable<string>
}

interface Written {
  readonly name: Buffer
  readonly offset: number
  readonly crc: number
  readonly size: number
  readonly packed: number
}

// Names are UTF-8; sizes and checksum follow the content, since they are not known before it.
const FLAGS = 0x0808
const DEFLATE = 8
const VERSION = 20
const PIECE = 64 * 1024

const fixed = (signature: number, ...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer => {
  const buffer = Buffer.alloc(4 + fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = buffer.writeUInt32LE(signature)
  for (const [bytes, value] of fields)
    at = bytes === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value >>> 0, at)
  return buffer
}

const localHeader = (name: Buffer): Buffer =>
  Buffer.concat([
    // version, flags, method, time, date, crc, packed, size, name, extra
    fixed(
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

const descriptor = ({ crc, packed, size }: Written): Buffer => fixed(0x08074b50, [4, crc], [4, packed], [4, size])

const centralHeader = ({ name, crc, packed, size, offset }: Written): Buffer =>
  Buffer.concat([
    fixed(
      0x02014b50,
      ...([
        [2, VERSION],
        [2, VERSION],
        [2, FLAGS],
        [2, DEFLATE],
        [2, 0],
        [2, 0x21],
        [4, crc],
        [4, packed],
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
  fixed(0x06054b50, [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0])

/** Small texts gathered into pieces worth compressing. */
async function* pieces(content: ZipEntry['content']): AsyncGenerator<Buffer> {
  let text = ''
  for await (const part of content) {
    text += part
    if (text.length < PIECE) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text) yield Buffer.from(text)
}

/**
 * A ZIP archive as it is being written: an entry after the other, each compressed on its way, nothing kept but the
 * directory. For archives below 4 GB.
 */
export async function* zipStream(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const header = localHeader(name)
    yield header
    let [crc, size, packed] = [0, 0, 0]
    const measured = async function* (): AsyncGenerator<Buffer> {
      for await (const piece of pieces(entry.content)) {
        crc = crc32(piece, crc)
        size += piece.length
        yield piece
      }
    }
    const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED })
    // A fault of the content breaks the compression, and with it the loop below.
    pipeline(Readable.from(measured()), deflate, () => {})
    for await (const piece of deflate as AsyncIterable<Buffer>) {
      packed += piece.length
      yield piece
    }
    const one = { name, offset, crc, size, packed }
    const tail = descriptor(one)
    yield tail
    written.push(one)
    offset += header.length + packed + tail.length
  }
  const directory = Buffer.concat(written.map(centralHeader))
  yield directory
  yield endRecord(written.length, directory.length, offset)
}

/** Width and height in pixels as the header of an image says them. */
export interface Pixels {
  readonly width: number
  readonly height: number
}

/** Of a header that no camera writes: more of it than is read. */
const ENDLESS: Pixels = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY }
/** Markers and padding of a JPG, and images of a HEIC container: some dozens are usual. */
const MAX_MARKERS = 1_000_000
const MAX_IMAGES = 10_000

const larger = (before: Pixels | undefined, next: Pixels): Pixels =>
  before && before.width * before.height >= next.width * next.height ? before : next

const pngPixels = (bytes: Buffer): Pixels | undefined =>
  bytes.length >= 24 && bytes.toString('latin1', 12, 16) === 'IHDR'
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined

/** Markers that begin a frame; C4, C8 and CC among them mean something else. */
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)

/** The largest frame before the coded data. */
const jpegPixels = (bytes: Buffer): Pixels | undefined => {
  let found: Pixels | undefined
  let at = 2
  let markers = 0
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    markers += 1
    if (markers > MAX_MARKERS) return ENDLESS
    const code = bytes[at + 1] ?? 0
    if (code === 0xff) {
      at += 1
      continue
    }
    if (code === 0xda) break
    if (isFrame(code)) found = larger(found, { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) })
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return found
}

/** The largest of the images in the container: each has a property `ispe` with its size. */
const heicPixels = (bytes: Buffer): Pixels | undefined => {
  let found: Pixels | undefined
  let images = 0
  for (let at = bytes.indexOf('ispe'); at >= 0 && at + 16 <= bytes.length; at = bytes.indexOf('ispe', at + 4)) {
    images += 1
    if (images > MAX_IMAGES) return ENDLESS
    found = larger(found, { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) })
  }
  return found
}

const READERS: Readonly<Record<string, (bytes: Buffer) => Pixels | undefined>> = {
  'image/png': pngPixels,
  'image/jpeg': jpegPixels,
  'image/heic': heicPixels,
}

/** The size of an image from its header alone, without decoding it; undefined where the header says none, endless where it does not end. */
export const pixelsOf = (bytes: Uint8Array, contentType: string): Pixels | undefined =>
  READERS[contentType]?.(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))

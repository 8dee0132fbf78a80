const MARKER = 0xff
const END = 0xd9
const SCAN = 0xda

const isRestart = (code: number): boolean => code >= 0xd0 && code <= 0xd7

/** Offset of the next marker of a scan's coded data, in which FF is followed by 00 or a restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  let at = from
  while (at + 1 < bytes.length) {
    const found = bytes.indexOf(MARKER, at)
    if (found < 0 || found + 1 >= bytes.length) return bytes.length
    const code = bytes[found + 1] ?? 0
    if (code !== 0 && code !== MARKER && !isRestart(code)) return found
    at = found + (code === MARKER ? 1 : 2)
  }
  return bytes.length
}

// JFIF, the colour profile and Adobe's transform are needed to decode the colours. EXIF (with the location), XMP, comments and previews are private.
const isNeeded = (code: number, body: Buffer): boolean => {
  if (code === 0xfe) return false
  if (code < 0xe0 || code > 0xef) return true
  if (code === 0xe0) return body.subarray(0, 5).toString('latin1') === 'JFIF\0'
  if (code === 0xe2) return body.subarray(0, 11).toString('latin1') === 'ICC_PROFILE'
  return code === 0xee
}

/**
 * A JPEG without EXIF, comments, previews and data after its end; the pixels are unchanged.
 * `undefined` for malformed segments.
 */
export const withoutMetadata = (jpeg: Uint8Array): Uint8Array | undefined => {
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  const output: Buffer[] = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 3 < bytes.length || bytes[at + 1] === END) {
    if (bytes[at] !== MARKER) return undefined
    const code = bytes[at + 1] ?? 0
    if (code === MARKER) {
      at += 1
      continue
    }
    if (code === END) return Buffer.concat([...output, bytes.subarray(at, at + 2)])
    const length = bytes.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) return undefined
    const next = code === SCAN ? endOfScan(bytes, end) : end
    if (code === SCAN || isNeeded(code, bytes.subarray(at + 4, end))) output.push(bytes.subarray(at, next))
    at = next
  }
  return undefined
}

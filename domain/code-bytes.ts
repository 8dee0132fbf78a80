// Views of an ArrayBuffer, as the Web Crypto API requires.
export type Bytes = Uint8Array<ArrayBuffer>

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)

/** Each byte in hex: a code is written for every ticket that is shown. */
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Bytes in hex, two digits each. */
export const hexOf = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += HEX[byte] ?? ''
  return text
}

/** The bytes of a text in hex. */
export const bytesOfHex = (hex: string): Bytes => {
  const bytes = new Uint8Array(hex.length / 2)
  for (let place = 0; place < bytes.length; place++)
    bytes[place] = Number.parseInt(hex.slice(place * 2, place * 2 + 2), 16)
  return bytes
}

/** The 16 bytes of a uuid. Throws a RangeError for a malformed one. */
export const uuidToBytes = (uuid: string): Bytes => {
  if (!isUuid(uuid)) throw new RangeError('not a uuid')
  return bytesOfHex(uuid.replaceAll('-', ''))
}

/** The canonical text of the 16 bytes of a UUID. */
export const bytesToUuid = (bytes: Uint8Array): string => {
  const hex = hexOf(bytes)
  return hex.length === 32
    ? `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
    : hex
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Base64url without padding. Browsers and Node have no common function for it. */
export const toBase64Url = (bytes: Uint8Array): string => {
  let text = ''
  for (let place = 0; place < bytes.length; place += 3) {
    const group = ((bytes[place] ?? 0) << 16) | ((bytes[place + 1] ?? 0) << 8) | (bytes[place + 2] ?? 0)
    const chars = Math.min(bytes.length - place, 3) + 1
    for (let char = 0; char < chars; char++) text += ALPHABET[(group >> (18 - 6 * char)) & 63] ?? ''
  }
  return text
}

/** The bytes, or undefined when the text is not base64url of whole bytes. Each value has one text: surplus bits must be 0. */
export const fromBase64Url = (text: string): Bytes | undefined => {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let bits = 0
  let buffer = 0
  let filled = 0
  for (const char of text) {
    buffer = ((buffer << 6) | ALPHABET.indexOf(char)) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[filled++] = (buffer >> bits) & 255
  }
  return (buffer & ((1 << bits) - 1)) === 0 ? bytes : undefined
}

/** The number that the bytes spell, in decimal digits. */
export const toDecimal = (bytes: Uint8Array): string => BigInt(`0x${hexOf(bytes)}`).toString()

/** As many bytes of a number in decimal digits, or undefined when it is larger. */
export const fromDecimal = (digits: string, size: number): Bytes | undefined => {
  const hex = BigInt(digits)
    .toString(16)
    .padStart(size * 2, '0')
  return hex.length === size * 2 ? bytesOfHex(hex) : undefined
}

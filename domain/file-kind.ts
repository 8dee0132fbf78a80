export type FileKind = 'image/jpeg' | 'image/png' | 'image/heic' | 'application/pdf'

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, place) => bytes[place] === byte)

/** The brands of photos in the container of ISO 14496-12 as phones write them. */
const HEIC_BRANDS: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

const isHeic = (bytes: Uint8Array): boolean => {
  const text = String.fromCharCode(...bytes.subarray(4, 12))
  return text.startsWith('ftyp') && HEIC_BRANDS.has(text.slice(4))
}

/** The type of a file by its first bytes; its name and declared type are not trusted. */
export const kindOf = (bytes: Uint8Array): FileKind | undefined => {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf'
  return isHeic(bytes) ? 'image/heic' : undefined
}

export type FileKind = 'image/jpeg' | 'application/pdf'

export const EXTENSION: Record<FileKind, string> = { 'image/jpeg': 'jpg', 'application/pdf': 'pdf' }

const begins = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, place) => bytes[place] === byte)

/** What a file is by its first bytes; its name and declared type prove nothing. */
export const kindOf = (bytes: Uint8Array): FileKind | undefined => {
  if (begins(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  return begins(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d) ? 'application/pdf' : undefined
}

/** The name of an upload as it may be shown again: no path, no control or direction signs, its end (the extension) kept. */
export const cleanName = (name: string): string => {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const plain = last.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim()
  return plain.slice(-120) || 'file'
}

import { inflateRawSync } from 'node:zlib'

/** The parts of a ZIP archive. */
export const unzip = (bytes: Buffer): Map<string, Buffer> => {
  const parts = new Map<string, Buffer>()
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, name, extra, comment] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ]
    const offset = bytes.readUInt32LE(at + 42)
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    parts.set(bytes.toString('utf8', at + 46, at + 46 + name), inflateRawSync(bytes.subarray(start, start + packed)))
    at += 46 + name + extra + comment
  }
  return parts
}

/** The XML of the first sheet of an .xlsx file. */
export const sheetOf = (bytes: Buffer): string => unzip(bytes).get('xl/worksheets/sheet1.xml')?.toString('utf8') ?? ''

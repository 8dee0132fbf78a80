/** One file of an archive. */
export interface Entry {
  readonly name: string
  readonly bytes: Uint8Array
}

const BLOCK = 512
const NAME_BYTES = 100

const splitName = (name: string): [prefix: string, name: string] => {
  if (Buffer.byteLength(name) <= NAME_BYTES) return ['', name]
  const cut = name.indexOf('/', name.length - NAME_BYTES - 1)
  if (cut < 1 || cut > 155) throw new Error(`the name ${name} is too long for an archive`)
  return [name.slice(0, cut), name.slice(cut + 1)]
}

/** An entry in the ustar form that every tar program reads. */
export const tarEntry = ({ name, bytes }: Entry, at: Date): Buffer => {
  const [prefix, last] = splitName(name)
  const head = Buffer.alloc(BLOCK)
  const octal = (value: number, offset: number, digits: number): void => {
    head.write(`${value.toString(8).padStart(digits, '0')}\0`, offset, 'latin1')
  }
  head.write(last, 0, NAME_BYTES, 'utf8')
  octal(0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(bytes.length, 124, 11)
  octal(Math.floor(at.getTime() / 1000), 136, 11)
  head.write('        ', 148, 'latin1')
  head.write('0', 156, 'latin1')
  head.write('ustar\x0000', 257, 'latin1')
  head.write(prefix, 345, 155, 'utf8')
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)
  return Buffer.concat([head, bytes, padding])
}

/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(BLOCK * 2)

const textAt = (head: Buffer, from: number, to: number): string => {
  const end = head.indexOf(0, from)
  return head.toString('utf8', from, end === -1 || end > to ? to : end)
}

const readHead = (head: Buffer): { name: string; size: number } => {
  const prefix = textAt(head, 345, 500)
  const name = textAt(head, 0, NAME_BYTES)
  const size = Number.parseInt(textAt(head, 124, 136).trim(), 8)
  const stated = Number.parseInt(textAt(head, 148, 156).trim(), 8)
  const blank = Buffer.from(head)
  blank.fill(' ', 148, 156)
  const sum = blank.reduce((total, byte) => total + byte, 0)
  if (sum !== stated || Number.isNaN(size)) throw new Error('this is not an archive of Kartis, or it is damaged')
  return { name: prefix ? `${prefix}/${name}` : name, size }
}

/** The entries of an archive, one after the other. Throws where it is damaged or cut off. */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const source = chunks[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const take = async (length: number): Promise<Buffer> => {
    const parts = [held]
    let have = held.length
    while (have < length) {
      const { value, done } = await source.next()
      if (done) throw new Error('the archive is cut off')
      parts.push(Buffer.from(value))
      have += value.length
    }
    const all = parts.length === 1 ? held : Buffer.concat(parts)
    held = all.subarray(length)
    return all.subarray(0, length)
  }
  for (;;) {
    const head = await take(BLOCK)
    if (head.every((byte) => byte === 0)) return
    const { name, size } = readHead(head)
    const bytes = Buffer.from(await take(size))
    await take((BLOCK - (size % BLOCK)) % BLOCK)
    yield { name, bytes }
  }
}

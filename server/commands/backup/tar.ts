import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { extract, type Pack, pack } from 'tar-stream'

/** One file of an archive. */
export interface Entry {
  readonly name: string
  readonly bytes: Uint8Array
}

const addEntry = (archive: Pack, { name, bytes }: Entry, at: Date): Promise<void> =>
  new Promise((resolve, reject) => {
    archive.entry({ name, mode: 0o600, mtime: at }, Buffer.from(bytes), (error) => (error ? reject(error) : resolve()))
  })

/** A tar archive of the entries, each with the modification time `at`. Entries are read as the archive is consumed. */
export const writeTar = (entries: AsyncIterable<Entry> | Iterable<Entry>, at: Date): Readable => {
  const archive = pack()
  const addAll = async (): Promise<void> => {
    for await (const entry of entries) await addEntry(archive, entry, at)
    archive.finalize()
  }
  void addAll().catch((error: Error) => archive.destroy(error))
  return Readable.from(archive, { objectMode: false })
}

/** The entries of an archive, one after the other. Throws when it is damaged or truncated. */
export async function* readTar(source: Readable): AsyncGenerator<Entry> {
  const archive = extract()
  // An error of the source destroys the archive, and with it the loop below.
  pipeline(source, archive, () => undefined)
  for await (const entry of archive) yield { name: entry.header.name, bytes: await buffer(entry) }
}

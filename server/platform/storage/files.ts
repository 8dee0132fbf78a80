import { randomBytes } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk, errors } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { makeDataFolder } from './make-folders.ts'
import type { S3Setup } from './s3-driver.ts'

/** File store. Keys such as `events/<uuid>/banner.jpg` consist of letters, digits, `.`, `_`, `-` and `/`; `..` is refused. */
export interface Files {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** undefined: no such file. */
  get(key: string): Promise<Uint8Array | undefined>
  /** For large files. Throws when the file does not exist. */
  stream(key: string): Promise<Readable>
  /** Does nothing when the file does not exist. */
  delete(key: string): Promise<void>
  /** A signed URL, valid for `seconds`, that a browser can read; undefined where the server must serve the file itself. */
  url(key: string, seconds: number): Promise<string | undefined>
}

export interface FilesSetup {
  readonly where: 'disk' | 's3'
  /** Folder of the disk store. */
  readonly folder: string
  readonly s3: S3Setup
}

/** The store cannot be read or written now: a full or read-only disk, or an object store that does not answer. */
export class FilesUnavailableError extends Error {
  override name = 'FilesUnavailableError'
}

const unavailable = (error: unknown): never => {
  throw new FilesUnavailableError('the file store is unavailable', { cause: error })
}

const KEY = /^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._/-]{0,500}$/

const validKey = (key: string): string => {
  if (!KEY.test(key) || key.includes('//')) throw new Error(`not a file key: ${JSON.stringify(key.slice(0, 100))}`)
  return key
}

/** The client of an object store is 25 to 40 MB of memory and a good part of a start, and most installations have none. */
const openDisk = async ({ where, folder, s3 }: FilesSetup): Promise<Disk> => {
  if (where === 'disk') return new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  const { openS3Driver } = await import('./s3-driver.ts')
  return new Disk(openS3Driver(s3))
}

/**
 * Writes a file that its owner alone may read, in folders that its owner alone may open; whole or not at all, since a reader
 * must not see half of it.
 */
const writePrivate = async (path: string, bytes: Uint8Array): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    await writeFile(part, bytes, { mode: 0o600 })
    await rename(part, path)
  } catch (error) {
    // A full disk leaves a part of it.
    await rm(part, { force: true })
    throw error
  }
}

/** The folder of the disk store, closed to other users of the machine: also one that an earlier version made. */
const openFolder = (folder: string): void => {
  makeDataFolder(folder, { mode: 0o700 })
  chmodSync(folder, 0o700)
}

const isMissing = (error: unknown): boolean => {
  const cause = (error as { cause?: { code?: string; name?: string } }).cause
  return error instanceof errors.E_CANNOT_READ_FILE && (cause?.code === 'ENOENT' || cause?.name === 'NoSuchKey')
}

export const openFiles = (setup: FilesSetup): Files => {
  const opened = openDisk(setup)
  if (setup.where === 'disk') openFolder(setup.folder)
  return {
    put: async (key, bytes, type) => {
      const valid = validKey(key)
      const disk = await opened
      const written =
        setup.where === 'disk'
          ? writePrivate(join(setup.folder, valid), bytes)
          : disk.put(valid, bytes, { contentType: type })
      await written.catch(unavailable)
    },
    get: async (key) => {
      const valid = validKey(key)
      const disk = await opened
      try {
        return await disk.getBytes(valid)
      } catch (error) {
        return isMissing(error) ? undefined : unavailable(error)
      }
    },
    stream: async (key) => (await opened).getStream(validKey(key)),
    delete: async (key) => (await opened).delete(validKey(key)).catch(unavailable),
    url: async (key, seconds) =>
      setup.where === 's3' ? (await opened).getSignedUrl(validKey(key), { expiresIn: seconds }) : undefined,
  }
}

/** The file store of the settings; on disk it is the folder `files` of the data directory. */
export const filesOf = (settings: { dataDir: string; files: Pick<FilesSetup, 'where' | 's3'> }): Files =>
  openFiles({ ...settings.files, folder: join(settings.dataDir, 'files') })

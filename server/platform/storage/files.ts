import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { S3Client } from '@aws-sdk/client-s3'
import { Disk, errors } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { S3Driver } from 'flydrive/drivers/s3'

/** Files by key (`events/<uuid>/banner.jpg`): letters, digits, `.`, `_`, `-` and `/`; never a way out of the store. */
export interface Files {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** undefined: no such file. */
  get(key: string): Promise<Uint8Array | undefined>
  /** For large files. Throws where there is no such file. */
  stream(key: string): Promise<Readable>
  /** Quiet where there is no such file. */
  delete(key: string): Promise<void>
  /** A signed address, good for `seconds`, that a browser can read from directly; undefined where the server must give the file itself. */
  url(key: string, seconds: number): Promise<string | undefined>
}

export interface FilesSetup {
  readonly where: 'disk' | 's3'
  /** Folder of the disk store. */
  readonly folder: string
  readonly s3: {
    readonly bucket: string
    readonly region: string
    readonly endpoint?: string | undefined
    readonly accessKeyId: string
    readonly secretAccessKey: string
    readonly forcePathStyle: boolean
  }
}

const KEY = /^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._/-]{0,500}$/

const checked = (key: string): string => {
  if (!KEY.test(key) || key.includes('//')) throw new Error(`not a file key: ${JSON.stringify(key.slice(0, 100))}`)
  return key
}

const driverOf = ({ where, folder, s3 }: FilesSetup) => {
  if (where === 'disk') return new FSDriver({ location: folder, visibility: 'private' })
  const client = new S3Client({
    region: s3.region,
    ...(s3.endpoint && { endpoint: s3.endpoint }),
    forcePathStyle: s3.forcePathStyle,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    // Stores that only resemble S3 do not all know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5000, requestTimeout: 30_000 },
  })
  return new S3Driver({ client, bucket: s3.bucket, visibility: 'private', supportsACL: false })
}

const isMissing = (error: unknown): boolean => {
  const cause = (error as { cause?: { code?: string; name?: string } }).cause
  return error instanceof errors.E_CANNOT_READ_FILE && (cause?.code === 'ENOENT' || cause?.name === 'NoSuchKey')
}

export const openFiles = (setup: FilesSetup): Files => {
  const disk = new Disk(driverOf(setup))
  return {
    put: (key, bytes, type) => disk.put(checked(key), bytes, { contentType: type }),
    get: async (key) => {
      try {
        return await disk.getBytes(checked(key))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    stream: (key) => disk.getStream(checked(key)),
    delete: (key) => disk.delete(checked(key)),
    url: async (key, seconds) =>
      setup.where === 's3' ? disk.getSignedUrl(checked(key), { expiresIn: seconds }) : undefined,
  }
}

/** The store that the settings name; on disk it is the folder `files` of the data directory. */
export const filesOf = (settings: { dataDir: string; files: Pick<FilesSetup, 'where' | 's3'> }): Files =>
  openFiles({ ...settings.files, folder: join(settings.dataDir, 'files') })

import { createWriteStream, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import { VERSION } from '../../platform/config/version.ts'
import {
  appliedMigrations,
  inDependencyOrder,
  keyColumns,
  references,
  sequences,
  tables,
  waitingJobs,
} from './catalog-queries.ts'
import { openNewFile } from '../output-file.ts'
import { encryptStream } from './encrypted-stream.ts'
import { type Entry, writeTar } from './tar.ts'

export interface Manifest {
  readonly kartis: string
  readonly made_at: string
  readonly migrations: readonly string[]
  /** Rows of each table. */
  readonly tables: Readonly<Record<string, number>>
  readonly sequences: readonly { name: string; value: string }[]
  readonly files: number
  readonly jobs: number
  /** Fingerprint of the master key, to detect an installation with another one. It does not reveal the key. */
  readonly key: string
}

/** Rows of one part. */
const ROWS = 2000

export const keyFingerprint = (platform: Pick<Platform, 'keys'>): string =>
  platform.keys.hmac('backup', 'kartis').slice(0, 16)

const text = (name: string, value: string): Entry => ({ name, bytes: Buffer.from(value) })

/** The rows of a table as numbered files of JSON lines, each small enough to be held in memory. */
async function* tableParts(
  tx: Transaction<never>,
  table: string,
  counts: Record<string, number>,
): AsyncGenerator<Entry> {
  const cursor = sql.id(`backup_${table}`)
  // By primary key: a row that references another of its table has a later key.
  const key = (await keyColumns(tx, table)).map((name) => sql.id(name))
  const order = key.length > 0 ? sql`order by ${sql.join(key)}` : sql``
  await sql`declare ${cursor} cursor for select row_to_json(t)::text as line from ${sql.id(table)} t ${order}`.execute(
    tx,
  )
  counts[table] = 0
  for (let part = 1; ; part++) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS)} from ${cursor}`.execute(tx)
    if (rows.length === 0) break
    counts[table] += rows.length
    yield text(`tables/${table}/${String(part).padStart(6, '0')}.ndjson`, rows.map(({ line }) => line).join('\n'))
  }
  await sql`close ${cursor}`.execute(tx)
}

/** Uploads on disk. Those in an S3 store are not part of the backup. */
async function* uploads(folder: string): AsyncGenerator<Entry> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of files.filter((file) => file.isFile())) {
    const path = join(entry.parentPath, entry.name)
    yield { name: `files/${relative(folder, path).split(sep).join('/')}`, bytes: await readFile(path) }
  }
}

async function* contents(
  platform: Platform,
  tx: Transaction<never>,
  done: (manifest: Manifest) => void,
): AsyncGenerator<Entry> {
  const counts: Record<string, number> = {}
  let files = 0
  // Parents first, so that a restore reads the archive once.
  for (const table of inDependencyOrder(await tables(tx), await references(tx))) yield* tableParts(tx, table, counts)
  const jobs = await waitingJobs(tx)
  yield text('jobs.ndjson', jobs.map((job) => JSON.stringify(job)).join('\n'))
  if (platform.settings.files.where === 'disk') {
    for await (const entry of uploads(join(platform.settings.dataDir, 'files'))) {
      files += 1
      yield entry
    }
  }
  const manifest: Manifest = {
    kartis: VERSION,
    made_at: platform.clock().toISOString(),
    migrations: await appliedMigrations(tx),
    tables: counts,
    sequences: await sequences(tx),
    files,
    jobs: jobs.length,
    key: keyFingerprint(platform),
  }
  done(manifest)
  // Last, so that an archive with a manifest is complete.
  yield text('manifest.json', JSON.stringify(manifest, null, 2))
}

const writeInto = async (platform: Platform, path: string, fd: number): Promise<Manifest> => {
  const at = platform.clock()
  const result: { manifest?: Manifest } = {}
  const db = platform.reportDb as unknown as Kysely<never>
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      const entries = contents(platform, tx, (manifest) => (result.manifest = manifest))
      await pipeline(
        writeTar(entries, at),
        createGzip({ level: 6 }),
        encryptStream(platform.keys),
        createWriteStream(path, { fd }),
      )
    })
  if (!result.manifest) throw new Error('the backup is incomplete')
  return result.manifest
}

/**
 * Writes database and uploads to one new, encrypted .tar.gz, as of one instant, while the server runs. Returns the archive's
 * manifest; when it fails no file is left. Throws a CommandError for a path that cannot be written.
 */
export const writeBackup = async (platform: Platform, path: string): Promise<Manifest> => {
  const fd = openNewFile(path)
  try {
    return await writeInto(platform, path, fd)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
}

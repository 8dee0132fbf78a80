import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { loadDemo } from '@kartis/demo/index.ts'
import { newId } from '../../platform/database/ids.ts'
import { APPLICATION_ROLE } from '../../platform/database/postgres/application-role.ts'
import { keysFrom, parseMasterKeys } from '../../platform/security/keys.ts'
import { readSettings } from '../../settings.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { withPlatformOn } from '../command.ts'
import { inDependencyOrder } from './catalog-queries.ts'
import { decryptStream } from './encrypted-stream.ts'
import { readManifest, restoreBackup } from './read-backup.ts'
import { type Entry, readTar, writeTar } from './tar.ts'
import { writeBackup } from './write-backup.ts'

let world: World
let folder: string
const LONG = { timeout: 180_000 }
const PHONE = '+972501234567'
const KEY = Buffer.from(Array.from({ length: 32 }, (_, i) => i * 7)).toString('base64')

beforeAll(async () => {
  world = await openWorld({ env: { KARTIS_KEY: KEY } })
  folder = mkdtempSync(join(tmpdir(), 'kartis-backup-'))
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

/** An empty database beside the world's, with the settings of an installation that uses it. */
const emptyInstallation = async () => {
  const name = `restored_${newId().replaceAll('-', '')}`
  const admin = new Client({ connectionString: inject('postgresOwner') })
  await admin.connect()
  await admin.query(`create database ${name} owner ${APPLICATION_ROLE}`)
  await admin.end()
  const url = world.url.replace(/[^/]+$/, name)
  const settings = readSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    KARTIS_KEY: KEY,
    DATA_DIR: join(folder, name),
    DATABASE_URL: url,
  })
  return { url, settings }
}

/** The rows of each table as text: comparing thousands of objects takes longer than the backup. */
const everyRow = async (db: World['db']): Promise<Record<string, string>> => {
  const { rows } = await sql<{
    t: string
  }>`select relname as t from pg_class where relnamespace = 'public'::regnamespace
    and relkind = 'r' and relpersistence = 'p' and relname not like 'kysely%' order by 1`.execute(db)
  const all: Record<string, string> = {}
  for (const { t } of rows) {
    const found = await sql<{
      j: string
    }>`select coalesce(string_agg(r::text, chr(10) order by r::text), '') as j from ${sql.id(t)} r`.execute(db)
    all[t] = found.rows[0]?.j ?? ''
  }
  return all
}

test('a backup has every row, file and waiting job, and a restore brings all of them back', LONG, async () => {
  const { platform, db } = world
  await loadDemo(platform)
  const users = Array.from({ length: 4500 }, (_, i) => ({
    id: newId(),
    phone: `+9725${String(10_000_000 + i)}`,
    first_name: 'דנה "ד״ר" \\ ,\n',
  }))
  await db
    .insertInto('users')
    .values([{ id: newId(), phone: PHONE }, ...users])
    .execute()
  await db
    .insertInto('messages')
    .values({
      id: newId(),
      channel: 'sms',
      to: PHONE,
      lang: 'he',
      template: 'x',
      text: 'שלום',
      secret: JSON.stringify({ code: '123456' }),
      created_at: '2026-11-21T10:00:00.123456Z',
    })
    .execute()
  await sql`select nextval('order_numbers') from generate_series(1, 41)`.execute(db)
  const bytes = Buffer.from(Array.from({ length: 3000 }, (_, i) => i % 256))
  await platform.files.put('events/a/banner.jpg', bytes, 'image/jpeg')
  const [queue] = (
    await sql<{
      name: string
    }>`select name from jobs.queue where name not like '\\_\\_%' and name <> 'dead' and name not in (select name from jobs.schedule) limit 1`.execute(
      db,
    )
  ).rows
  await platform.jobs.enqueue(db, queue?.name ?? '', { id: 'kept' }, { after: new Date('2030-01-01T00:00:00Z') })

  const path = join(folder, 'backup.tar.gz.enc')
  const manifest = await writeBackup(platform, path)
  expect(manifest.tables.users).toBeGreaterThan(4501)
  expect(statSync(path).mode & 0o077).toBe(0)
  expect(await readManifest({ path, keys: platform.keys })).toEqual(manifest)

  const target = await emptyInstallation()
  await restoreBackup(target.settings, target.url, path, false)
  await withPlatformOn(target.settings, target.url, async (restored) => {
    expect(await everyRow(restored.db)).toEqual(await everyRow(db))
    expect(Buffer.from((await restored.files.get('events/a/banner.jpg')) ?? [])).toEqual(bytes)
    const next = await sql<{ n: string }>`select nextval('order_numbers') as n`.execute(restored.db)
    expect(Number(next.rows[0]?.n)).toBe(
      Number(manifest.sequences.find(({ name }) => name === 'order_numbers')?.value) + 1,
    )
    const jobs =
      await sql`select data, to_json(start_after) #>> '{}' as at from jobs.job where name = ${queue?.name}`.execute(
        restored.db,
      )
    expect(jobs.rows).toEqual([{ data: { id: 'kept' }, at: expect.stringContaining('2030-01-01T00:00:00') }])
  })

  await expect(restoreBackup(target.settings, target.url, path, false)).rejects.toThrow('not empty')
  await restoreBackup(target.settings, target.url, path, true)
})

const decrypted = (path: string): Readable => Readable.from(decryptStream(world.platform.keys)(createReadStream(path)))

/** Writes a changed copy of an archive, not encrypted, as earlier versions wrote it. */
const rewriteArchive = async (from: string, to: string, change: (entries: readonly Entry[]) => readonly Entry[]) => {
  const entries: Entry[] = []
  for await (const entry of readTar(decrypted(from).pipe(createGunzip()))) entries.push(entry)
  writeFileSync(to, gzipSync(await buffer(writeTar(change(entries), new Date()))))
}

test('tables that precede their parents are restored too, and a failed restore changes nothing', LONG, async () => {
  const [original, sorted, wrong] = ['original', 'sorted', 'wrong'].map((name) => join(folder, `${name}.tar.gz`)) as [
    string,
    string,
    string,
  ]
  await writeBackup(world.platform, original)
  // Earlier versions wrote the tables in the order of their names.
  await rewriteArchive(original, sorted, (entries) => {
    const tableEntries = entries.filter(({ name }) => name.startsWith('tables/'))
    const byName = tableEntries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect(byName).not.toEqual(tableEntries)
    return [...byName, ...entries.filter((entry) => !tableEntries.includes(entry))]
  })
  await rewriteArchive(original, wrong, (entries) =>
    entries.map(({ name, bytes }) => {
      const text = Buffer.from(bytes).toString('utf8')
      return {
        name,
        bytes: name === 'manifest.json' ? Buffer.from(text.replace(/"users": \d+/, '"users": 7')) : bytes,
      }
    }),
  )
  const target = await emptyInstallation()
  await restoreBackup(target.settings, target.url, sorted, false)
  const before = await withPlatformOn(target.settings, target.url, ({ db }) => everyRow(db))
  expect(before).toEqual(await everyRow(world.db))
  await expect(restoreBackup(target.settings, target.url, wrong, true)).rejects.toThrow('rows of users are missing')
  expect(await withPlatformOn(target.settings, target.url, ({ db }) => everyRow(db))).toEqual(before)
})

/** Bytes before the first chunk of an encrypted backup. */
const HEADER = 52

describe('an archive is refused before anything is touched', () => {
  const OTHER_KEY = Buffer.from(Array.from({ length: 32 }, (_, i) => i * 11)).toString('base64')
  let bytes: Buffer
  let target: Awaited<ReturnType<typeof emptyInstallation>>
  beforeAll(async () => {
    const path = join(folder, 'whole.tar.gz.enc')
    await writeBackup(world.platform, path)
    bytes = readFileSync(path)
    target = await emptyInstallation()
  })

  const restored = async (archive: Uint8Array, settings = target.settings): Promise<string> => {
    const path = join(folder, 'refused')
    writeFileSync(path, archive)
    const refusal = await restoreBackup(settings, target.url, path, false).then(
      () => 'restored',
      (error: Error) => error.message,
    )
    const client = new Client({ connectionString: target.url })
    await client.connect()
    const { rows } = await client.query(`select 1 from pg_tables where schemaname in ('public', 'jobs')`)
    await client.end()
    expect(rows).toEqual([])
    return refusal
  }
  const changedAt = (at: number): Buffer => {
    const copy = Buffer.from(bytes)
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
    return copy
  }
  const CHUNK = 64 * 1024 + 16

  test.each([
    ['in the middle', () => 0.6],
    ['after its first chunk', () => (HEADER + CHUNK) / bytes.length],
    ['before its last byte', () => (bytes.length - 1) / bytes.length],
    ['within its header', () => 30 / bytes.length],
  ])('that is cut %s', async (_where, share) => {
    expect(bytes.length).toBeGreaterThan(HEADER + 2 * CHUNK)
    expect(await restored(bytes.subarray(0, Math.round(bytes.length * share())))).toMatch(
      /cannot be restored: .*truncated/,
    )
  })

  test.each([
    ['the salt', () => 40],
    ['the first chunk', () => HEADER + 5],
    ['the last tag', () => bytes.length - 1],
  ])('in which one bit of %s was changed', async (_where, at) => {
    expect(await restored(changedAt(at()))).toContain('cannot be restored: it was changed')
  })

  test('whose chunks were exchanged, or to which something was appended', async () => {
    const [first, second] = [HEADER, HEADER + CHUNK].map((at) => bytes.subarray(at, at + CHUNK)) as [Buffer, Buffer]
    const exchanged = Buffer.concat([bytes.subarray(0, HEADER), second, first, bytes.subarray(HEADER + 2 * CHUNK)])
    for (const archive of [exchanged, Buffer.concat([bytes, Buffer.from('x')])])
      expect(await restored(archive)).toContain('cannot be restored: it was changed')
  })

  test('that another master key encrypted, or that names this one and was encrypted by another', async () => {
    const other = { ...target.settings, key: OTHER_KEY }
    expect(await restored(bytes, other)).toContain('This installation has another master key')
    const named = Buffer.from(bytes)
    Buffer.from(keysFrom(parseMasterKeys(OTHER_KEY)).streamKey('backup').id, 'hex').copy(named, 16)
    expect(await restored(named, other)).toContain('cannot be restored: it was changed')
  })

  test('that is not encrypted and was cut, as one of an earlier version', async () => {
    const plain = gzipSync(await buffer(writeTar([{ name: 'jobs.ndjson', bytes: Buffer.from('') }], new Date())))
    expect(await restored(plain)).toContain('it has no manifest')
    expect(await restored(plain.subarray(0, -20))).toContain('cannot be restored')
  })
})

test('a backup shows nothing of what it contains, and opens after a new master key was put in front', async () => {
  const path = join(folder, 'rotated.tar.gz.enc')
  await writeBackup(world.platform, path)
  const bytes = readFileSync(path)
  // Random bytes may look like a compressed stream anywhere but at the start.
  expect(bytes.subarray(HEADER, HEADER + 16).includes(Buffer.from([0x1f, 0x8b, 8]))).toBe(false)
  expect(bytes.includes('manifest.json')).toBe(false)
  const newer = Buffer.from(Array.from({ length: 32 }, (_, i) => i * 13)).toString('base64')
  const keys = keysFrom(parseMasterKeys(`${newer},${KEY}`))
  expect((await readManifest({ path, keys })).kartis).toMatch(/^\d/)
})

const entriesOf = async (archive: Readable): Promise<[name: string, text: string][]> => {
  const entries: [string, string][] = []
  for await (const { name, bytes } of readTar(archive)) entries.push([name, Buffer.from(bytes).toString('utf8')])
  return entries
}

/** Four entries as Kartis 1.2.7 wrote them, with its own tar writer. */
const OLD_ARCHIVE =
  'H4sIAAAAAAACA+3WMQ7CMAwF0LByCuQZBTtNidTbpKKgFiioKRPiFHAAblVuAypMlAEhSgTUb8mQKBms77i08SJxo41LCjfCGsl8' +
  'krlVLlpT3zpGvK74uCJqEhQqQ6G5nSMVaCUGKDzYuNIWAr289YW2kE4goiHkdplABNW+OlYH2PVvG2on2D/LVrFrPfCv5h+xkX+k' +
  'wHD+fYhbJrP17PX66/v6a6UJf7z+07T+V+0bvNT/fBI97oLdtbR5Ok1cKT/4AzzNv1LN/q8Nz3+e5r+5LcrUQQQklTTAAx9jjHXC' +
  'BZdlKcAAEgAA'

describe('archive', () => {
  test('an archive of version 1.2.7 is read', async () => {
    const archive = gunzipSync(Buffer.from(OLD_ARCHIVE, 'base64'))
    expect(await entriesOf(Readable.from([archive]))).toEqual([
      ['tables/users/000001.ndjson', '{"id":1,"name":"דנה"}\n{"id":2}'],
      ['jobs.ndjson', ''],
      [`files/${'a'.repeat(60)}/${'b'.repeat(80)}.jpg`, Buffer.from([0xff, 0xd8, 0, 1]).toString('utf8')],
      ['manifest.json', '{"kartis":"1.2.7"}'],
    ])
  })

  test('an archive that is damaged or truncated is refused', async () => {
    const archive = gunzipSync(Buffer.from(OLD_ARCHIVE, 'base64'))
    await expect(entriesOf(Readable.from([archive.subarray(0, 700)]))).rejects.toThrow()
    archive.fill(0x41, 0, 20)
    await expect(entriesOf(Readable.from([archive]))).rejects.toThrow()
  })

  test('an error of the entries is the error of the archive', async () => {
    const entries = async function* (): AsyncGenerator<Entry> {
      yield { name: 'a', bytes: Buffer.from('a') }
      throw new Error('connection lost')
    }
    await expect(buffer(writeTar(entries(), new Date()))).rejects.toThrow('connection lost')
  })

  test('the decrypted archive can be read by every tar program', async () => {
    const path = join(folder, 'plain.tar.gz.enc')
    await writeBackup(world.platform, path)
    const names: string[] = []
    for await (const { name } of readTar(decrypted(path).pipe(createGunzip()))) names.push(name)
    const { execFileSync } = await import('node:child_process')
    const input = await buffer(decrypted(path))
    const listed = execFileSync('tar', ['-tz'], { input, encoding: 'utf8' }).trim().split('\n')
    expect(listed).toEqual(names)
    expect(names.at(-1)).toBe('manifest.json')
  })

  test('long names are preserved', async () => {
    const name = `files/${'a'.repeat(60)}/${'b'.repeat(80)}.jpg`
    const entries = await entriesOf(writeTar([{ name, bytes: Buffer.from('x') }], new Date()))
    expect(entries).toEqual([[name, 'x']])
  })

  test('tables are sorted parents first, and a cycle of references is refused', () => {
    expect(
      inDependencyOrder(
        ['tickets', 'orders', 'events'],
        [
          ['tickets', 'orders'],
          ['orders', 'events'],
        ],
      ),
    ).toEqual(['events', 'orders', 'tickets'])
    expect(() =>
      inDependencyOrder(
        ['a', 'b'],
        [
          ['a', 'b'],
          ['b', 'a'],
        ],
      ),
    ).toThrow('cycle')
  })
})

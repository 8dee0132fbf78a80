import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { s3Server } from '@kartis/simulators/s3-server.ts'
import { FilesUnavailableError, type FilesSetup, openFiles } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'kartis-files-'))
const store = await s3Server()
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const s3 = {
  bucket: 'kartis',
  region: 'il-central-1',
  endpoint: store.url,
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  forcePathStyle: true,
}
const setups: Record<string, FilesSetup> = { disk: { where: 'disk', folder, s3 }, s3: { where: 's3', folder, s3 } }
const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0, 1, 2, 250])

describe.each(Object.entries(setups))('files on %s', (_, setup) => {
  const files = openFiles(setup)

  it('a file is read byte for byte, replaced and deleted', async () => {
    await files.put('events/1/banner.jpg', bytes, 'image/jpeg')
    expect(await files.get('events/1/banner.jpg')).toEqual(bytes)
    await files.put('events/1/banner.jpg', bytes.subarray(3), 'image/jpeg')
    expect(await files.get('events/1/banner.jpg')).toEqual(bytes.subarray(3))
    await files.delete('events/1/banner.jpg')
    expect(await files.get('events/1/banner.jpg')).toBeUndefined()
  })

  it('a file can be read as a stream', async () => {
    await files.put('reports/a.xlsx', bytes, 'application/octet-stream')
    const chunks: Uint8Array[] = []
    for await (const chunk of await files.stream('reports/a.xlsx')) chunks.push(chunk as Uint8Array)
    expect(new Uint8Array(Buffer.concat(chunks))).toEqual(bytes)
  })

  it('an unknown file is undefined, and deleting it does nothing', async () => {
    expect(await files.get('no/such.jpg')).toBeUndefined()
    await expect(files.delete('no/such.jpg')).resolves.toBeUndefined()
  })

  it.each(['../secret', 'a/../../b', '/etc/passwd', 'a//b', '', 'שם.jpg', 'a\0b'])(
    'the key %j is refused',
    async (key) => {
      await expect(async () => files.put(key, bytes, 'image/jpeg')).rejects.toThrow(/not a file key/)
      await expect(async () => files.get(key)).rejects.toThrow(/not a file key/)
    },
  )
})

describe('a store that does not work', () => {
  const blocked = mkdtempSync(join(tmpdir(), 'kartis-blocked-'))
  afterAll(() => rmSync(blocked, { recursive: true }))
  const disk = openFiles({ where: 'disk', folder: blocked, s3 })
  // A file where a folder must be: as on a read-only or full disk, nothing can be written below it.
  writeFileSync(join(blocked, 'events'), '')
  const gone = openFiles({ where: 's3', folder, s3: { ...s3, endpoint: 'http://127.0.0.1:9' } })

  it.each([
    ['disk', disk],
    ['s3', gone],
  ])('on %s is told from a file that is not there', async (_, files) => {
    await expect(files.put('events/1.jpg', bytes, 'image/jpeg')).rejects.toBeInstanceOf(FilesUnavailableError)
    await expect(files.get('events/1.jpg')).rejects.toBeInstanceOf(FilesUnavailableError)
  })

  it('leaves nothing of a file that was written in part', async () => {
    mkdirSync(join(blocked, 'a/1.jpg'), { recursive: true })
    await expect(disk.put('a/1.jpg', bytes, 'image/jpeg')).rejects.toBeInstanceOf(FilesUnavailableError)
    expect(readdirSync(join(blocked, 'a'))).toEqual(['1.jpg'])
  })
})

describe('files on disk', () => {
  it('files are in their folder and have no URL of their own', async () => {
    const files = openFiles({ where: 'disk', folder, s3 })
    await files.put('a/b.txt', bytes, 'text/plain')
    expect(existsSync(join(folder, 'a', 'b.txt'))).toBe(true)
    expect(await files.url('a/b.txt', 60)).toBeUndefined()
  })
})

describe('files on s3', () => {
  it('files have their type, requests are signed, and a URL expires', async () => {
    const files = openFiles({ where: 's3', folder, s3 })
    await files.put('a/b.jpg', bytes, 'image/jpeg')
    expect(store.objects.get('a/b.jpg')?.type).toBe('image/jpeg')
    expect(store.unsigned()).toBe(0)
    const url = new URL((await files.url('a/b.jpg', 90)) ?? '')
    expect(url.searchParams.get('X-Amz-Expires')).toBe('90')
    const response = await fetch(url)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
  })

  it('a refusal of the store is an error, not a missing file', async () => {
    const refused = openFiles({ where: 's3', folder, s3: { ...s3, accessKeyId: 'other' } })
    await expect(refused.get('a/b.jpg')).rejects.toThrow()
    await expect(refused.put('a/c.jpg', bytes, 'image/jpeg')).rejects.toThrow()
    expect(store.objects.has('a/c.jpg')).toBe(false)
  })
})

it('files on disk are readable by their owner alone, also in a folder that was open before', async () => {
  chmodSync(folder, 0o755)
  const files = openFiles({ where: 'disk', folder, s3 })
  await files.put('orders/7/answer.pdf', bytes, 'application/pdf')
  const modeOf = (path: string): string => (statSync(join(folder, path)).mode & 0o777).toString(8)
  expect(['', 'orders', 'orders/7', 'orders/7/answer.pdf'].map(modeOf)).toEqual(['700', '700', '700', '600'])
})

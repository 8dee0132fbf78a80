import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { encodingFor, isKnown, createCache, readyBody } from './cache.ts'

describe('the shelf', () => {
  it('makes a thing once for a thousand who ask at once, and again when its moment is over', async () => {
    const shelf = createCache<number>({ keepMs: 30, most: 10 })
    let made = 0
    const make = async () => {
      await sleep(5)
      return ++made
    }
    const all = await Promise.all(Array.from({ length: 1000 }, () => shelf.take('a', make)))
    expect(new Set(all.map(({ thing }) => thing))).toEqual(new Set([1]))
    expect(all.filter(({ mine }) => mine)).toHaveLength(1)
    await sleep(40)
    expect((await shelf.take('a', make)).thing).toBe(2)
  })

  it('counts its moment from the beginning of the making, so that a slow one is not shown for longer', async () => {
    const shelf = createCache<number>({ keepMs: 20, most: 10 })
    let made = 0
    const slow = async () => {
      const number = ++made
      await sleep(30)
      return number
    }
    await shelf.take('a', slow)
    expect((await shelf.take('a', slow)).thing).toBe(2)
  })

  it('keeps no fault and nothing that may not stay', async () => {
    const shelf = createCache<number>({ keepMs: 1000, most: 10 }, (thing) => thing > 0)
    await expect(shelf.take('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect((await shelf.take('a', async () => -1)).thing).toBe(-1)
    expect((await shelf.take('a', async () => 5)).thing).toBe(5)
    expect((await shelf.take('a', async () => 6)).thing).toBe(5)
  })

  it('never holds more than it was told', async () => {
    const shelf = createCache<number>({ keepMs: 1000, most: 3 })
    for (let number = 0; number < 50; number++) await shelf.take(String(number), async () => number)
    expect(shelf.size()).toBe(3)
    expect((await shelf.take('49', async () => 0)).thing).toBe(49)
    expect((await shelf.take('1', async () => 100)).thing).toBe(100)
  })

  it('that keeps nothing still shares one making among those who ask at once', async () => {
    const shelf = createCache<number>({ keepMs: 0, most: 3 })
    let made = 0
    const make = async () => {
      await sleep(5)
      return ++made
    }
    const [first, second] = await Promise.all([shelf.take('a', make), shelf.take('a', make)])
    expect([first.thing, second.thing]).toEqual([1, 1])
    expect((await shelf.take('a', make)).thing).toBe(2)
  })
})

describe('a body ready to go out', () => {
  const body = readyBody('שלום '.repeat(500))

  it('is packed as the caller can unpack it', async () => {
    expect(encodingFor('gzip, deflate, br', body)).toBe('br')
    expect(encodingFor('gzip;q=1.0, br;q=0', body)).toBe('gzip')
    expect(encodingFor('identity', body)).toBeUndefined()
    expect(encodingFor('br', readyBody('short'))).toBeUndefined()
    expect(brotliDecompressSync(await body.in('br'))).toEqual(body.plain)
    expect(gunzipSync(await body.in('gzip'))).toEqual(body.plain)
    expect(await body.in('br')).toBe(await body.in('br'))
  })

  it('is known by its mark, alone or among others', () => {
    expect(isKnown(body.etag, body.etag)).toBe(true)
    expect(isKnown(`"x", ${body.etag.slice(2)}`, body.etag)).toBe(true)
    expect(isKnown('"x"', body.etag)).toBe(false)
    expect(readyBody('a', 'same').etag).toBe(readyBody('b', 'same').etag)
  })
})

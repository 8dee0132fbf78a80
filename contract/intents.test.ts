import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClickGuard, createIntents, isOpenReply } from './intents.ts'

type Reply = { readonly status: number }

const memoryStorage = () => {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  }
}

const REQUEST = { method: 'POST', url: '/api/v1/things', body: '{"name":"דנה"}' }

/** A page of a site: its intents on the storage of its tab. */
const page = (storage: ReturnType<typeof memoryStorage> | undefined) =>
  createIntents<Reply>({
    storage: () => storage,
    isOpen: (outcome) => ('result' in outcome ? isOpenReply(outcome.result.status, '') : true),
  })

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

describe('the key of an intent', () => {
  const sent = (status: number) => {
    const keys: string[] = []
    const send = async (key: string): Promise<Reply> => {
      keys.push(key)
      return { status }
    }
    return { keys, send }
  }

  it('is one for identical requests under way, which are sent once', async () => {
    const { keys, send } = sent(201)
    const { run } = page(memoryStorage())
    const both = await Promise.all([run(REQUEST, send), run(REQUEST, send)])
    expect(keys).toHaveLength(1)
    expect(both[0]).toBe(both[1])
  })

  it.each([0, 500, 503])('stays after the reply %s, across a reload too', async (status) => {
    const storage = memoryStorage()
    const { keys, send } = sent(status)
    await page(storage).run(REQUEST, send)
    await page(storage).run(REQUEST, send)
    expect(keys[1]).toBe(keys[0])
  })

  it('stays after a network failure', async () => {
    const storage = memoryStorage()
    const failing: string[] = []
    const fail = async (key: string): Promise<Reply> => {
      failing.push(key)
      throw new TypeError('network')
    }
    await expect(page(storage).run(REQUEST, fail)).rejects.toThrow('network')
    const { keys, send } = sent(201)
    await page(storage).run(REQUEST, send)
    expect(keys).toEqual(failing)
  })

  it.each([201, 409, 422])('is renewed after the reply %s, and nothing is left in the storage', async (status) => {
    const storage = memoryStorage()
    const { keys, send } = sent(status)
    const { run } = page(storage)
    await run(REQUEST, send)
    expect(storage.values.size).toBe(0)
    await run(REQUEST, send)
    expect(keys[1]).not.toBe(keys[0])
  })

  it('is another one for another body, method or address, and for another file', async () => {
    const { keys, send } = sent(0)
    const { run } = page(memoryStorage())
    const form = (name: string) => {
      const body = new FormData()
      body.append('file', new File(['a'], name, { lastModified: 1 }))
      return { ...REQUEST, body }
    }
    await run(REQUEST, send)
    await run({ ...REQUEST, body: '{"name":"נועה"}' }, send)
    await run({ ...REQUEST, method: 'PATCH' }, send)
    await run({ ...REQUEST, url: '/api/v1/others' }, send)
    await run(form('a.pdf'), send)
    await run(form('b.pdf'), send)
    await run(form('b.pdf'), send)
    expect(new Set(keys).size).toBe(6)
    expect(keys[6]).toBe(keys[5])
  })

  it('is renewed ten minutes after the first attempt', async () => {
    const { keys, send } = sent(0)
    const { run } = page(memoryStorage())
    await run(REQUEST, send)
    vi.setSystemTime(Date.now() + 9 * 60_000)
    await run(REQUEST, send)
    vi.setSystemTime(Date.now() + 60_000)
    await run(REQUEST, send)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('is stored without what the request says', async () => {
    const storage = memoryStorage()
    await page(storage).run(REQUEST, sent(0).send)
    const [stored] = [...storage.values]
    expect(stored?.join(' ')).toMatch(/^intent:[0-9a-z]+ [0-9a-f]{32} \d+$/)
  })

  it('works without any storage', async () => {
    const { keys, send } = sent(0)
    const { run } = page(undefined)
    await run(REQUEST, send)
    await run(REQUEST, send)
    expect(keys[1]).toBe(keys[0])
  })
})

describe('a click guard', () => {
  it('starts the same input once while it runs and 700 ms after it has succeeded', async () => {
    const guard = createClickGuard<number>()
    const work = vi.fn(async () => 1)
    await Promise.all([guard({ a: 1 }, work), guard({ a: 1 }, work)])
    await guard({ a: 1 }, work)
    expect(work).toHaveBeenCalledTimes(1)
    vi.setSystemTime(Date.now() + 700)
    await guard({ a: 1 }, work)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('lets another input through at once, and the first one after it', async () => {
    const guard = createClickGuard<void>()
    const seen: boolean[] = []
    const press = (on: boolean) => guard(on, async () => void seen.push(on))
    await press(true)
    await press(false)
    await press(true)
    expect(seen).toEqual([true, false, true])
  })

  it('lets a failed input be tried again at once', async () => {
    const guard = createClickGuard<void>()
    const work = vi.fn(async () => {
      throw new Error('refused')
    })
    await expect(guard(undefined, work)).rejects.toThrow('refused')
    await expect(guard(undefined, work)).rejects.toThrow('refused')
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('tells two files of the same name apart', async () => {
    const guard = createClickGuard<void>()
    const work = vi.fn(async () => undefined)
    const file = () => new File(['a'], 'a.pdf', { lastModified: 1 })
    const first = file()
    await guard({ file: first }, work)
    await guard({ file: first }, work)
    await guard({ file: file() }, work)
    expect(work).toHaveBeenCalledTimes(2)
  })
})

import 'fake-indexeddb/auto'
import { createCipheriv, randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { gatePeople, gatePeopleKey } from '@kartis/contract/gate-people.ts'
import { peopleHead, type GatePerson } from '@kartis/domain/gate-people.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EVENT, OTHER_EVENT, signIn, USER } from '../../testing/admission.ts'
import { json, networkError, refusal, type StubServer, stubServer } from '../../testing/server.ts'
import { endGateDevice } from '../end-gate-device.ts'
import { clearOfflineData } from '../offline/cached-pages.ts'
import { database } from '../offline/database.ts'
import { writeStored } from '../storage.ts'
import { personOf } from './guest-names.ts'
import { hasTime, type PeopleRequest, readPeople, syncPeople } from './people.ts'

const NOW = new Date('2026-12-03T18:00:00Z')
const HOUR = 3_600_000
const GUESTS: readonly GatePerson[] = [
  ['101081', 'נועה ברקן', '4821'],
  ['100900', null, '0317'],
]

const keyOf = (generation: number): Buffer => Buffer.alloc(32, generation + 1)

/** A file as the server seals it. */
const sealed = (generation: number, event = EVENT): Uint8Array<ArrayBuffer> => {
  const nonce = randomBytes(12)
  const { head, bound } = peopleHead(event, generation, nonce)
  const cipher = createCipheriv('aes-256-gcm', keyOf(generation), nonce).setAAD(bound)
  const text = deflateRawSync(JSON.stringify(GUESTS))
  return new Uint8Array(Buffer.concat([head, cipher.update(text), cipher.final(), cipher.getAuthTag()]))
}

let server: StubServer
let generation = 0
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  signIn()
  server = stubServer()
  generation = 0
  server.on(gatePeople, () => new Response(sealed(generation)))
  server.on(gatePeopleKey, () =>
    json({
      data: {
        key: keyOf(generation).toString('base64url'),
        generation,
        ends_at: new Date(NOW.getTime() + 20 * HOUR).toISOString(),
      },
    }),
  )
  await Promise.all([database.people.clear(), database.peopleKeys.clear()])
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const facts = { event: EVENT, aheadMs: 0, seq: 10 }
const sync = (more: Partial<PeopleRequest> = {}) =>
  syncPeople({ facts, purpose: 'scan', isAllowed: true, device: 'phone 1', current: undefined, ...more })
const after = (milliseconds: number): void => void vi.setSystemTime(NOW.getTime() + milliseconds)
const stored = async () => [await database.people.count(), await database.peopleKeys.count()]

describe('the names of guests on a device', () => {
  it('are loaded where the event allows it, and open without a network after a restart', async () => {
    const people = await sync()
    expect(personOf({ people }, '101081')).toEqual({ holder: 'נועה ברקן', phoneEnd: '4821' })
    expect(personOf({ people: await readPeople(facts) }, '100900')).toEqual({ holder: null, phoneEnd: '0317' })
  })

  it('lie there sealed, with a key that no script can read', async () => {
    await sync()
    const file = await database.people.get(EVENT)
    const text = Buffer.from(file?.file ?? []).toString('utf8')
    for (const [order, holder] of GUESTS) for (const part of [order, holder ?? '4821']) expect(text).not.toContain(part)
    const key = await database.peopleKeys.get(EVENT)
    expect(key?.key.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', key?.key as CryptoKey)).rejects.toThrow()
  })

  it('do not open as those of another event, nor with a byte changed', async () => {
    await sync()
    const [file, key] = [await database.people.get(EVENT), await database.peopleKeys.get(EVENT)]
    if (!file || !key) throw new Error('nothing is stored')
    await database.people.put({ ...file, event: OTHER_EVENT })
    await database.peopleKeys.put({ ...key, event: OTHER_EVENT })
    await expect(readPeople({ ...facts, event: OTHER_EVENT })).rejects.toThrow()
    const changed = new Uint8Array(file.file)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    await database.people.put({ ...file, file: changed })
    await expect(readPeople(facts)).rejects.toThrow()
  })

  it('are never asked for where the event does not allow it, and are wiped once it no longer does', async () => {
    expect(await sync({ isAllowed: false })).toBeUndefined()
    expect(server.sentTo(gatePeople)).toHaveLength(0)
    await sync()
    expect(await sync({ isAllowed: false })).toBeUndefined()
    expect(await stored()).toEqual([0, 0])
  })

  it('are asked for by a hub in any case, which says that it is one', async () => {
    expect(await sync({ isAllowed: false, purpose: 'hub' })).toBeDefined()
    expect(server.sentTo(gatePeopleKey)[0]?.body).toEqual({ device_id: 'phone 1', as: 'hub' })
  })

  it('are wiped where the server refuses them, and stay where it gives no answer', async () => {
    const current = await sync()
    after(HOUR)
    server.on(gatePeople, () => networkError())
    expect(await sync({ facts: { ...facts, seq: 11 }, current })).toBeDefined()
    server.on(gatePeople, () => refusal('conflict', 409))
    expect(await sync({ facts: { ...facts, seq: 11 }, current })).toBeUndefined()
    expect(await stored()).toEqual([0, 0])
  })

  it('end at their time without a network, and a clock that is set back wins nothing', async () => {
    await sync()
    after(19 * HOUR)
    expect(await hasTime(facts)).toBe(true)
    after(-5 * HOUR)
    expect(await hasTime(facts)).toBe(true)
    expect((await database.peopleKeys.get(EVENT))?.seenAt).toBe(NOW.getTime() + 19 * HOUR)
    after(20 * HOUR)
    expect(await hasTime(facts)).toBe(false)
    expect(await stored()).toEqual([0, 0])
  })

  it('are wiped by the first look after their time', async () => {
    await sync()
    after(21 * HOUR)
    expect(await readPeople(facts)).toBeUndefined()
    expect(await stored()).toEqual([0, 0])
  })

  it('are loaded again after ten minutes where tickets have changed, and their key only where it is another one or old', async () => {
    const current = await sync()
    after(5 * 60_000)
    await sync({ facts: { ...facts, seq: 11 }, current })
    after(11 * 60_000)
    await sync({ current })
    expect(server.sentTo(gatePeople)).toHaveLength(1)
    await sync({ facts: { ...facts, seq: 11 }, current })
    expect([server.sentTo(gatePeople).length, server.sentTo(gatePeopleKey).length]).toEqual([2, 1])
    generation = 1 // a device was revoked
    after(22 * 60_000)
    expect(await sync({ facts: { ...facts, seq: 12 }, current })).toBeDefined()
    expect([server.sentTo(gatePeople).length, server.sentTo(gatePeopleKey).length]).toEqual([3, 2])
    after(11 * HOUR)
    await sync({ facts: { ...facts, seq: 12 }, current })
    expect(server.sentTo(gatePeopleKey)).toHaveLength(3)
  })

  it('near the end of their time a new key is requested after half of it, and every ten minutes at most', async () => {
    const current = await sync()
    // After 15 hours, when more than half has passed; then 17:30, 18:45, 19:23 and 19:42, each half of what is left; then 19:52.
    for (let minutes = 15 * 60; minutes < 20 * 60; minutes++) {
      after(minutes * 60_000)
      await sync({ current })
    }
    expect(server.sentTo(gatePeopleKey)).toHaveLength(1 + 6)
  })

  it('are gone after signing out, and after the end of a device of one evening', async () => {
    await sync()
    await clearOfflineData()
    expect(await stored()).toEqual([0, 0])
    vi.stubGlobal('location', { pathname: '/gate/ended' })
    writeStored('device:gate_owner', USER)
    await sync()
    expect(await stored()).toEqual([1, 1])
    await endGateDevice(true)
    expect(await stored()).toEqual([0, 0])
  })
})

import { createHash } from 'node:crypto'
import { cancelOrder, reissueOrder } from '@kartis/contract/orders.ts'
import { findInSnapshot, readSnapshot, signedTextOf } from '@kartis/domain/gate-snapshot.ts'
import { fromBase64Url } from '@kartis/domain/ticket-code.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nth, scan, scannerOf, soldEventOf } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let scanner: { token: string; account: string }

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid }
})
afterAll(() => world.close())

const fileOf = async (event: { readonly uuid: string }) => {
  const headers = { authorization: `Bearer ${scanner.token}`, 'x-account-id': scanner.account }
  const url = `/api/v1/producer/events/${event.uuid}/check_in/snapshot`
  const reply = await world.app.inject({ method: 'GET', url, headers })
  const bytes = new Uint8Array(reply.rawPayload)
  const snapshot = readSnapshot(bytes)
  if (!snapshot) throw new Error(`no snapshot: ${reply.statusCode}`)
  return { bytes, snapshot }
}

describe('the snapshot of an event', () => {
  it('has every ticket with its state, sorted, and nothing that lets anybody make a ticket', async () => {
    const sold = await soldEventOf(world, owner, 4)
    const params = { uuid: sold.order }
    await scan(world, scanner, sold.event, nth(sold, 0).code)
    await world.call(cancelOrder, { ...as(owner), params, body: { ticket_uuids: [nth(sold, 1).uuid], refund: false } })
    await world.call(reissueOrder, { ...as(owner), params, body: { ticket_uuids: [nth(sold, 2).uuid] } })
    const { bytes, snapshot } = await fileOf(sold.event)
    expect(snapshot.header).toMatchObject({ event: sold.event.uuid, seq: 7, count: 4 })
    const states = sold.tickets.map(({ uuid }) => findInSnapshot(snapshot, uuid))
    expect(states.map((ticket) => [ticket?.hasEntered, ticket?.isCancelled, ticket?.revision])).toEqual([
      [true, false, 0],
      [false, true, 0],
      [false, false, 1],
      [false, false, 0],
    ])
    expect(findInSnapshot(snapshot, sold.event.uuid)).toBeUndefined()
    const text = Buffer.from(bytes).toString('latin1')
    for (const { code, number } of sold.tickets) for (const secret of [code, number]) expect(text).not.toContain(secret)
    expect(Buffer.from(bytes).includes('דנה כהן')).toBe(false)
  })

  it('has the hash of its tickets and is signed by the key of the event', async () => {
    const sold = await soldEventOf(world, owner, 2)
    const { snapshot } = await fileOf(sold.event)
    const { header, body } = snapshot
    expect(createHash('sha256').update(body).digest('base64url')).toBe(header.sha256)
    const key = world.platform.keys.signingKey('ticket_code', sold.event.uuid)
    const signature = fromBase64Url(header.signature) ?? new Uint8Array()
    expect(key.verify(Buffer.from(signedTextOf(header)), signature)).toBe(true)
    expect(key.verify(Buffer.from(signedTextOf({ ...header, seq: header.seq + 1 })), signature)).toBe(false)
  })

  it('is the same file until something changes', async () => {
    const sold = await soldEventOf(world, owner, 2)
    const [first, second] = await Promise.all([fileOf(sold.event), fileOf(sold.event)])
    expect(first.bytes).toEqual(second.bytes)
    await scan(world, scanner, sold.event, nth(sold, 0).code)
    expect((await fileOf(sold.event)).snapshot.header.seq).toBe(first.snapshot.header.seq + 1)
  })
})

import { addAccountFile, createAccount, inviteMember, listAccounts } from '@kartis/contract/accounts.ts'
import { authenticate, login, updateMe } from '@kartis/contract/auth.ts'
import { createCoupon, listCoupons } from '@kartis/contract/coupons.ts'
import { type Endpoint, honoursKey } from '@kartis/contract/endpoint.ts'
import { createEvent, duplicateEvent, listEvents } from '@kartis/contract/events.ts'
import { createForm, listForms } from '@kartis/contract/forms.ts'
import { listInvitations, resendInvitation, sendInvitation } from '@kartis/contract/invitations.ts'
import { createRegister, listRegisters } from '@kartis/contract/registers.ts'
import { createTicketType, deleteTicketType, listTicketTypes } from '@kartis/contract/tickets.ts'
import { createVenue, listVenues } from '@kartis/contract/venues.ts'
import { accountPayload } from '@kartis/testing/account-payload.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerFor, requestSale, shiftOf } from './testing/box-office.ts'
import { aCategory, as, draftEvent, eventOnSale } from './testing/events.ts'
import { cookieOf, newPhone, person, type Producer, producer, requestLoginCode } from './testing/people.ts'
import { openWorld, type Answer, type World } from './testing/world.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

let keys = 0

/** Sends a request three times with one key: twice at once, as a double click does, and once more, as a retry does. */
const thrice = async <R>(send: (idempotencyKey: string) => Promise<Answer<R>>): Promise<Answer<R>> => {
  const key = `intent-${++keys}`
  const [first, second] = await Promise.all([send(key), send(key)])
  const retry = await send(key)
  expect([first.status, second.status, retry.status]).toEqual(Array.from({ length: 3 }, () => first.status))
  expect(first.error).toBeUndefined()
  expect([second.text, retry.text]).toEqual([first.text, first.text])
  return first
}

/** Writes whose repeat changes nothing by itself, so that they ignore the key. */
const KEYLESS = [
  // own rule: the same key and cookie get the same tokens (docs/rules/login.md)
  'POST /v1/login/refresh',
  // the gateway has no key; a payment is settled once
  'POST /v1/payments/:provider/notify',
  // a visitor is counted once
  'POST /v1/public/events/:uuid/visits',
  // one place and one pass for each device
  'POST /v1/public/events/:uuid/waiting-room/enter',
  'POST /v1/public/events/:uuid/waiting-room/leave',
  'POST /v1/public/events/:uuid/waiting-room/places',
  // the first phone that opens a link takes it, and its repeat changes nothing
  'POST /v1/public/gate/join',
  // the last report of a device is the one that counts
  'POST /v1/producer/events/:uuid/check_in/contact',
  'POST /v1/producer/events/:uuid/check_in/handover',
  // a device that has left is refused
  'POST /v1/producer/events/:uuid/check_in/leave',
  // the same answer again writes nothing
  'PUT /v1/producer/documents/consent',
  // the hub that the event has; the same device gets the same reply
  'POST /v1/producer/events/:uuid/check_in/hub',
  // asks the gateway, and changes nothing
  'POST /v1/producer/payment_terminals/:uuid/test',
  // reads only
  'POST /v1/public/gate/link',
  'POST /v1/public/refund_transfers/show',
  'POST /v1/account/data_rights/search',
  'POST /v1/producer/venues_maps/:uuid/check',
]

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

test('every write of the contract honours an idempotency key, except those whose repeat changes nothing', () => {
  const writes = world.app.endpoints.filter(({ method, replyType }) => method !== 'GET' && replyType === undefined)
  expect(writes.length).toBeGreaterThan(70)
  expect(
    writes
      .filter((each) => !honoursKey(each))
      .map(nameOf)
      .toSorted(),
  ).toEqual(KEYLESS.toSorted())
})

describe('three requests with one key', () => {
  test('open one account', async () => {
    const { token } = await person(world)
    await thrice((idempotencyKey) => world.call(createAccount, { token, idempotencyKey, body: accountPayload }))
    expect((await world.call(listAccounts, { token })).body.meta.total).toBe(1)
  })

  test('create one event, one copy of it, one venue and one form', async () => {
    const total = async () => (await world.call(listEvents, as(owner))).body.meta.total
    const { uuid, starts_at, ends_at, address_description, address_street, address_street_number, address_city } =
      await draftEvent(world, owner)
    const before = await total()
    const body = {
      name: 'פעם אחת',
      starts_at,
      ends_at,
      address_description,
      address_street,
      address_street_number,
      address_city,
      categories: [await aCategory(world)],
    }
    await thrice((idempotencyKey) => world.call(createEvent, { ...as(owner), idempotencyKey, body }))
    await thrice((idempotencyKey) => world.call(duplicateEvent, { ...as(owner), idempotencyKey, params: { uuid } }))
    expect(await total()).toBe(before + 2)
    const venue = { name: 'האולם', address_street: 'הרצל', address_street_number: '1', address_city: 'תל אביב' }
    await thrice((idempotencyKey) => world.call(createVenue, { ...as(owner), idempotencyKey, body: venue }))
    expect((await world.call(listVenues, as(owner))).body.meta.total).toBe(1)
    const form = { name: 'שאלון', fields: [{ name: 'שם', type: 'text' as const }] }
    await thrice((idempotencyKey) => world.call(createForm, { ...as(owner), idempotencyKey, body: form }))
    expect((await world.call(listForms, as(owner))).body.meta.total).toBe(1)
  })

  test('create one ticket type and one coupon, and delete it with the same reply', async () => {
    const { event } = await eventOnSale(world, owner)
    const query = { filter: { event_uuid: event.uuid } }
    const types = async () => (await world.call(listTicketTypes, { ...as(owner), query })).body.meta.total
    const before = await types()
    const body = {
      event_uuid: event.uuid,
      name: 'פעם אחת',
      type: 'regular' as const,
      price: 10,
      sum_total_available: 5,
    }
    const made = await thrice((idempotencyKey) => world.call(createTicketType, { ...as(owner), idempotencyKey, body }))
    expect(await types()).toBe(before + 1)
    const params = { uuid: made.body.data.uuid }
    await thrice((idempotencyKey) => world.call(deleteTicketType, { ...as(owner), idempotencyKey, params }))
    expect(await types()).toBe(before)
    const coupon = { event_uuid: event.uuid, code: 'ONCE', kind: 'percent' as const, value: 10 }
    await thrice((idempotencyKey) => world.call(createCoupon, { ...as(owner), idempotencyKey, body: coupon }))
    expect((await world.call(listCoupons, { ...as(owner), query })).body.meta.total).toBe(1)
  })

  test('send one invitation, and send it again once', async () => {
    const { event, type } = await eventOnSale(world, owner)
    const phone = newPhone()
    const params = { uuid: event.uuid }
    const body = {
      recipient: { name: 'דנה כהן', phone },
      items: [{ events_ticket_uuid: type.uuid, quantity: 3 }],
    }
    const sent = await thrice((idempotencyKey) =>
      world.call(sendInvitation, { ...as(owner), idempotencyKey, params, body }),
    )
    await world.handleEvents()
    expect((await world.call(listInvitations, { ...as(owner), params })).body.meta.total).toBe(1)
    const messages = () => world.db.selectFrom('messages').select('id').where('to', '=', phone).execute()
    expect(await messages()).toHaveLength(1)
    await thrice((idempotencyKey) =>
      world.call(resendInvitation, {
        ...as(owner),
        idempotencyKey,
        params: { ...params, invitation_uuid: sent.body.data.uuid },
      }),
    )
    await world.handleEvents()
    expect(await messages()).toHaveLength(2)
  })

  test('add one register, open one shift and sell for cash once', async () => {
    const sale = await eventOnSale(world, owner)
    const body = { label: 'קופה', branch: 'כניסה', service: 'sale' as const, terminal: null, reader: '' }
    await thrice((idempotencyKey) => world.call(createRegister, { ...as(owner), idempotencyKey, body }))
    expect((await world.call(listRegisters, as(owner))).body.data).toHaveLength(1)
    const register = await registerFor(world, owner)
    await shiftOf(world, register)
    await thrice((key) => requestSale(world, register, sale, { received: 1000, key }))
    const orders = await world.db.selectFrom('orders').select('id').where('event_id', '=', sale.event.uuid).execute()
    expect(orders).toHaveLength(1)
  })

  test('invite one colleague with one message', async () => {
    const phone = newPhone()
    const body = { role: 'scanner' as const, phone_number: phone }
    await thrice((idempotencyKey) => world.call(inviteMember, { ...as(owner), idempotencyKey, body }))
    const messages = await world.db.selectFrom('messages').select('id').where('to', '=', phone).execute()
    expect(messages).toHaveLength(1)
  })

  test('send one code, and sign in with one session and the same cookie', async () => {
    const phone = newPhone()
    const body = { phone_country_code: '972', phone_number: phone }
    await thrice((idempotencyKey) => world.call(login, { idempotencyKey, body }))
    const codes = await world.db.selectFrom('messages').select('id').where('to', '=', phone).execute()
    expect(codes).toHaveLength(1)
    const other = await requestLoginCode(world, newPhone())
    const first = await world.call(authenticate, { idempotencyKey: 'sign-in', body: other })
    const again = await world.call(authenticate, { idempotencyKey: 'sign-in', body: other })
    expect(again.text).toBe(first.text)
    expect(cookieOf(first.headers)).toMatch(/^\S+=\S+$/)
    expect(cookieOf(again.headers)).toBe(cookieOf(first.headers))
    expect(again.headers['cache-control']).toBe('no-store')
    const { token } = again.body.data
    expect((await world.call(updateMe, { token, body: { settings: { language: 'he' } } })).status).toBe(200)
  })

  test('store one file, and refuse another file with the same key', async () => {
    const form = (bytes: number) => {
      const body = new FormData()
      body.append('file', new File([`%PDF-1.7\n${'a'.repeat(bytes)}`], 'bank.pdf', { type: 'application/pdf' }))
      return body
    }
    const params = { uuid: owner.account.uuid }
    const upload = (idempotencyKey: string, bytes: number) =>
      world.call(addAccountFile, { token: owner.token, idempotencyKey, params, body: form(bytes) })
    await thrice((key) => upload(key, 100))
    const files = await world.db.selectFrom('attachments').select('id').where('name', '=', 'bank.pdf').execute()
    expect(files).toHaveLength(1)
    expect((await upload(`intent-${keys}`, 101)).error?.code).toBe('idempotency_mismatch')
  })
})

import * as contract from '@kartis/contract/data-rights.ts'
import { showMe } from '@kartis/contract/auth.ts'
import { showOrder as showProducerOrder } from '@kartis/contract/orders.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { freeOrder } from '../../../testing/orders.ts'
import { requestLoginCode, joinAs, newPhone, person, producer, type Producer } from '../../../testing/people.ts'
import { acceptedBy, boughtTickets, byOwnLink } from '../../../testing/transfers.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let sale: Awaited<ReturnType<typeof eventOnSale>>
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  sale = await eventOnSale(world, owner, { type: { price: 0 } })
})
afterAll(() => world.close())

interface Buyer {
  readonly phone: string
  readonly email: string
  readonly name: string
}

let buyers = 0
const newBuyer = (): Buyer => ({
  phone: newPhone(),
  email: `buyer${++buyers}@mail.example`,
  name: `יעל קוסאשוילי${buyers}`,
})

/** A paid free order of this buyer with its messages and a marketing consent. */
const paidOrder = async ({ phone, email, name }: Buyer, { event, type } = sale, quantity = 2) => {
  const order = await freeOrder(world, event.uuid, { [type.uuid]: quantity })
  await world.db
    .updateTable('orders')
    .set({ buyer_phone: phone, buyer_email: email, buyer_name: name, marketing_consent_at: world.clock.now() })
    .where('id', '=', order.uuid)
    .execute()
  const { account_id } = await world.db
    .selectFrom('orders')
    .select('account_id')
    .where('id', '=', order.uuid)
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('marketing_consents')
    .values({
      id: world.platform.newId(),
      account_id,
      phone,
      email,
      given: true,
      channel: 'checkout',
      order_id: order.uuid,
      wording: 'אפשר לעדכן אותי',
      lang: 'he',
      created_at: world.clock.now(),
    })
    .execute()
  await world.handleEvents()
  await world.db.updateTable('messages').set({ to: phone, status: 'sent' }).where('order_id', '=', order.uuid).execute()
  return order
}

const search = (who: Producer, contact: string) => world.call(contract.findPerson, { ...as(who), body: { contact } })

const erase = (who: Producer, contact: string, confirm_upcoming = true) =>
  world.call(contract.erasePerson, { ...as(who), body: { contact, confirm_upcoming } })

/** The tables of the database with a row that contains the text. */
const tablesWith = async (text: string): Promise<string[]> => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(world.db)
  const names: string[] = []
  for (const { table_name: name } of rows) {
    const hit = await sql`select 1 from ${sql.table(name)} as t where t::text like ${`%${text}%`} limit 1`.execute(
      world.db,
    )
    if (hit.rows.length > 0) names.push(name)
  }
  return names
}

describe('data rights of a producer', () => {
  it('a person is found by the whole phone in any spelling or the whole e-mail, and by no part of them', async () => {
    const buyer = newBuyer()
    const order = await paidOrder(buyer)
    for (const contact of [nationalPhone(buyer.phone), buyer.phone, buyer.email.toUpperCase()]) {
      const { data } = (await search(owner, contact)).body
      expect(data).toMatchObject({
        counts: { orders: 1, tickets: 2, upcoming_tickets: 2, consents: 1 },
        names: [buyer.name],
        phones: [nationalPhone(buyer.phone)],
        emails: [buyer.email],
        orders: [{ uuid: order.uuid, tickets_count: 2, upcoming_tickets: 2 }],
      })
      expect(data.counts.messages).toBeGreaterThan(0)
    }
    expect((await search(owner, buyer.email.slice(1))).body.data.counts.orders).toBe(0)
    expect((await search(owner, nationalPhone(buyer.phone).slice(0, -1))).error?.detail).toEqual({
      contact: ['invalid_phone'],
    })
    expect((await search(owner, ' ')).error?.detail).toEqual({ contact: ['required'] })
  })

  it('personal data is exported as a file with everything except the tokens of tickets', async () => {
    const buyer = newBuyer()
    const order = await paidOrder(buyer)
    const file = await world.call(contract.exportPerson, { ...as(owner), body: { contact: buyer.phone } })
    expect(file.headers['content-disposition']).toContain('personal-data-')
    const text = file.bytes.toString()
    const exported = JSON.parse(text) as {
      orders: { number: string; tickets: unknown[]; messages: { text: string }[] }[]
    }
    expect(exported.orders).toMatchObject([
      { number: order.number, buyer: { name: buyer.name, phone: buyer.phone, email: buyer.email } },
    ])
    expect(exported.orders[0]?.tickets).toHaveLength(2)
    expect(exported.orders[0]?.messages.length).toBeGreaterThan(0)
    expect(text).not.toContain(order.token)
    const unknown = await world.call(contract.exportPerson, { ...as(owner), body: { contact: newPhone() } })
    expect(unknown.status).toBe(404)
  })
})

describe('erasePerson', () => {
  it('an erasure needs a confirmation while tickets are still to be used', async () => {
    const buyer = newBuyer()
    await paidOrder(buyer)
    const refused = await erase(owner, buyer.phone, false)
    expect(refused.status).toBe(409)
    expect(refused.error).toMatchObject({
      code: 'person_has_tickets',
      detail: { tickets: 2, events: [sale.event.name] },
    })
    expect((await search(owner, buyer.phone)).body.data.counts.orders).toBe(1)
    expect((await erase(owner, buyer.phone)).body.data).toMatchObject({ orders: 1, tickets: 2 })
    expect((await search(owner, buyer.phone)).body.data.counts.orders).toBe(0)
  })

  it('an erasure removes a person who holds a ticket that another person bought, and leaves the ticket valid', async () => {
    const gift = await boughtTickets(world, owner)
    const friend = newPhone()
    const { url } = await acceptedBy(world, gift, friend)
    await world.handleEvents()
    expect((await erase(owner, friend)).status).toBe(200)
    const codes = new Set(['login_codes', 'messages'])
    expect((await tablesWith(friend)).filter((name) => !codes.has(name))).toEqual([])
    expect(await tablesWith('יעל ברק')).toEqual([])
    const { data } = (await byOwnLink(world, gift, url)).body
    expect(data).toMatchObject({ holder: null, ticket: { status: 'valid' } })
    expect((await erase(owner, friend)).status).toBe(404)
  })

  it('an erasure removes name, phone and e-mail from the database and leaves amounts and tickets unchanged', async () => {
    const buyer = newBuyer()
    const order = await paidOrder(buyer)
    const before = (
      await world.call(showProducerOrder, { ...as(owner), params: { uuid: order.uuid }, query: { with: ['tickets'] } })
    ).body.data
    expect(await tablesWith(buyer.phone)).toContain('orders')
    await erase(owner, buyer.phone)
    for (const text of [buyer.name, buyer.phone, buyer.phone.slice(4), buyer.email])
      expect(await tablesWith(text), text).toEqual([])
    const after = (
      await world.call(showProducerOrder, {
        ...as(owner),
        params: { uuid: order.uuid },
        query: { with: ['tickets', 'history'] },
      })
    ).body.data
    expect(after).toMatchObject({
      status: before.status,
      total_amount: before.total_amount,
      tickets: before.tickets,
      buyer: { name: null, phone: null, email: null },
      can: { resend: false },
    })
    expect(after.history?.map(({ kind }) => kind)).toContain('erased')
  })

  it('an erasure does not change the data of other accounts or other people', async () => {
    const [buyer, neighbour] = [newBuyer(), newBuyer()]
    const other = await producer(world)
    const theirs = await eventOnSale(world, other, { type: { price: 0 } })
    await paidOrder(buyer)
    await paidOrder(buyer, theirs)
    await paidOrder(neighbour)
    await erase(owner, buyer.phone)
    expect((await search(owner, neighbour.phone)).body.data.counts.orders).toBe(1)
    expect((await search(other, buyer.phone)).body.data.counts.orders).toBe(1)
    expect((await erase(owner, buyer.phone)).status).toBe(404)
  })

  it('exports and erasures are logged with author, time and counts, but without the person', async () => {
    const own = await producer(world)
    const theirs = await eventOnSale(world, own, { type: { price: 0 } })
    const buyer = newBuyer()
    await paidOrder(buyer, theirs, 1)
    await world.call(contract.exportPerson, { ...as(own), body: { contact: buyer.email } })
    await erase(own, buyer.email)
    const log = await world.call(contract.listDataRights, as(own))
    expect(log.body.data).toMatchObject([
      { kind: 'erase', by: 'נועה לוי', counts: { orders: 1, tickets: 1 } },
      { kind: 'export', by: 'נועה לוי', counts: { orders: 1 } },
    ])
    for (const secret of [buyer.email, buyer.phone, buyer.name]) expect(log.text).not.toContain(secret)
  })
})

describe('permission for data rights', () => {
  it('a scanner, a user of another workspace and an anonymous caller are refused', async () => {
    const scanner = await joinAs(world, owner, 'scanner')
    const stranger = await producer(world)
    const body = { contact: '0502345678' }
    const requests = (caller: object) => [
      world.call(contract.findPerson, { ...caller, body }),
      world.call(contract.exportPerson, { ...caller, body }),
      world.call(contract.erasePerson, { ...caller, body }),
      world.call(contract.listDataRights, caller),
    ]
    const codes = async (caller: object) => (await Promise.all(requests(caller))).map(({ error }) => error?.code)
    const account = owner.account.uuid
    expect(new Set(await codes({ token: scanner.token, account }))).toEqual(new Set(['forbidden']))
    expect(new Set(await codes({ token: stranger.token, account }))).toEqual(new Set(['wrong_workspace']))
    expect(new Set(await codes({}))).toEqual(new Set(['unauthorized']))
  })
})

describe('a session that is older than ten minutes', () => {
  it('proves itself again before it erases a person, and may search and export', async () => {
    const buyer = newBuyer()
    await paidOrder(buyer)
    world.clock.advance(11 * 60)
    expect((await search(owner, buyer.phone)).status).toBe(200)
    expect((await erase(owner, buyer.phone)).error?.code).toBe('proof_required')
  })
})

describe('data rights of a signed-in person', () => {
  it('a signed-in person exports the data of all accounts with the profile', async () => {
    const me = await person(world, newPhone(), { first_name: 'אבי', last_name: 'נחום' })
    await paidOrder({ phone: me.phone, email: 'avi@mail.example', name: 'אבי נחום' })
    const file = await world.call(contract.exportMe, { token: me.token })
    expect(JSON.parse(file.bytes.toString())).toMatchObject({
      profile: { first_name: 'אבי', phone: { phone_number: me.phone } },
      orders: [{ event: sale.event.name }],
    })
    expect((await world.call(contract.exportMe)).status).toBe(401)
  })

  it('a signed-in person is erased with a new code, and every session ends', async () => {
    const me = await person(world, newPhone(), { first_name: 'מאיה', last_name: 'אבוטבול' })
    await paidOrder({ phone: me.phone, email: 'maya@mail.example', name: 'מאיה אבוטבול' })
    const unconfirmed = await world.call(contract.eraseMe, { token: me.token, body: { method_id: 'x', code: '1' } })
    expect(unconfirmed.error?.code).toBe('person_has_tickets')
    const wrong = await world.call(contract.eraseMe, {
      token: me.token,
      body: { method_id: world.platform.newId(), code: '123456', confirm_upcoming: true },
    })
    expect(wrong.error?.code).toBe('code_expired')
    world.clock.advance(60)
    const body = {
      ...(await requestLoginCode(world, me.phone, { purpose: 'erase', token: me.token })),
      confirm_upcoming: true,
    }
    const done = await world.call(contract.eraseMe, { token: me.token, body })
    expect(done.body.data).toMatchObject({ orders: 1 })
    for (const text of [me.phone, 'אבוטבול', 'maya@mail.example']) expect(await tablesWith(text), text).toEqual([])
    world.clock.advance(10)
    expect((await world.call(showMe, { token: me.token })).status).toBe(401)
  })

  it('the only owner of an account is erased only after there is another owner', async () => {
    const onlyOwner = await producer(world, newPhone(), 'בית הבמה')
    world.clock.advance(60)
    const body = {
      ...(await requestLoginCode(world, onlyOwner.phone, { purpose: 'erase', token: onlyOwner.token })),
      confirm_upcoming: false,
    }
    const refused = await world.call(contract.eraseMe, { token: onlyOwner.token, body })
    expect(refused.error).toMatchObject({ code: 'last_manager', detail: { accounts: ['בית הבמה'] } })
    await joinAs(world, onlyOwner, 'owner')
    expect((await world.call(contract.eraseMe, { token: onlyOwner.token, body })).status).toBe(200)
  })
})

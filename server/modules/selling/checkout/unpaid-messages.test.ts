import { createAccount, inviteMember } from '@kartis/contract/accounts.ts'
import { updateEvent } from '@kartis/contract/events.ts'
import { sendInvitation } from '@kartis/contract/invitations.ts'
import { resendOrder, updateOrder as changeOrder } from '@kartis/contract/orders.ts'
import { changeOrderCoupon, pay, reserve, updateOrder } from '@kartis/contract/public-orders.ts'
import { showSentTickets } from '@kartis/contract/shared-tickets.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { accountPayload } from '@kartis/testing/account-payload.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { couponOf } from '../../../testing/coupons.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { balanceOf, holding } from '../../../testing/orders.ts'
import { newPhone, person, type Producer, producer, requestLoginCode, signIn } from '../../../testing/people.ts'
import { acceptedBy, boughtTickets } from '../../../testing/transfers.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  owner = await producer(world)
})
afterAll(() => world.close())

let addresses = 0
const newAddress = (): string => `198.51.${100 + Math.floor(addresses / 250)}.${addresses++ % 250}`

const freeSale = async (settings = {}) => {
  const { event, type } = await eventOnSale(world, owner, {
    event: { settings },
    type: { price: 0, sum_total_available: 1000 },
  })
  return { event: event.uuid, type: type.uuid }
}

const order = async ({ event, type }: Awaited<ReturnType<typeof freeSale>>, phone: string, address = newAddress()) => {
  const headers = { 'x-forwarded-for': address }
  const items = [{ events_ticket_uuid: type, quantity: 1 }]
  const { data } = (await world.call(reserve, { headers, body: { event_uuid: event, items } })).body
  const details = await world.call(updateOrder, {
    ...holding(data),
    body: { name: 'דנה כהן', phone, email: `${phone.slice(1)}@example.com` },
  })
  return { ...data, details, paid: await world.call(pay, { ...holding(data), headers }) }
}

const messagesTo = async (phone: string) => {
  await world.handleEvents()
  const rows = await world.db
    .selectFrom('messages')
    .select(['channel', 'template'])
    .where('to', 'in', [phone, `${phone.slice(1)}@example.com`])
    .execute()
  const of = (channel: string) => rows.filter((row) => row.channel === channel && row.template !== 'login_code').length
  return { sms: of('sms'), email: of('email') }
}

describe('25 free orders with the phone of a stranger', () => {
  it('send 3 SMS and 3 e-mails where they sent 25 of each, however many networks they come from', async () => {
    const sale = await freeSale()
    const stranger = newPhone()
    const paid = []
    for (let attempt = 0; attempt < 25; attempt++) paid.push((await order(sale, stranger)).paid)
    expect(paid.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(paid[3]?.error).toMatchObject({ code: 'details_missing', detail: { phone: ['phone_unverified'] } })
    expect(await messagesTo(stranger)).toEqual({ sms: 3, email: 3 })
  })

  it('the page of an order is not told that tickets were sent when the budget of its phone left them out', async () => {
    const [sale, phone] = [await freeSale(), newPhone()]
    const { token } = await signIn(world, phone)
    const [first] = [await order(sale, phone), await order(sale, phone), await order(sale, phone)]
    const fourth = await order(sale, phone)
    await world.call(pay, { ...holding(fourth), token })
    await world.handleEvents()
    const sentOf = async (of: typeof first) => (await world.call(showSentTickets, holding(of))).body.data.sent_by
    expect(new Set(await sentOf(first))).toEqual(new Set(['email', 'sms']))
    expect(await sentOf(fourth)).toEqual([])
  })

  it('the owner of the phone goes on with a code', async () => {
    const sale = await freeSale()
    const phone = newPhone()
    for (let attempt = 0; attempt < 3; attempt++) await order(sale, phone)
    const fourth = await order(sale, phone)
    expect(fourth.paid.error?.code).toBe('details_missing')
    const phone_proof = await requestLoginCode(world, phone, { purpose: 'checkout', subject_uuid: fourth.uuid })
    expect((await world.call(updateOrder, { ...holding(fourth), body: { phone, phone_proof } })).status).toBe(200)
    expect((await world.call(pay, holding(fourth))).body.data.status).toBe('paid')
  })

  it('a signed-in buyer of that phone needs no code', async () => {
    const sale = await freeSale()
    const { phone, token } = await signIn(world)
    for (let attempt = 0; attempt < 3; attempt++) await order(sale, phone)
    const fourth = await order(sale, phone)
    expect((await world.call(pay, { ...holding(fourth), token })).status).toBe(200)
  })

  it('40 phones from one network: 30 orders, then codes', async () => {
    const sale = await freeSale()
    const paid = []
    for (let attempt = 0; attempt < 40; attempt++) paid.push((await order(sale, newPhone(), '203.0.113.50')).paid)
    expect(paid.filter(({ status }) => status === 200)).toHaveLength(30)
  })
})

describe('invitations', () => {
  it('25 to one phone within a minute send 3 SMS; the others are refused before a ticket is given', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 100 } })
    const stranger = newPhone()
    const invite = () =>
      world.call(sendInvitation, {
        ...as(owner),
        params: { uuid: event.uuid },
        body: {
          recipient: { name: 'דנה כהן', phone: stranger },
          items: [{ events_ticket_uuid: type.uuid, quantity: 1 }],
        },
      })
    const statuses = []
    for (let attempt = 0; attempt < 25; attempt++) {
      statuses.push((await invite()).status)
      await world.handleEvents()
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(3)
    expect((await invite()).error).toMatchObject({ code: 'too_many_requests', detail: { retry_after: 60 } })
    expect(await messagesTo(stranger)).toMatchObject({ sms: 3 })
  })

  it('25 at the same moment: 3 are accepted and sent, the others are refused and give no ticket', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 100 } })
    const stranger = newPhone()
    const answers = await Promise.all(
      Array.from({ length: 25 }, () =>
        world.call(sendInvitation, {
          ...as(owner),
          params: { uuid: event.uuid },
          body: {
            recipient: { name: 'דנה כהן', phone: stranger },
            items: [{ events_ticket_uuid: type.uuid, quantity: 1 }],
          },
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(22)
    expect(refused[0]?.headers['retry-after']).toBe('60')
    expect(await messagesTo(stranger)).toMatchObject({ sms: 3 })
    expect(await balanceOf(world, type.uuid)).toMatchObject({ sold: 3, tickets: 3 })
  })

  it('of a new account are 300 a day with a refusal of their own, and more after its first week', async () => {
    const young = await producer(world)
    const { event, type } = await eventOnSale(world, young, { type: { sum_total_available: 100 } })
    const invite = () =>
      world.call(sendInvitation, {
        ...as(young),
        params: { uuid: event.uuid },
        body: {
          recipient: { name: 'דנה כהן', phone: newPhone() },
          items: [{ events_ticket_uuid: type.uuid, quantity: 1 }],
        },
      })
    const earlier = Array.from({ length: 299 }, (_, place) => ({
      channel: 'sms' as const,
      to: `+97258${2_000_000 + place}`,
      accountId: young.account.uuid,
      cause: { isNewAccount: true },
    }))
    await inTransaction(world.db, (tx) => world.platform.notifications.takeBudget(tx, earlier))
    expect((await invite()).status).toBe(201)
    const refused = await invite()
    expect(refused.status).toBe(429)
    expect(refused.error).toMatchObject({ code: 'new_account_limit', detail: { per_day: 300, days: 7 } })
    const opened = new Date(Date.now() - 8 * 86_400_000)
    await world.db.updateTable('accounts').set({ created_at: opened }).where('id', '=', young.account.uuid).execute()
    expect((await invite()).status).toBe(201)
  })

  it('of two contacts in a row count for both: a corrected one cannot be used to send without a budget', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 100 } })
    const stranger = newPhone()
    for (let attempt = 0; attempt < 5; attempt++) {
      const { data } = (
        await world.call(sendInvitation, {
          ...as(owner),
          params: { uuid: event.uuid },
          body: {
            recipient: { name: 'דנה כהן', phone: newPhone() },
            items: [{ events_ticket_uuid: type.uuid, quantity: 1 }],
          },
        })
      ).body
      await world.call(changeOrder, { ...as(owner), params: { uuid: data.order_uuid }, body: { phone: stranger } })
    }
    expect(await messagesTo(stranger)).toMatchObject({ sms: 3 })
  })
})

describe('tickets sent again', () => {
  it('to one phone from 8 orders at the same moment: as many are accepted as are sent', async () => {
    const sale = await freeSale()
    const { phone, token } = await signIn(world)
    const orders = []
    for (let n = 0; n < 8; n++) {
      const { data } = (
        await world.call(reserve, {
          headers: { 'x-forwarded-for': newAddress() },
          body: { event_uuid: sale.event, items: [{ events_ticket_uuid: sale.type, quantity: 1 }] },
        })
      ).body
      await world.call(updateOrder, { ...holding(data), token, body: { name: 'דנה כהן', phone } })
      await world.call(pay, { ...holding(data), token })
      orders.push(data)
    }
    const { sms: before } = await messagesTo(phone)
    expect(before).toBe(3)
    world.clock.advance(61)
    const answers = await Promise.all(
      orders.map(({ uuid }) => world.call(resendOrder, { ...as(owner), params: { uuid } })),
    )
    const accepted = answers.filter(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(8 - accepted.length)
    expect(accepted).toHaveLength(2)
    expect(await messagesTo(phone)).toMatchObject({ sms: before + accepted.length })
  })
})

describe('a transfer', () => {
  it('is accepted however many messages strangers have caused to its buyer by then', async () => {
    const sale = await boughtTickets(world, owner)
    const { sms: before } = await messagesTo(sale.buyer.phone)
    const spam = Array.from({ length: 3 - before }, () => ({
      channel: 'sms' as const,
      to: sale.buyer.phone,
      cause: {},
    }))
    await inTransaction(world.db, (tx) => world.platform.notifications.takeBudget(tx, spam))
    const { phone } = await acceptedBy(world, sale)
    expect(await messagesTo(phone)).toEqual({ sms: 1, email: 0 })
    expect(await messagesTo(sale.buyer.phone)).toMatchObject({ sms: before })
  })
})

describe('team invitations', () => {
  it('of several accounts to one phone at the same moment: as many are accepted as are sent', async () => {
    const { token } = owner
    const accounts = [owner.account.uuid]
    for (let n = 0; n < 5; n++)
      accounts.push((await world.call(createAccount, { token, body: accountPayload })).body.data.uuid)
    const stranger = newPhone()
    const answers = await Promise.all(
      accounts.map((account) =>
        world.call(inviteMember, { token, account, body: { role: 'scanner', phone_number: nationalPhone(stranger) } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
    expect(await messagesTo(stranger)).toMatchObject({ sms: 3 })
  })
})

describe('an event that moves again and again', () => {
  it('writes three times a minute to a guest who paid nothing, however often it moves', async () => {
    const sale = await freeSale()
    const phone = newPhone()
    await order(sale, phone)
    for (const city of ['חיפה', 'עכו', 'נתניה', 'אילת', 'צפת'])
      await world.call(updateEvent, {
        ...as(owner),
        params: { uuid: sale.event },
        body: { address_city: city, tell_buyers: true },
      })
    await world.handleEvents()
    await world.platform.jobs.drain({ names: ['orders.tell_moved'] })
    expect(await messagesTo(phone)).toEqual({ sms: 3, email: 3 })
  })
})

describe('accounts', () => {
  it('ten are opened by one user in a day, each with a budget of its own; the next one is refused', async () => {
    const { token } = await person(world)
    const statuses = []
    for (let n = 0; n < 11; n++)
      statuses.push((await world.call(createAccount, { token, body: accountPayload })).status)
    expect(statuses).toEqual([...Array<number>(10).fill(201), 429])
  })
})

describe('a name that looks like an address', () => {
  it('is no link in an SMS', async () => {
    const { event, type } = await eventOnSale(world, owner, {
      event: { name: 'הטבה evil.com/login' },
      type: { sum_total_available: 10 },
    })
    const guest = newPhone()
    const items = [{ events_ticket_uuid: type.uuid, quantity: 1 }]
    const body = { recipient: { name: 'דנה כהן', phone: guest }, items }
    expect((await world.call(sendInvitation, { ...as(owner), params: { uuid: event.uuid }, body })).status).toBe(201)
    await world.handleEvents()
    const { text } = await world.db
      .selectFrom('messages')
      .select('text')
      .where('to', '=', guest)
      .executeTakeFirstOrThrow()
    expect(text).toContain('evil. com/login')
    expect(text.match(/https?:\S+/g)).toHaveLength(1)
  })
})

describe('a phone of another country', () => {
  const abroad = '+447911123456'
  const saleAt = async (price: number, settings = {}) => {
    const { event, type } = await eventOnSale(world, owner, { event: { settings }, type: { price } })
    return { event: event.uuid, type: type.uuid }
  }
  const notAllowed = { code: 'validation', detail: { phone: ['phone_not_allowed'] } }

  it('is refused in a free order unless the producer allows it', async () => {
    const refused = await order(await freeSale(), abroad)
    expect(refused.details.error).toMatchObject(notAllowed)
    const allowed = await order(await freeSale({ foreign_phones: true }), abroad)
    expect(allowed.details.status).toBe(200)
    expect(allowed.details.body.data).toMatchObject({ foreign_phones: true })
  })

  it('is accepted in an order with a sum to pay unless the producer forbids it', async () => {
    for (const settings of [{}, { foreign_phones: null }]) {
      const allowed = await order(await saleAt(60, settings), abroad)
      expect(allowed.details.body.data).toMatchObject({ foreign_phones: true, buyer: { phone: abroad } })
    }
    const refused = await order(await saleAt(60, { foreign_phones: false }), abroad)
    expect(refused.details.error).toMatchObject(notAllowed)
  })

  it('is refused when a coupon makes the order free, and nothing is issued', async () => {
    const sale = await saleAt(60)
    await couponOf(world, owner, { uuid: sale.event }, { code: 'GIFT', value: 100 })
    const phone = '+447911123457'
    const bought = await order(sale, phone)
    const free = await world.call(changeOrderCoupon, { ...holding(bought), body: { coupon: 'GIFT' } })
    expect(free.body.data).toMatchObject({ total_amount: 0, foreign_phones: false })
    expect((await world.call(pay, holding(bought))).error).toMatchObject({ ...notAllowed, code: 'details_missing' })
    expect(await messagesTo(phone)).toEqual({ sms: 0, email: 0 })
  })
})

import { cancelMyOrder } from '@kartis/contract/customer-orders.ts'
import { eraseMe } from '@kartis/contract/data-rights.ts'
import { cancelOrder, reissueOrder, updateOrder } from '@kartis/contract/orders.ts'
import {
  pay,
  type Reservation,
  reserve,
  ticketsPdf,
  updateOrder as updateDetails,
} from '@kartis/contract/public-orders.ts'
import { sharedTicketCalendar } from '@kartis/contract/shared-tickets.ts'
import { acceptTransfer, offerTicket, withdrawTransfer } from '@kartis/contract/ticket-transfers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scan, scannerOf } from '../../../testing/check-in.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { holding, showOrder } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer, requestLoginCode, type SignedIn, signIn } from '../../../testing/people.ts'
import {
  accept,
  acceptedBy,
  type BoughtTickets,
  boughtTickets,
  byOwnLink,
  closed,
  offerFirst,
  tokenOf,
} from '../../../testing/transfers.ts'
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

const bought = () => boughtTickets(world, owner)
const offer = (sale: BoughtTickets) => offerFirst(world, sale)
const take = (uuid: string, token: string, phone?: string) => accept(world, uuid, token, phone)

const textsTo = async (phone: string): Promise<string[]> => {
  await world.handleEvents()
  const rows = await world.db.selectFrom('messages').select(['text', 'template']).where('to', '=', phone).execute()
  return rows.filter(({ template }) => template !== 'login_code').map(({ text }) => text ?? '')
}

describe('a ticket that was accepted', () => {
  it('has another code and a link of its own, and the buyer sees the name without code and link', async () => {
    const sale = await bought()
    const { transfer, url } = await acceptedBy(world, sale)
    const { ticket, holder } = (await byOwnLink(world, sale, url)).body.data
    expect([ticket.number, holder]).toEqual([sale.ticket.number, 'יעל ברק'])
    expect(ticket.code).not.toBe(sale.ticket.code)
    const shown = await showOrder(world, sale.order)
    expect(shown.tickets[0]).toMatchObject({ code: '', url: '', can_transfer: false })
    expect(shown.tickets[0]?.transfer).toMatchObject({
      uuid: transfer.uuid,
      state: 'accepted',
      url: null,
      to: 'יעל ברק',
    })
    expect(shown.tickets[1]).toMatchObject({ code: sale.second?.code, can_transfer: true })
    expect((await byOwnLink(world, sale, sale.ticket.url)).error?.code).toBe('not_found')
    const old = await scan(world, scanner, sale.event, sale.ticket.code)
    expect([old.error?.code, old.error?.detail]).toMatchObject(['S3', { reissued: true }])
    const entry = await scan(world, scanner, sale.event, ticket.code)
    expect([entry.status, entry.body.data.ticket.holder]).toEqual([200, 'יעל ברק'])
    const changes = await world.db
      .selectFrom('ticket_changes')
      .select('change')
      .where('ticket_id', '=', sale.ticket.uuid)
      .orderBy('seq')
      .execute()
    expect(changes.map(({ change }) => change)).toEqual(['issued', 'reissued', 'redeemed'])
  })

  it('is announced once to each side, and the history of the order has no name in it', async () => {
    const sale = await bought()
    const { phone } = await acceptedBy(world, sale)
    const received = await textsTo(phone)
    expect(received).toHaveLength(1)
    expect(received[0]).toContain(`/order/ticket/${sale.ticket.uuid}`)
    const toBuyer = await textsTo(sale.buyer.phone)
    expect(toBuyer.filter((text) => text.includes('יעל ברק'))).toHaveLength(1)
    const history = await world.db
      .selectFrom('order_history')
      .select(['kind', 'detail'])
      .where('order_id', '=', sale.order.uuid)
      .where('kind', 'like', 'transfer%')
      .orderBy('created_at')
      .execute()
    expect(history.map(({ kind }) => kind).toSorted()).toEqual(['transfer_offered', 'transferred'])
    expect(JSON.stringify(history)).not.toContain('יעל')
  })

  it('goes to one of ten people who accept at once', async () => {
    const sale = await bought()
    const { transfer, token } = await offer(sale)
    const answers = await Promise.all(Array.from({ length: 10 }, () => take(transfer.uuid, token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer.error).toMatchObject(closed('accepted'))
    const [row] = await world.db.selectFrom('tickets').select('revision').where('id', '=', sale.ticket.uuid).execute()
    expect(row?.revision).toBe(1)
  })

  it('is either withdrawn or accepted when both happen at once', async () => {
    const sale = await bought()
    const { transfer, token } = await offer(sale)
    const params = { uuid: sale.order.uuid, transfer_uuid: transfer.uuid }
    const [taken, back] = await Promise.all([
      take(transfer.uuid, token),
      world.call(withdrawTransfer, { params, orderToken: sale.order.token }),
    ])
    expect([taken.status, back.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('is scanned with one code or handed over, never both, when a gate and a phone are as fast', async () => {
    const sale = await bought()
    const { transfer, token } = await offer(sale)
    const [taken, entry] = await Promise.all([
      take(transfer.uuid, token),
      scan(world, scanner, sale.event, sale.ticket.code),
    ])
    expect([taken.status, entry.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('needs the code of the phone, a name and a phone', async () => {
    const sale = await bought()
    const { transfer, token } = await offer(sale)
    const call = (body: object) =>
      world.call(acceptTransfer, { params: { uuid: transfer.uuid }, body: { token, ...body } as never })
    const phone = newPhone()
    expect((await call({ name: '1', phone: '12' })).error?.detail).toMatchObject({ name: ['invalid_name'] })
    expect((await call({ name: 'יעל', phone })).error?.code).toBe('phone_unverified')
    const proof = await requestLoginCode(world, phone, { purpose: 'transfer', subject_uuid: transfer.uuid })
    const wrong = { ...proof, code: proof.code === '000000' ? '111111' : '000000' }
    expect((await call({ name: 'יעל', phone, phone_proof: wrong })).error?.code).toBe('code_wrong')
    expect((await call({ name: 'יעל', phone: newPhone(), phone_proof: proof })).error?.code).toBe('code_expired')
    expect((await call({ name: 'יעל', phone, phone_proof: proof })).status).toBe(200)
  })

  it('needs no code of a person who is signed in with the phone', async () => {
    const sale = await bought()
    const { transfer, token } = await offer(sale)
    const friend = await signIn(world)
    const body = { token, name: 'יעל', phone: friend.phone }
    const answer = await world.call(acceptTransfer, { token: friend.token, params: { uuid: transfer.uuid }, body })
    expect(answer.status).toBe(200)
  })

  it('counts against the limit of the phone that accepts, and still for the one that bought', async () => {
    const { event, type } = await eventOnSale(world, owner, {
      event: { settings: { limit_per_phone: 2 } },
      type: { price: 0, sum_total_available: 100, purchase_limit: null },
    })
    const buy = async (buyer: SignedIn, quantity: number) => {
      const items = [{ events_ticket_uuid: type.uuid, quantity }]
      const order = await world.call(reserve, { token: buyer.token, body: { event_uuid: event.uuid, items } })
      if (order.error) return order.error
      const details = { name: 'דנה כהן', phone: buyer.phone, email: 'dana@example.co.il' }
      await world.call(updateDetails, { ...holding(order.body.data), token: buyer.token, body: details })
      await world.call(pay, holding(order.body.data))
      return order.body.data
    }
    const [buyer, friend] = [await signIn(world), await signIn(world)]
    const order = (await buy(buyer, 2)) as Reservation
    const [first, second] = (await showOrder(world, order)).tickets
    const give = async (ticket_uuid: string, phone: string) => {
      const { data } = (await world.call(offerTicket, { ...holding(order), body: { ticket_uuid } })).body
      return take(data.uuid, tokenOf(data.url), phone)
    }
    expect(await buy(friend, 1)).toMatchObject({ status: 'reserved' })
    expect((await give(first?.uuid ?? '', friend.phone)).status).toBe(200)
    expect(await buy(friend, 1)).toMatchObject({ code: 'purchase_limit', detail: { limit: 2, bought: 2, left: 0 } })
    expect((await give(second?.uuid ?? '', friend.phone)).error?.code).toBe('purchase_limit')
    expect((await showOrder(world, order)).tickets[1]).toMatchObject({
      status: 'valid',
      transfer: { state: 'offered' },
    })
    expect(await buy(buyer, 1)).toMatchObject({ code: 'purchase_limit', detail: { bought: 2 } })
    expect((await give(second?.uuid ?? '', buyer.phone)).status).toBe(200)
  })
})

describe('the buyer of a ticket that another person holds', () => {
  it('gets no file with its code, and cancels the other tickets alone', async () => {
    const sale = await bought()
    await acceptedBy(world, sale)
    const cancel = (ticket_uuids?: string[]) =>
      world.call(cancelMyOrder, {
        token: sale.buyer.token,
        params: { uuid: sale.order.uuid },
        body: { reason: 'השתנו התוכניות', ...(ticket_uuids && { ticket_uuids }) },
      })
    expect((await cancel([sale.ticket.uuid])).error?.code).toBe('validation')
    const { tickets, cancellation } = (await cancel()).body.data
    expect(tickets.map(({ status }) => status)).toEqual(['valid', 'cancelled'])
    expect(cancellation).toMatchObject({ allowed_now: false, reason: 'transferred' })
    expect((await world.call(ticketsPdf, holding(sale.order))).error?.code).toBe('order_state')
  })
})

describe('the holder of a ticket', () => {
  it('is notified when it is cancelled, and its link says so', async () => {
    const sale = await bought()
    const { phone, url } = await acceptedBy(world, sale)
    expect(await textsTo(phone)).toHaveLength(1)
    await world.call(cancelOrder, { ...as(owner), params: { uuid: sale.order.uuid }, body: { refund: false } })
    expect(await textsTo(phone)).toHaveLength(2)
    expect((await byOwnLink(world, sale, url)).body.data.ticket.status).toBe('cancelled')
  })

  it('keeps the link when the buyer’s phone is corrected, and gets another when the ticket is issued anew', async () => {
    const sale = await bought()
    const { phone, url } = await acceptedBy(world, sale)
    const correction = { params: { uuid: sale.order.uuid }, body: { phone: newPhone() } }
    await world.call(updateOrder, { ...as(owner), ...correction })
    expect((await byOwnLink(world, sale, url)).status).toBe(200)
    const query = { token: tokenOf(url) }
    const calendar = await world.call(sharedTicketCalendar, { params: { uuid: sale.ticket.uuid }, query })
    expect(calendar.text.replaceAll(/\r?\n[ \t]/g, '')).toContain(url)
    await world.call(reissueOrder, { ...as(owner), params: { uuid: sale.order.uuid } })
    expect((await byOwnLink(world, sale, url)).error?.code).toBe('not_found')
    const link = /https?:\S+/.exec((await textsTo(phone)).at(-1) ?? '')?.[0] ?? ''
    expect((await byOwnLink(world, sale, link)).status).toBe(200)
  })

  it('can be erased: the ticket stays valid and names nobody', async () => {
    const sale = await bought()
    const friend = await signIn(world)
    const { url } = await acceptedBy(world, sale, friend.phone)
    const body = {
      ...(await requestLoginCode(world, friend.phone, { purpose: 'erase', token: friend.token })),
      confirm_upcoming: true,
    }
    expect((await world.call(eraseMe, { token: friend.token, body })).status).toBe(200)
    expect((await byOwnLink(world, sale, url)).body.data).toMatchObject({ holder: null, ticket: { status: 'valid' } })
    const rows = await world.db
      .selectFrom('ticket_transfers')
      .selectAll()
      .where('holder_phone', '=', friend.phone)
      .execute()
    expect(rows).toEqual([])
  })
})

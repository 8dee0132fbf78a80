import {
  type Invitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  sendInvitation,
} from '@kartis/contract/invitations.ts'
import { updateOrder } from '@kartis/contract/orders.ts'
import { showBuyerOrder } from '@kartis/contract/public-orders.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scan, scannerOf } from '../../../testing/check-in.ts'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { balanceOf } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const sale = (total = 20) => eventOnSale(world, owner, { type: { price: 149, sum_total_available: total } })

const invite = (
  event: { uuid: string },
  cart: Readonly<Record<string, number>>,
  recipient: { name: string; phone: string } = { name: 'דנה כהן', phone: newPhone() },
  more: { idempotencyKey?: string; lang?: string } = {},
) =>
  world.call(sendInvitation, {
    ...as(owner),
    ...more,
    params: { uuid: event.uuid },
    body: {
      recipient,
      items: Object.entries(cart).map(([events_ticket_uuid, quantity]) => ({ events_ticket_uuid, quantity })),
    },
  })

const invited = async (...args: Parameters<typeof invite>): Promise<Invitation> => {
  const answer = await invite(...args)
  if (answer.error) throw new Error(answer.text)
  return answer.body.data
}

const codeOf = (invitation: Invitation, place = 0): string => {
  const ticket = invitation.tickets?.[place]
  if (!ticket) throw new Error('the invitation has no such ticket')
  return ticket.code
}

const linkTo = async (phone: string): Promise<string> => {
  await world.handleEvents()
  const { text } = await world.db
    .selectFrom('messages')
    .select('text')
    .where('to', '=', phone)
    .where('template', '=', 'invitation_tickets')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const [link] = /https?:\S+/.exec(text) ?? []
  if (!link) throw new Error(`no link in ${text}`)
  return link
}

const invitationsOf = async (event: { uuid: string }, filter?: Record<string, unknown>) =>
  (
    await world.call(listInvitations, {
      ...as(owner),
      params: { uuid: event.uuid },
      ...(filter && { query: { filter } }),
    })
  ).body

const change = (
  verb: typeof resendInvitation | typeof revokeInvitation,
  event: { uuid: string },
  invitation: Invitation,
) => world.call(verb, { ...as(owner), params: { uuid: event.uuid, invitation_uuid: invitation.uuid } })

describe('an invitation', () => {
  it('gives free tickets whatever their type costs, takes them from the stock and sends their link', async () => {
    const { event, type } = await sale()
    const phone = newPhone()
    const answer = await invite(event, { [type.uuid]: 2 }, { name: ' דנה   כהן ', phone })
    expect(answer.status).toBe(201)
    const { data } = answer.body
    expect(data).toMatchObject({
      recipient: { name: 'דנה כהן' },
      tickets_count: 2,
      redeemed_count: 0,
      items: [{ events_ticket_uuid: type.uuid, name: type.name, quantity: 2 }],
      status: 'sent',
      redemption: 'pending',
    })
    expect(data.tickets?.map((ticket) => [ticket.price, ticket.status])).toEqual([
      [0, 'valid'],
      [0, 'valid'],
    ])
    expect(await balanceOf(world, type.uuid)).toMatchObject({ total: 20, held: 0, sold: 2, tickets: 2 })
  })

  it('opens on the sale site with the link of its SMS, and its tickets are admitted', async () => {
    const { event, type } = await sale()
    const phone = newPhone()
    const invitation = await invited(event, { [type.uuid]: 2 }, { name: 'דנה כהן', phone })
    const link = new URL(await linkTo(phone))
    expect(link.pathname).toBe(`/order/tickets/${invitation.order_uuid}`)
    const orderToken = link.searchParams.get('token') ?? ''
    const shown = await world.call(showBuyerOrder, { params: { uuid: invitation.order_uuid }, orderToken })
    expect(shown.body.data).toMatchObject({ status: 'paid', total_amount: 0, number: invitation.order_number })
    expect(shown.body.data.tickets.map((ticket) => ticket.code)).toEqual(
      invitation.tickets?.map((ticket) => ticket.code),
    )
    const scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid }
    expect((await scan(world, scanner, event, codeOf(invitation))).body.data.ticket.holder).toBe('דנה כהן')
    const [listed] = (await invitationsOf(event)).data
    expect(listed).toMatchObject({ uuid: invitation.uuid, redeemed_count: 1, redemption: 'partly' })
  })

  it.each([
    ['a name of one letter', { name: 'ד', phone: '0502345678' }, { 'recipient.name': ['invalid_name'] }],
    ['digits in the name', { name: 'דנה 12', phone: '0502345678' }, { 'recipient.name': ['invalid_name'] }],
    ['a phone too short', { name: 'דנה כהן', phone: '050234567' }, { 'recipient.phone': ['invalid_phone'] }],
    ['no phone', { name: 'דנה כהן', phone: '' }, { 'recipient.phone': ['required'] }],
    ['a phone that gets no SMS', { name: 'דנה כהן', phone: '03-5171234' }, { 'recipient.phone': ['invalid_phone'] }],
  ])('with %s is refused', async (_, recipient, fields) => {
    const { event, type } = await sale()
    const answer = await invite(event, { [type.uuid]: 1 }, recipient)
    expect([answer.status, answer.error?.code]).toEqual([422, 'validation'])
    expect(answer.error?.detail).toEqual(fields)
    expect((await balanceOf(world, type.uuid)).sold).toBe(0)
  })

  it.each(['050-234 5678', '+972 50 2345678', '972502345678', '00972-50-234-5678'])(
    'takes a phone as people write it: %s',
    async (phone) => {
      const { event, type } = await sale()
      const invitation = await invited(event, { [type.uuid]: 1 }, { name: 'Dana Cohen', phone })
      expect(invitation.recipient.phone).toBe('050-234-5678')
    },
  )

  it('never gives more tickets than are left, and a refusal names what is left', async () => {
    const { event, type } = await sale(3)
    const other = await ticketTypeOf(world, owner, event, { name: 'יציע', sum_total_available: 9 })
    const answer = await invite(event, { [type.uuid]: 4, [other.uuid]: 1 })
    expect([answer.status, answer.error?.code]).toEqual([409, 'sold_out'])
    expect(answer.error?.detail).toEqual({ left: { [type.uuid]: 3, [other.uuid]: 9 } })
    expect((await balanceOf(world, other.uuid)).sold).toBe(0)
    expect((await invitationsOf(event)).meta.total).toBe(0)
  })

  it('of a ticket type of another event is refused', async () => {
    const [invitation, other] = [await sale(), await sale()]
    const answer = await invite(invitation.event, { [other.type.uuid]: 1 })
    expect(answer.error?.detail).toEqual({ 'items.0.events_ticket_uuid': ['unknown_ticket_type'] })
  })

  it('says how many invitations to the event its phone had before, without those that were revoked', async () => {
    const { event, type } = await sale()
    const other = await sale()
    const recipient = { name: 'דנה כהן', phone: newPhone() }
    const send = () => invite(event, { [type.uuid]: 1 }, recipient)
    await invite(other.event, { [other.type.uuid]: 1 }, recipient)
    await invite(event, { [type.uuid]: 1 })
    const first = await send()
    expect(first.body.data.earlier_invitations).toBe(0)
    expect((await send()).body.data.earlier_invitations).toBe(1)
    const revoked = { uuid: event.uuid, invitation_uuid: first.body.data.uuid }
    await world.call(revokeInvitation, { ...as(owner), params: revoked })
    expect((await send()).body.data.earlier_invitations).toBe(1)
  })

  it('is sent once when its request is repeated with the same key', async () => {
    const { event, type } = await sale()
    const recipient = { name: 'דנה כהן', phone: newPhone() }
    const first = await invite(event, { [type.uuid]: 2 }, recipient, { idempotencyKey: 'a1' })
    const second = await invite(event, { [type.uuid]: 2 }, recipient, { idempotencyKey: 'a1' })
    expect(second.body).toEqual(first.body)
    expect((await balanceOf(world, type.uuid)).sold).toBe(2)
    const other = await invite(event, { [type.uuid]: 3 }, recipient, { idempotencyKey: 'a1' })
    expect(other.error?.code).toBe('idempotency_mismatch')
  })

  it('does not oversell when many are sent at once', async () => {
    const { event, type } = await sale(7)
    const answers = await Promise.all(Array.from({ length: 12 }, () => invite(event, { [type.uuid]: 1 })))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(7)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ sold: 7, tickets: 7 })
  })
})

describe('invitations of an event', () => {
  it('are listed newest first, found by name, phone or number, and filtered by state', async () => {
    const { event, type } = await sale()
    const first = await invited(event, { [type.uuid]: 1 }, { name: 'נועה לוי', phone: '050-777-1234' })
    world.clock.advance(5)
    const second = await invited(event, { [type.uuid]: 1 }, { name: 'יוסי כהן', phone: '052-888-4321' })
    const uuids = async (filter?: Record<string, unknown>) =>
      (await invitationsOf(event, filter)).data.map(({ uuid }) => uuid)
    expect(await uuids()).toEqual([second.uuid, first.uuid])
    expect(await uuids({ or: { name: 'נועה', phone: 'נועה', number: 'נועה' } })).toEqual([first.uuid])
    expect(await uuids({ or: { phone: '0528884' } })).toEqual([second.uuid])
    expect(await uuids({ or: { phone: '+972-50-777' } })).toEqual([first.uuid])
    expect(await uuids({ or: { number: second.order_number } })).toEqual([second.uuid])
    await change(revokeInvitation, event, first)
    expect(await uuids({ status: 'sent' })).toEqual([second.uuid])
    expect(await uuids({ status: 'revoked' })).toEqual([first.uuid])
  })

  it('show the current holder after a correction of the order', async () => {
    const { event, type } = await sale()
    const [before, after] = [newPhone(), newPhone()]
    const invitation = await invited(event, { [type.uuid]: 1 }, { name: 'דנה כהן', phone: before })
    const body = { name: 'דנה כץ', phone: after }
    expect(
      (await world.call(updateOrder, { ...as(owner), params: { uuid: invitation.order_uuid }, body })).status,
    ).toBe(200)
    const [listed] = (await invitationsOf(event)).data
    expect(listed?.recipient).toEqual({ name: 'דנה כץ', phone: nationalPhone(after) })
    expect((await invitationsOf(event, { or: { phone: after, name: after } })).meta.total).toBe(1)
    expect((await invitationsOf(event, { or: { phone: before, name: before } })).meta.total).toBe(0)
    expect((await change(resendInvitation, event, invitation)).status).toBe(200)
    expect(await linkTo(after)).toContain(invitation.order_uuid)
  })

  it('are not shown to other accounts', async () => {
    const { event } = await sale()
    const stranger = await producer(world)
    const answer = await world.call(listInvitations, { ...as(stranger), params: { uuid: event.uuid } })
    expect(answer.error?.code).toBe('not_found')
  })

  it('are refused to scanners', async () => {
    const { event, type } = await sale()
    const scanner = await scannerOf(world, owner)
    const answer = await world.call(sendInvitation, {
      token: scanner.token,
      account: owner.account.uuid,
      params: { uuid: event.uuid },
      body: {
        recipient: { name: 'דנה כהן', phone: newPhone() },
        items: [{ events_ticket_uuid: type.uuid, quantity: 1 }],
      },
    })
    expect([answer.status, answer.error?.code]).toEqual([403, 'forbidden'])
  })
})

describe('an invitation that was sent', () => {
  it('can be sent again, with the same link', async () => {
    const { event, type } = await sale()
    const phone = newPhone()
    const invitation = await invited(event, { [type.uuid]: 1 }, { name: 'דנה כהן', phone })
    const before = await linkTo(phone)
    expect((await change(resendInvitation, event, invitation)).status).toBe(200)
    expect(await linkTo(phone)).toBe(before)
    const sent = await world.db.selectFrom('messages').select('id').where('to', '=', phone).execute()
    expect(sent).toHaveLength(2)
  })

  it('is revoked once: its tickets are refused, the stock returns, the guest is notified', async () => {
    const { event, type } = await sale(5)
    const phone = newPhone()
    const invitation = await invited(event, { [type.uuid]: 2 }, { name: 'דנה כהן', phone })
    const answer = await change(revokeInvitation, event, invitation)
    expect(answer.body.data).toMatchObject({ status: 'revoked', tickets_count: 2 })
    expect(await balanceOf(world, type.uuid)).toMatchObject({ sold: 0, tickets: 0 })
    expect((await scan(world, as(owner), event, codeOf(invitation))).error?.code).toBe('S3')
    expect((await change(revokeInvitation, event, invitation)).status).toBe(200)
    await world.handleEvents()
    const cancelled = await world.db
      .selectFrom('messages')
      .select('template')
      .where('to', '=', phone)
      .where('template', '=', 'order_cancelled')
      .execute()
    expect(cancelled).toHaveLength(1)
    expect((await balanceOf(world, type.uuid)).sold).toBe(0)
    expect((await change(resendInvitation, event, invitation)).error?.code).toBe('order_state')
  })
})

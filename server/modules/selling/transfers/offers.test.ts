import { cancelOrder, reissueOrder, updateOrder } from '@kartis/contract/orders.ts'
import { offerTicket, withdrawTransfer } from '@kartis/contract/ticket-transfers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scan, scannerOf } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { holding, showOrder } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { accept, type BoughtTickets, boughtTickets, closed, offerFirst, seenOffer } from '../../../testing/transfers.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { expireOffers } from '../ticketing/index.ts'

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

describe('a ticket that is offered', () => {
  it('stays the buyer’s with its code, and is shown to whoever has the link with a first name at most', async () => {
    const sale = await bought()
    const { transfer, token } = await offer(sale)
    expect(transfer).toMatchObject({ state: 'offered', to: null, accepted_at: null })
    const [shown] = (await showOrder(world, sale.order)).tickets
    expect(shown).toMatchObject({ code: sale.ticket.code, can_transfer: false, transfer: { uuid: transfer.uuid } })
    const page = await seenOffer(world, transfer.uuid, token)
    expect(page.body.data).toMatchObject({ state: 'open', from: 'דנה', event: { uuid: sale.event.uuid } })
    for (const secret of [sale.ticket.code, sale.order.token, 'כהן', 'dana@', sale.ticket.number])
      expect(page.text).not.toContain(secret)
    expect((await seenOffer(world, transfer.uuid, sale.order.token)).error?.code).toBe('not_found')
    expect((await scan(world, scanner, sale.event, sale.ticket.code)).status).toBe(200)
    expect((await take(transfer.uuid, token)).error).toMatchObject(closed('scanned'))
  })

  it('keeps its offer when it is offered again, at the same time too', async () => {
    const sale = await bought()
    const offers = await Promise.all([offer(sale), offer(sale), offer(sale)])
    expect(new Set(offers.map(({ transfer }) => transfer.uuid)).size).toBe(1)
  })

  it('can be withdrawn, more than once, and offered again with another link', async () => {
    const sale = await bought()
    const first = await offer(sale)
    const params = { uuid: sale.order.uuid, transfer_uuid: first.transfer.uuid }
    const withdraw = () => world.call(withdrawTransfer, { params, orderToken: sale.order.token })
    expect([(await withdraw()).status, (await withdraw()).status]).toEqual([200, 200])
    expect((await seenOffer(world, first.transfer.uuid, first.token)).body.data.state).toBe('withdrawn')
    expect((await take(first.transfer.uuid, first.token)).error).toMatchObject(closed('withdrawn'))
    expect((await showOrder(world, sale.order)).tickets[0]).toMatchObject({ can_transfer: true })
    const second = await offer(sale)
    expect(second.transfer.uuid).not.toBe(first.transfer.uuid)
    expect((await take(second.transfer.uuid, second.token)).status).toBe(200)
    const late = { uuid: sale.order.uuid, transfer_uuid: second.transfer.uuid }
    expect((await world.call(withdrawTransfer, { params: late, orderToken: sale.order.token })).error).toMatchObject(
      closed('accepted'),
    )
  })

  it('ends when its ticket is cancelled or issued anew, and when the link of the order changes', async () => {
    const [cancelled, reissued, corrected] = [await bought(), await bought(), await bought()]
    const [firstOffer, secondOffer, thirdOffer] = [
      await offer(cancelled),
      await offer(reissued),
      await offer(corrected),
    ]
    const ticket_uuids = [cancelled.ticket.uuid]
    const body = { refund: false, ticket_uuids }
    await world.call(cancelOrder, { ...as(owner), params: { uuid: cancelled.order.uuid }, body })
    expect((await take(firstOffer.transfer.uuid, firstOffer.token)).error).toMatchObject(closed('cancelled'))
    const anew = { ticket_uuids: [reissued.ticket.uuid], new_link: false }
    await world.call(reissueOrder, { ...as(owner), params: { uuid: reissued.order.uuid }, body: anew })
    expect((await take(secondOffer.transfer.uuid, secondOffer.token)).error).toMatchObject(closed('withdrawn'))
    expect((await offer(reissued)).transfer.uuid).not.toBe(secondOffer.transfer.uuid)
    const phone = { params: { uuid: corrected.order.uuid }, body: { phone: newPhone() } }
    await world.call(updateOrder, { ...as(owner), ...phone })
    expect((await take(thirdOffer.transfer.uuid, thirdOffer.token)).error?.code).toBe('not_found')
  })

  it('is refused for one that is cancelled, scanned or of another order', async () => {
    const sale = await bought()
    const other = await bought()
    const wrong = { ...holding(sale.order), body: { ticket_uuid: other.ticket.uuid } }
    expect((await world.call(offerTicket, wrong)).error?.code).toBe('not_found')
    await scan(world, scanner, sale.event, sale.ticket.code)
    expect((await offer(sale)).error).toMatchObject(closed('scanned'))
    const body = { refund: false, ticket_uuids: [other.ticket.uuid] }
    await world.call(cancelOrder, { ...as(owner), params: { uuid: other.order.uuid }, body })
    expect((await offer(other)).error).toMatchObject(closed('cancelled'))
  })
})

describe('an offer that nobody accepts', () => {
  it('ends after two days and when the event starts, and the ticket is the buyer’s alone again', async () => {
    const [sale, soon] = [await bought(), await bought()]
    const firstOffer = await offer(sale)
    expect(firstOffer.transfer.expires_at).toBe(new Date(world.clock.now().getTime() + 48 * 3_600_000).toISOString())
    const starts = new Date(world.clock.now().getTime() + 3_600_000)
    await world.db.updateTable('events').set({ starts_at: starts }).where('id', '=', soon.event.uuid).execute()
    const secondOffer = await offer(soon)
    expect(secondOffer.transfer.expires_at).toBe(starts.toISOString())
    world.clock.advance(3600)
    expect((await take(secondOffer.transfer.uuid, secondOffer.token)).error).toMatchObject(closed('event'))
    expect((await offer(soon)).error).toMatchObject(closed('event'))
    world.clock.advance(47 * 3600)
    expect((await seenOffer(world, firstOffer.transfer.uuid, firstOffer.token)).body.data.state).toBe('expired')
    expect((await take(firstOffer.transfer.uuid, firstOffer.token)).error).toMatchObject(closed('expired'))
    const [shown] = (await showOrder(world, sale.order)).tickets
    expect([shown?.can_transfer, shown?.transfer]).toEqual([true, undefined])
    await expireOffers(world.db, world.clock.now())
    const rows = await world.db
      .selectFrom('ticket_transfers')
      .select('state')
      .where('id', '=', firstOffer.transfer.uuid)
      .execute()
    expect(rows).toEqual([{ state: 'expired' }])
    const again = await offer(sale)
    expect((await take(again.transfer.uuid, again.token)).status).toBe(200)
  })
})

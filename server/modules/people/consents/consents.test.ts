import { listMyConsents, withdrawConsent } from '@kartis/contract/consents.ts'
import { updateOrder } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { reserved } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer, signIn } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

/** A cart of a new sale, and how its buyer fills in the form. */
const checkout = async (by: Producer = owner) => {
  const { event, type } = await eventOnSale(world, by)
  const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
  return (body: Record<string, unknown>) => {
    world.clock.advance(1)
    return world.call(updateOrder, { params: { uuid: order.uuid }, orderToken: order.token, body })
  }
}

const logOf = (phone: string) =>
  world.db
    .selectFrom('marketing_consents')
    .select(['given', 'channel', 'wording', 'lang', 'address_hash', 'account_id'])
    .where('phone', '=', phone)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

describe('marketing consent', () => {
  it('is absent unless the buyer ticked it', async () => {
    const phone = newPhone()
    const fill = await checkout()
    await fill({ name: 'דנה כהן', phone })
    await fill({ marketing_consent: false })
    expect(await logOf(phone)).toEqual([])
  })

  it('stores the agreed wording, its language, channel and account, and no IP address', async () => {
    const phone = newPhone()
    await (
      await checkout()
    )({ name: 'דנה כהן', phone, marketing_consent: true })
    const [row, ...more] = await logOf(phone)
    expect(more).toEqual([])
    expect(row).toMatchObject({ given: true, channel: 'checkout', lang: 'he', account_id: owner.account.uuid })
    expect(row?.wording).toContain(owner.account.name)
    expect(row?.address_hash).not.toMatch(/^[\d.:]*$/)
  })

  it('is withdrawn by unticking it, and moves to a corrected phone number', async () => {
    const [wrong, right] = [newPhone(), newPhone()]
    const fill = await checkout()
    await fill({ name: 'דנה כהן', phone: wrong, marketing_consent: true })
    await fill({ phone: right })
    expect((await logOf(wrong)).map(({ given }) => given)).toEqual([true, false])
    await fill({ marketing_consent: false })
    expect((await logOf(right)).map(({ given }) => given)).toEqual([true, false])
  })

  it('sent again changes nothing', async () => {
    const phone = newPhone()
    const fill = await checkout()
    for (let time = 0; time < 3; time++) await fill({ name: 'דנה כהן', phone, marketing_consent: true })
    expect(await logOf(phone)).toHaveLength(1)
  })

  it('is an append-only log', async () => {
    const phone = newPhone()
    await (
      await checkout()
    )({ name: 'דנה כהן', phone, marketing_consent: true })
    await expect(
      world.db.updateTable('marketing_consents').set({ given: false }).where('phone', '=', phone).execute(),
    ).rejects.toThrow(/log/)
  })
})

describe('withdrawing a marketing consent', () => {
  it('is done by the signed-in phone, for one organiser and not for the other', async () => {
    const other = await producer(world)
    const phone = newPhone()
    await (
      await checkout()
    )({ name: 'דנה כהן', phone, marketing_consent: true })
    await (
      await checkout(other)
    )({ name: 'דנה כהן', phone, marketing_consent: true })
    const { token } = await signIn(world, phone)
    const before = (await world.call(listMyConsents, { token })).body.data
    expect(before.map(({ uuid }) => uuid).toSorted()).toEqual([owner.account.uuid, other.account.uuid].toSorted())
    world.clock.advance(1)
    const params = { uuid: owner.account.uuid }
    const after = (await world.call(withdrawConsent, { token, params })).body.data
    expect(after.map(({ uuid }) => uuid)).toEqual([other.account.uuid])
    expect((await world.call(withdrawConsent, { token, params })).status).toBe(200)
    expect((await logOf(phone)).filter(({ channel }) => channel === 'customer')).toMatchObject([
      { given: false, account_id: owner.account.uuid },
    ])
  })

  it('affects no other phone and requires a sign-in', async () => {
    const phone = newPhone()
    await (
      await checkout()
    )({ name: 'דנה כהן', phone, marketing_consent: true })
    const stranger = await signIn(world)
    const params = { uuid: owner.account.uuid }
    expect((await world.call(withdrawConsent, { token: stranger.token, params })).body.data).toEqual([])
    expect(await logOf(phone)).toHaveLength(1)
    expect((await world.call(listMyConsents)).error?.code).toBe('unauthorized')
  })
})

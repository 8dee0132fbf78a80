import { createHash } from 'node:crypto'
import { pay, updateOrder } from '@kartis/contract/public-orders.ts'
import { AGREED_TEXT } from '@kartis/domain/agreed-text.ts'
import { LANGS } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { useTestGateway } from '../../../testing/gateway.ts'
import { holding, reserved } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

const sentencesOf = (keys: readonly string[]) => LANGS.map((lang) => keys.map((key) => translatorFor(lang)(key)))

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

/** Orders of one event, whose details are given. */
const carts = async (price: number, count = 1) => {
  const { event, type } = await eventOnSale(world, owner, { type: { price, sum_total_available: 100 } })
  return Promise.all(Array.from({ length: count }, () => reserved(world, event.uuid, { [type.uuid]: 1 })))
}

const buyer = () => ({ name: 'דנה כהן', phone: newPhone() })

const agreedOf = async (orders: readonly { readonly uuid: string }[]) =>
  (
    await world.db
      .selectFrom('order_history')
      .select(['kind', 'detail', 'created_at'])
      .where(
        'order_id',
        'in',
        orders.map(({ uuid }) => uuid),
      )
      .execute()
  ).flatMap(({ kind, detail, created_at: at }) => ('agreed' in detail ? [{ kind, agreed: detail['agreed'], at }] : []))

describe('the sentence beside the button that goes on to the payment', () => {
  it('has a version that changes with every change of what it says', () => {
    const current = sentencesOf(['checkout:details.agree', 'checkout:details.agree_free'])
    // Another hash: increment AGREED_TEXT, and keep the sentences before as `disputes:pack.consent.text_<version>`.
    expect({ [AGREED_TEXT]: hashOf(current) }).toEqual({ 2: 'a540629ec9f63883' })
    const earlier = Array.from({ length: AGREED_TEXT - 1 }, (_, place) => place + 1)
    for (const text of sentencesOf(
      earlier.flatMap((version) => ['', '_free'].map((free) => `disputes:pack.consent.text_${version}${free}`)),
    ).flat())
      expect(text).not.toContain('text_')
  })

  it('is recorded with a paid order: its version, its language and when, where the details come along', async () => {
    const [order] = await carts(149)
    await world.call(pay, { ...holding(order ?? never()), body: { lang: 'en', details: buyer() }, lang: 'en' })
    expect(await agreedOf([order ?? never()])).toEqual([
      { kind: 'pending_payment', agreed: { text: AGREED_TEXT, lang: 'en' }, at: world.clock.now() },
    ])
  })

  it('is recorded where the details were saved before, and once however often the buyer pays', async () => {
    const [order = never()] = await carts(149)
    await world.call(updateOrder, { ...holding(order), body: buyer(), lang: 'ar' })
    for (let time = 0; time < 2; time++) await world.call(pay, { ...holding(order), body: { lang: 'ar' } })
    expect(await agreedOf([order])).toMatchObject([{ agreed: { text: AGREED_TEXT, lang: 'ar' } }])
  })

  it('is recorded with a free order, alone and among many', async () => {
    for (const count of [1, 8]) {
      const orders = await carts(0, count)
      await Promise.all(orders.map((order) => world.call(pay, { ...holding(order), body: { details: buyer() } })))
      const agreed = await agreedOf(orders)
      expect(agreed).toHaveLength(count)
      expect(new Set(agreed.map((each) => JSON.stringify([each.kind, each.agreed])))).toEqual(
        new Set([JSON.stringify(['paid', { lang: 'he', text: AGREED_TEXT }])]),
      )
    }
  })
})

function never(): never {
  throw new Error('nothing was reserved')
}

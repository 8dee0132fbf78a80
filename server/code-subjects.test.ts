import { login } from '@kartis/contract/auth.ts'
import { unpublishEvent } from '@kartis/contract/events.ts'
import { OTP } from '@kartis/domain/limits.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from './testing/events.ts'
import { reserved } from './testing/orders.ts'
import { newPhone, type Producer, producer } from './testing/people.ts'
import { boughtTickets, offerFirst } from './testing/transfers.ts'
import { openWorld, type World } from './testing/world.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMITS: 'on' } })
  owner = await producer(world)
})
afterAll(() => world.close())

const PURPOSES = ['checkout', 'waiting_list', 'transfer'] as const
type Purpose = (typeof PURPOSES)[number]

const request = (phone: string, purpose: Purpose, subject_uuid: string) =>
  world.call(login, { body: { phone_country_code: '972', phone_number: nationalPhone(phone), purpose, subject_uuid } })

const smsTo = async (phone: string): Promise<number> =>
  (await world.db.selectFrom('messages').select('id').where('to', '=', phone).execute()).length

/** One entity of each purpose that a code may be good for. */
const openSubjects = async (): Promise<Readonly<Record<Purpose, string>>> => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 0 } })
  const { transfer } = await offerFirst(world, await boughtTickets(world, owner))
  return {
    checkout: (await reserved(world, event.uuid, { [type.uuid]: 1 })).uuid,
    waiting_list: event.uuid,
    transfer: transfer.uuid,
  }
}

describe('a code for an entity', () => {
  it.each(PURPOSES)(
    'costs no SMS where there is none of %s, and its reply is that of one that is sent',
    async (purpose) => {
      const subjects = await openSubjects()
      const [phone, other] = [newPhone(), newPhone()]
      const sent = await request(phone, purpose, subjects[purpose])
      const unsent = await request(other, purpose, world.platform.newId())
      expect(await smsTo(phone)).toBe(1)
      expect(await smsTo(other)).toBe(0)
      expect(unsent.status).toBe(sent.status)
      expect(Object.keys(unsent.body.data)).toEqual(Object.keys(sent.body.data))
      const { expires_at: expires, resend_at: resend } = sent.body.data
      expect(unsent.body.data).toMatchObject({ expires_at: expires, resend_at: resend })
      // A repeat waits as long.
      const [again, unsentAgain] = [
        await request(phone, purpose, subjects[purpose]),
        await request(other, purpose, world.platform.newId()),
      ]
      expect([again.status, unsentAgain.status]).toEqual([429, 429])
      expect(unsentAgain.error?.detail).toEqual(again.error?.detail)
    },
  )

  it('is not sent for an entity of another kind, nor for an event that is not on sale', async () => {
    const subjects = await openSubjects()
    const phone = newPhone()
    const closed = await eventOnSale(world, owner)
    await world.call(unpublishEvent, { ...as(owner), params: { uuid: closed.event.uuid } })
    for (const [purpose, subject] of [
      ['checkout', subjects.waiting_list],
      ['waiting_list', closed.event.uuid],
      ['transfer', subjects.checkout],
    ] as const) {
      expect((await request(phone, purpose, subject)).status).toBe(200)
      world.clock.advance(600)
    }
    expect(await smsTo(phone)).toBe(0)
  })

  it('that is not sent counts against the limits of its phone', async () => {
    const phone = newPhone()
    const statuses: number[] = []
    for (let time = 0; time <= OTP.sendsPerPhonePerHour; time++) {
      statuses.push((await request(phone, 'checkout', world.platform.newId())).status)
      world.clock.advance(300)
    }
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.filter((status) => status === 200)).toHaveLength(OTP.sendsPerPhonePerHour)
  })
})

import { authenticate, login } from '@kartis/contract/auth.ts'
import { eraseMe } from '@kartis/contract/data-rights.ts'
import type { Endpoint } from '@kartis/contract/endpoint.ts'
import { type Reservation, updateOrder } from '@kartis/contract/public-orders.ts'
import { reauthenticate } from '@kartis/contract/sessions.ts'
import { acceptTransfer } from '@kartis/contract/ticket-transfers.ts'
import { joinWaitingList } from '@kartis/contract/waiting-list.ts'
import { CODE_PURPOSE_NAMES, CODE_PURPOSES, type CodePurpose } from '@kartis/domain/code-purpose.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventOnSale, soldOutEvent } from './testing/events.ts'
import { holding, reserved } from './testing/orders.ts'
import { newPhone, person, type Producer, producer, requestLoginCode, type SignedIn, signIn } from './testing/people.ts'
import { boughtTickets, offerFirst } from './testing/transfers.ts'
import { openWorld, type World } from './testing/world.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

interface Proof {
  readonly method_id: string
  readonly code: string
}

/** One place where a code is entered: for one purpose, and one entity where the purpose has one. */
interface Place {
  readonly purpose: CodePurpose
  readonly subject_uuid?: string
  readonly enter: (proof: Proof) => Promise<{ readonly status: number; readonly error: { code: string } | undefined }>
}

const transferPlace = async (phone: string): Promise<Place> => {
  const { transfer, token } = await offerFirst(world, await boughtTickets(world, owner))
  const params = { uuid: transfer.uuid }
  return {
    purpose: 'transfer',
    subject_uuid: transfer.uuid,
    enter: (phone_proof) =>
      world.call(acceptTransfer, { params, body: { token, name: 'יעל ברק', phone, phone_proof } }),
  }
}

const checkoutPlace = (order: Reservation, phone: string): Place => ({
  purpose: 'checkout',
  subject_uuid: order.uuid,
  enter: (phone_proof) => world.call(updateOrder, { ...holding(order), body: { name: 'דנה כהן', phone, phone_proof } }),
})

const listPlace = async (phone: string): Promise<Place> => {
  const { event } = await soldOutEvent(world, owner)
  return {
    purpose: 'waiting_list',
    subject_uuid: event.uuid,
    enter: (phone_proof) =>
      world.call(joinWaitingList, {
        params: { uuid: event.uuid },
        body: { kind: 'sold_out', quantity: 1, consent: true, phone, phone_proof },
      }),
  }
}

/** Every place where the person may enter a code, with two entities of each purpose that has them; the erasure is the last. */
const placesOf = async ({ phone, token }: SignedIn): Promise<readonly Place[]> => {
  const { event, type } = await eventOnSale(world, owner, {
    event: { settings: { limit_per_phone: 6 } },
    type: { price: 0, sum_total_available: 20 },
  })
  const order = () => reserved(world, event.uuid, { [type.uuid]: 1 })
  return [
    { purpose: 'sign_in', enter: (body) => world.call(authenticate, { body }) },
    { purpose: 'confirm', enter: (body) => world.call(reauthenticate, { token, body }) },
    checkoutPlace(await order(), phone),
    checkoutPlace(await order(), phone),
    await listPlace(phone),
    await listPlace(phone),
    await transferPlace(phone),
    await transferPlace(phone),
    {
      purpose: 'erase',
      enter: (proof) => world.call(eraseMe, { token, body: { ...proof, confirm_upcoming: true } }),
    },
  ]
}

describe('a one-time code', () => {
  it('is accepted for the purpose and the entity that it was requested for, and nowhere else', async () => {
    const me = await person(world)
    const places = await placesOf(me)
    expect(new Set(places.map(({ purpose }) => purpose))).toEqual(new Set(CODE_PURPOSE_NAMES))
    const codes: Proof[] = []
    for (const { purpose, subject_uuid } of places)
      codes.push(
        await requestLoginCode(world, me.phone, {
          purpose,
          ...(subject_uuid && { subject_uuid }),
          ...(CODE_PURPOSES[purpose].isOwn && { token: me.token }),
        }),
      )
    expect(new Set(codes.map(({ method_id }) => method_id)).size).toBe(places.length)
    for (const [from, code] of codes.entries())
      for (const [to, place] of places.entries()) {
        if (from === to) continue
        const { error } = await place.enter(code)
        expect(error?.code, `code of ${places[from]?.purpose} ${from} at ${place.purpose} ${to}`).toBe('code_expired')
      }
    // So many refusals cost no try: each code is still good where it belongs.
    for (const [at, place] of places.entries()) {
      const proof = codes[at]
      if (!proof) throw new Error('a code of each place')
      expect((await place.enter(proof)).error, place.purpose).toBeUndefined()
    }
  })

  it('is entered at the places of this test only', () => {
    const takesCode = ({ body }: Endpoint): boolean => {
      const fields = Object.keys((body as { shape?: object } | undefined)?.shape ?? {})
      return fields.includes('phone_proof') || (fields.includes('method_id') && fields.includes('code'))
    }
    const found = world.app.endpoints.filter(takesCode).map(({ method, path }) => `${method} ${path}`)
    expect(found.toSorted()).toEqual([
      'PATCH /v1/public/orders/:uuid',
      'POST /v1/account/users/me/erase',
      'POST /v1/login/authenticate',
      'POST /v1/login/reauthenticate',
      'POST /v1/public/events/:uuid/waiting-list',
      'POST /v1/public/ticket_transfers/:uuid/accept',
    ])
  })

  it('that confirms or erases is sent to its signed-in owner only, and one of an entity names it', async () => {
    const me = await signIn(world)
    const requestBy = (body: object, token?: string) =>
      world.call(login, {
        ...(token && { token }),
        body: { phone_country_code: '972', phone_number: nationalPhone(me.phone), ...body },
      })
    const stranger = await signIn(world)
    for (const purpose of ['confirm', 'erase']) {
      expect((await requestBy({ purpose })).error?.code).toBe('unauthorized')
      expect((await requestBy({ purpose }, stranger.token)).error?.code).toBe('unauthorized')
      expect((await requestBy({ purpose }, me.token)).status).toBe(200)
    }
    for (const purpose of ['checkout', 'waiting_list', 'transfer'])
      expect((await requestBy({ purpose })).error?.detail).toEqual({ subject_uuid: ['required'] })
    expect((await requestBy({ purpose: 'payout', subject_uuid: owner.account.uuid })).status).toBe(422)
  })

  it('says in its SMS what it is for', async () => {
    const phone = newPhone()
    const places = await placesOf(await person(world))
    const textOf = async (purpose: CodePurpose, lang: string) => {
      const subject_uuid = places.find((place) => place.purpose === purpose)?.subject_uuid
      const body = {
        phone_country_code: '972',
        phone_number: nationalPhone(phone),
        purpose,
        ...(subject_uuid !== undefined && { subject_uuid }),
      }
      await world.call(login, { body, lang })
      return world.db
        .selectFrom('messages')
        .select('text')
        .where('to', '=', phone)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    }
    expect((await textOf('sign_in', 'he')).text).toContain('קוד הכניסה')
    expect((await textOf('checkout', 'he')).text).toContain('קוד לאימות הטלפון להזמנה')
    expect((await textOf('transfer', 'en')).text).toContain('Code to accept a ticket')
    expect((await textOf('waiting_list', 'ar')).text).toContain('إشعار التذاكر')
  })
})

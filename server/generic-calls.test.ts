import { pay } from '@kartis/contract/public-orders.ts'
import { showUser, updateUser } from '@kartis/contract/auth.ts'
import { createForm } from '@kartis/contract/forms.ts'
import { createVenue } from '@kartis/contract/venues.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from './testing/events.ts'
import { holding, reserved, withDetails } from './testing/orders.ts'
import { type Producer, producer } from './testing/people.ts'
import { openWorld, type World } from './testing/world.ts'

/** The routes of the specification’s entities that have a list, without those of seat maps. */
const LISTS = [
  '/v1/account/accounts',
  '/v1/attachments',
  '/v1/credit_terminals',
  '/v1/customer/orders',
  '/v1/events',
  '/v1/events_categories',
  '/v1/events_tickets',
  '/v1/forms',
  '/v1/payments',
  '/v1/producer/events',
  '/v1/producer/events_tickets',
  '/v1/producer/forms',
  '/v1/producer/orders',
  '/v1/producer/venues',
  '/v1/public/events_categories',
  '/v1/venues',
] as const

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  const sale = await eventOnSale(world, owner, { type: { price: 0 } })
  const order = await reserved(world, sale.event.uuid, { [sale.type.uuid]: 1 })
  await world.call(pay, holding(await withDetails(world, order, owner.phone)))
  await world.call(createVenue, { ...as(owner), body: { name: 'האנגר 11' } })
  await world.call(createForm, {
    ...as(owner),
    body: { name: 'שאלון', fields: [{ type: 'text', name: 'מידת חולצה' }] },
  })
})
afterAll(() => world.close())

const get = (path: string, lang = 'he', query = '') =>
  world.app.inject({
    method: 'GET',
    url: `/api${path}${query}`,
    headers: {
      authorization: `Bearer ${owner.token}`,
      'x-account-id': owner.account.uuid,
      'accept-language': lang,
    },
  })

describe('every list of the specification', () => {
  it.each(LISTS)('%s has pages, states with labels in three languages, and a spreadsheet', async (path) => {
    const list = await get(path, 'he', '?per_page=1')
    expect(list.statusCode, list.body).toBe(200)
    expect(list.json()).toMatchObject({ meta: { current_page: 1, per_page: 1 } })
    for (const lang of ['he', 'en', 'ar']) {
      const states = await get(`${path}/status_cases`, lang)
      expect(states.statusCode, states.body).toBe(200)
      const cases = (states.json() as { data: { value: string; label: string }[] }).data
      expect(cases.length).toBeGreaterThan(0)
      for (const { label } of cases) expect(label).not.toMatch(/^$|states:|\./)
    }
    const sheet = await get(`${path}/export`, 'he')
    expect(sheet.statusCode).toBe(200)
    expect(sheet.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  it.each(LISTS)('%s shows one entity by its uuid', async (path) => {
    const [first] = (await get(path)).json().data as { uuid: string }[]
    // Nothing was paid and no file was stored; the names of terminals are keys.
    if (!first) return expect(['/v1/payments', '/v1/attachments', '/v1/credit_terminals']).toContain(path)
    const shown = await get(`${path}/${first.uuid}`)
    expect(shown.statusCode, shown.body).toBe(200)
    expect(shown.json()).toMatchObject({ data: { uuid: first.uuid } })
  })

  it.each(LISTS)('%s refuses a relation that it does not know, and names the field', async (path) => {
    const refused = await get(path, 'he', '?with[]=secrets')
    expect(refused.statusCode, refused.body).toBe(422)
    expect(refused.body).toContain('with')
  })
})

describe('the signed-in user', () => {
  it('is found and changed by the uuid as by “me”, and nobody else is', async () => {
    const { token } = owner
    const uuid = owner.user.id
    const other = await producer(world)
    expect((await world.call(showUser, { token, params: { uuid } })).body.data.id).toBe(uuid)
    const changed = await world.call(updateUser, { token, params: { uuid }, body: { first_name: 'נועה' } })
    expect(changed.body.data.first_name).toBe('נועה')
    expect((await world.call(showUser, { token, params: { uuid: other.user.id } })).status).toBe(404)
    const refused = await world.call(updateUser, { token, params: { uuid: other.user.id }, body: { first_name: 'א' } })
    expect(refused.status).toBe(404)
  })
})

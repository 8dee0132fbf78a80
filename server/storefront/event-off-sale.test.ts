import { unpublishEvent } from '@kartis/contract/events.ts'
import { showPublicEvent } from '@kartis/contract/public-events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../testing/events.ts'
import { freeOrder } from '../testing/orders.ts'
import { type Producer, producer } from '../testing/people.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let organiser: Producer
beforeAll(async () => {
  world = await openWorld()
  organiser = await producer(world)
})
afterAll(() => world.close())

describe('the sale site', () => {
  it('opens a link that was typed with capitals, or that has the full stop of its sentence', async () => {
    const { event } = await eventOnSale(world, organiser, { type: { price: 0 } })
    for (const key of [event.slug.toUpperCase(), `${event.slug}.`, `${event.slug}),`]) {
      const page = await world.http('GET', `/order/${encodeURIComponent(key)}`)
      expect([key, page.status]).toEqual([key, 200])
      expect(page.text).toContain(`/order/${event.slug}"`)
    }
  })

  it('the page of an event that sold and is off sale says so, with the way to the tickets', async () => {
    const { event, type } = await eventOnSale(world, organiser, { type: { price: 0 } })
    await freeOrder(world, event.uuid, { [type.uuid]: 1 })
    await world.call(unpublishEvent, { ...as(organiser), params: { uuid: event.uuid } })
    for (const path of [`/order/${event.slug}`, `/order/${event.uuid}`]) {
      const page = await world.http('GET', path)
      expect(page.status).toBe(404)
      expect(page.text).toContain(event.name)
      expect(page.text).toContain('הכרטיסים שנקנו בתוקף')
      expect(page.text).toContain('noindex')
      expect(page.text).toContain('href="/order/my"')
    }
    const api = await world.call(showPublicEvent, { params: { uuid: event.uuid } })
    expect([api.status, api.error]).toMatchObject([404, { code: 'event_off_sale', detail: { name: event.name } }])
  })
})

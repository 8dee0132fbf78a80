import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { publishEvent, unpublishEvent } from '@kartis/contract/events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, draftEvent, eventOnSale, ticketTypeOf } from '../testing/events.ts'
import { freeOrder, reserved } from '../testing/orders.ts'
import { type Producer, producer } from '../testing/people.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let maker: Producer

beforeAll(async () => {
  world = await openWorld()
  maker = await producer(world)
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}) => world.http('GET', url, undefined, { headers })
const jsonIn = (html: string, open: string): unknown =>
  JSON.parse(html.split(open)[1]?.split('</script>')[0] ?? 'null') as unknown

describe('the page of an event', () => {
  it('is whole before any script runs: name, place, final prices, share tags and data for search engines', async () => {
    const { event } = await eventOnSale(world, maker, { type: { price: 1149.5 } })
    const page = await get(`/order/${event.slug}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('<html lang="he" dir="rtl">')
    expect(page.text).toContain('<h1><bdi>נועה שחר והלהקה</bdi></h1>')
    expect(page.text).toContain('1,149.50\u00a0₪')
    expect(page.text).toContain('waze.com/ul?q=')
    expect(page.text).toContain(`<meta property="og:url" content="http://localhost:3000/order/${event.slug}">`)
    expect(page.text).toContain('<meta property="og:locale" content="he_IL">')
    const data = jsonIn(page.text, '<script type="application/ld+json">')
    expect(data).toMatchObject({
      '@type': 'Event',
      name: event.name,
      startDate: event.starts_at,
      offers: [{ price: '1149.50', priceCurrency: 'ILS', availability: 'https://schema.org/InStock' }],
    })
  })

  it('answers to its uuid as well, and to the languages of the address, of the cookie and of Arabic phones', async () => {
    const { event } = await eventOnSale(world, maker)
    const html = async (query: string, headers: Record<string, string> = {}) =>
      (await get(`/order/${event.uuid}${query}`, headers)).text
    expect(await html('?lang=en')).toContain('<html lang="en" dir="ltr">')
    expect(await html('', { cookie: 'kartis_lang=ar' })).toContain('<html lang="ar" dir="rtl">')
    expect(await html('?lang=he', { cookie: 'kartis_lang=ar' })).toContain('<html lang="he" dir="rtl">')
    expect(await html('', { 'accept-language': 'ar-IL,he;q=0.8' })).toContain('<html lang="ar"')
    expect(await html('', { 'accept-language': 'en-US,en;q=0.9' })).toContain('<html lang="he"')
  })

  it('comes as its texts alone for a change of language on the way', async () => {
    const { event } = await eventOnSale(world, maker)
    const answer = await get(`/order/${event.slug}?lang=ar&as=json`)
    expect(answer.body).toMatchObject({
      lang: 'ar',
      view: { uuid: event.uuid },
      words: { 'sale.buy.go': 'متابعة الطلب' },
    })
  })

  it('runs no script that stands in the page, and cannot be broken out of by an event’s name', async () => {
    const { event } = await eventOnSale(world, maker, { event: { name: '</script><script>alert(1)</script> "מופע"' } })
    const { text, headers } = await get(`/order/${event.slug}`)
    const scripts = [...text.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
    expect(scripts.length).toBeGreaterThan(1)
    for (const attributes of scripts) expect(attributes).toMatch(/type="application\/(ld\+)?json"|src="\/order\/_\//)
    expect(String(headers['content-security-policy'])).toMatch(/script-src 'self'(?! 'unsafe-inline')/)
  })

  it('is a real 404 page when there is no such event, or no longer', async () => {
    const { event } = await eventOnSale(world, maker)
    expect((await get('/order/no-such-event')).status).toBe(404)
    await world.call(unpublishEvent, { ...as(maker), params: { uuid: event.uuid } })
    const gone = await get(`/order/${event.slug}`)
    expect(gone.status).toBe(404)
    expect(gone.text).toContain('העמוד הזה לא נמצא')
    expect(gone.text).toContain('noindex')
    const draft = await draftEvent(world, maker)
    expect((await get(`/order/${draft.uuid}`)).status).toBe(404)
  })

  it('keeps what cannot be bought now, with the reason', async () => {
    const { event } = await eventOnSale(world, maker, { type: { sum_total_available: 0 } })
    const soon = new Date(world.clock.now().getTime() + 86_400_000).toISOString()
    await ticketTypeOf(world, maker, event, { name: 'רגע אחרון', sale_starts_at: soon })
    const { text } = await get(`/order/${event.slug}`)
    expect(text).toContain('אזל')
    expect(text).toContain('רגע אחרון')
    expect(text).toContain('המכירה עוד לא נפתחה')
  })

  it('may be kept by a cache and answers 304 while nothing in it changed', async () => {
    const { event } = await eventOnSale(world, maker)
    const first = await get(`/order/${event.slug}`)
    expect(first.headers['cache-control']).toMatch(/^public/)
    world.clock.advance(60)
    const again = await get(`/order/${event.slug}`, { 'if-none-match': String(first.headers.etag) })
    expect(again.status).toBe(304)
  })
})

describe('the list', () => {
  it('shows what is published, and finds by name or city', async () => {
    const { event } = await eventOnSale(world, maker, { event: { name: 'סדנת אובניים', address_city: 'פרדס חנה' } })
    const other = await eventOnSale(world, maker, { event: { name: 'מרוץ הפרדסים' } })
    await world.call(publishEvent, { ...as(maker), params: { uuid: other.event.uuid } })
    const found = (await get(`/order?q=${encodeURIComponent('פרדס חנה')}`)).text
    expect(found).toContain(`/order/${event.slug}`)
    expect(found).not.toContain(`/order/${other.event.slug}"`)
    expect((await get('/order?q=zzzz')).text).toContain('לא מצאנו אירוע כזה')
  })
})

describe('the pages of one order', () => {
  it('open only with its key: from the link, or from the cookie of the browser that ordered', async () => {
    const { event, type } = await eventOnSale(world, maker)
    const order = await reserved(world, event.uuid, { [type.uuid]: 2 })
    const path = `/order/checkout/${order.uuid}`
    expect((await get(path)).status).toBe(404)
    expect((await get(`${path}?token=wrong`)).status).toBe(404)
    const page = await get(path, { cookie: `kartis_order_${order.uuid.replaceAll('-', '')}=${order.token}` })
    expect(page.status).toBe(200)
    expect(page.text).toContain('למי לשלוח את הכרטיסים?')
    expect(page.headers['cache-control']).toBe('private, no-store')
    expect(String(page.headers['content-security-policy'])).toContain("frame-ancestors 'self'")
  })

  it('show every ticket with its printed price and a code of its own', async () => {
    const { event, type } = await eventOnSale(world, maker, { type: { price: 0 } })
    const order = await freeOrder(world, event.uuid, { [type.uuid]: 2 })
    const { text, status } = await get(`/order/tickets/${order.uuid}?token=${order.token}`)
    expect(status).toBe(200)
    const codes = [...text.matchAll(/<path d="(M2 2h7v1h-7z[^"]+)" fill="currentColor"/g)].map(([, path]) => path)
    expect(codes).toHaveLength(2)
    expect(new Set(codes).size).toBe(2)
    expect(text).toContain(`/tickets.pdf?token=${order.token}`)
    expect(text).toContain('דנה כהן')
    expect((await get(`/order/tickets/${order.uuid}`)).status).toBe(404)
  })

  it('take the buyer back from the gateway, whether it links or posts', async () => {
    const { event, type } = await eventOnSale(world, maker)
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    const url = `/order/checkout/${order.uuid}/return?result=fail`
    const posted = await world.http('POST', url, 'Response=004&sum=149.00', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    for (const page of [await get(url), posted]) {
      expect(page.status).toBe(200)
      expect(page.text).toContain(`data-outcome="fail"`)
      expect(page.text).toContain(`href="/order/checkout/${order.uuid}?result=fail"`)
    }
  })
})

describe('the embed code', () => {
  const ancestors = async (url: string, headers: Record<string, string> = {}) => {
    const page = await get(url, headers)
    return [page.status, /frame-ancestors ([^;]*)/.exec(String(page.headers['content-security-policy']))?.[1]]
  }

  it('lets a stranger’s page frame what is embedded, and nothing else', async () => {
    const { event, type } = await eventOnSale(world, maker)
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    const checkout = `/order/checkout/${order.uuid}`
    expect(await ancestors(`/order/${event.slug}?embed=1`)).toEqual([200, '*'])
    expect(await ancestors(`${checkout}?embed=1&token=${order.token}`)).toEqual([200, '*'])
    expect(await ancestors(`${checkout}/return?result=success`)).toEqual([200, '*'])
    for (const path of [`/order/${event.slug}`, '/order', '/order/my', `${checkout}?token=${order.token}`])
      expect(await ancestors(path)).toEqual([200, "'self'"])
  })

  it('opens an order to a stranger’s frame by the key in its address alone, never by this browser’s memory', async () => {
    const { event, type } = await eventOnSale(world, maker)
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    const cookie = `kartis_order_${order.uuid.replaceAll('-', '')}=${order.token}`
    expect((await get(`/order/checkout/${order.uuid}`, { cookie })).status).toBe(200)
    expect((await get(`/order/checkout/${order.uuid}?embed=1`, { cookie })).status).toBe(404)
  })

  it('draws the page without head and foot, in the theme that the organiser chose', async () => {
    const { event } = await eventOnSale(world, maker)
    const { text } = await get(`/order/${event.slug}?embed=1&theme=dark&lang=en`)
    expect(text).toContain('<html lang="en" dir="ltr" data-embed data-theme="dark">')
    expect(text).not.toMatch(/<header|<footer/)
  })

  it('has a loader of less than 4 KB', async () => {
    const { status, text, headers } = await get('/embed.js')
    expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(text.length).toBeLessThan(4096)
    expect(text).toContain('iframe')
  })
})

describe('the pages that the law asks for', () => {
  it.each(['accessibility', 'privacy', 'terms', 'cancellation'])(
    '%s is there in three languages, with who runs the site',
    async (kind) => {
      for (const lang of ['he', 'en', 'ar']) {
        const { status, text } = await get(`/order/legal/${kind}?lang=${lang}`)
        expect(status).toBe(200)
        expect(text).toContain(world.platform.settings.operator.email)
        expect(text).not.toMatch(/\{\{|legal\./)
      }
      expect((await get('/order/legal/other')).status).toBe(404)
    },
  )
})

describe('a slow phone', () => {
  it('fetches at most 90 KB of JavaScript before it can buy', async () => {
    const { event } = await eventOnSale(world, maker)
    const { text } = await get(`/order/${event.slug}`)
    const files = new Set(
      [
        ...text.matchAll(
          /(?:modulepreload" fetchpriority="low" href|module" fetchpriority="low" src)="\/order\/_\/([^"]+)"/g,
        ),
      ].map(([, file = '']) => file),
    )
    expect(files.size).toBeGreaterThan(1)
    const client = join(import.meta.dirname, '../../storefront/dist/client')
    const bytes = [...files].reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(client, file)), { level: 9 }).length,
      0,
    )
    expect(bytes).toBeLessThan(90 * 1024)
  })
})

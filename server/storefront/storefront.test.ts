import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { publishEvent, unpublishEvent } from '@kartis/contract/events.ts'
import { showPublicEvent } from '@kartis/contract/public-events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, draftEvent, eventOnSale, soldOutEvent, ticketTypeOf } from '../testing/events.ts'
import { freeOrder, reserved } from '../testing/orders.ts'
import { type Producer, producer } from '../testing/people.ts'
import { approvedRun } from '../testing/refund-runs.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let organiser: Producer

beforeAll(async () => {
  world = await openWorld({ env: { ACCESSIBILITY_COORDINATOR: 'Tamar Alon' } })
  organiser = await producer(world)
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}) => world.http('GET', url, undefined, { headers })
const jsonIn = (html: string, open: string): unknown =>
  JSON.parse(html.split(open)[1]?.split('</script>')[0] ?? 'null') as unknown

describe('the event page', () => {
  it('the event page is complete without scripts: name, place, final prices, share tags and structured data', async () => {
    const { event } = await eventOnSale(world, organiser, { type: { price: 1149.5 } })
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

  it('the event page opens by uuid too, in the language of the query, of the cookie or of the browser', async () => {
    const { event } = await eventOnSale(world, organiser)
    const html = async (query: string, headers: Record<string, string> = {}) =>
      (await get(`/order/${event.uuid}${query}`, headers)).text
    expect(await html('?lang=en')).toContain('<html lang="en" dir="ltr">')
    expect(await html('', { cookie: 'kartis_lang=ar' })).toContain('<html lang="ar" dir="rtl">')
    expect(await html('?lang=he', { cookie: 'kartis_lang=ar' })).toContain('<html lang="he" dir="rtl">')
    expect(await html('', { 'accept-language': 'ar-IL,he;q=0.8' })).toContain('<html lang="ar"')
    expect(await html('', { 'accept-language': 'en-US,en;q=0.9' })).toContain('<html lang="en"')
    expect(await html('', { 'accept-language': 'en;q=0.5, he-IL' })).toContain('<html lang="he"')
    expect(await html('', { 'accept-language': 'fr-FR' })).toContain('<html lang="en"')
    expect(await html('')).toContain('<html lang="he"')
  })

  it('a language chosen on any page, also one without a script, holds on the next pages', async () => {
    const { event } = await eventOnSale(world, organiser)
    for (const path of ['/order', '/order/legal/terms', '/order/my', '/order/nowhere', `/order/${event.slug}`]) {
      const chosen = await get(`${path}?lang=ar`)
      const cookie = String(chosen.headers['set-cookie'] ?? '')
      expect(cookie, path).toMatch(/^kartis_lang=ar; Path=\/; Max-Age=31536000; SameSite=Lax$/)
      expect(String(chosen.headers['cache-control']), path).toMatch(/^private/)
      const next = await get(`/order/${event.slug}`, { cookie: 'kartis_lang=ar', 'accept-language': 'en' })
      expect(next.text).toContain('<html lang="ar"')
    }
  })

  it('no language is saved without a choice, when it is saved already, or by a page inside another site', async () => {
    const { event } = await eventOnSale(world, organiser)
    const cookieOf = async (path: string, headers: Record<string, string> = {}) =>
      (await get(path, headers)).headers['set-cookie']
    expect(await cookieOf('/order', { 'accept-language': 'en' })).toBeUndefined()
    expect(await cookieOf('/order?lang=en', { cookie: 'kartis_lang=en' })).toBeUndefined()
    expect(await cookieOf('/order?lang=xx')).toBeUndefined()
    expect(await cookieOf(`/order/${event.slug}?lang=en&embed=1`)).toBeUndefined()
  })

  it('the event page is served as JSON for a change of language without a reload', async () => {
    const { event } = await eventOnSale(world, organiser)
    const answer = await get(`/order/${event.slug}?lang=ar&as=json`)
    expect(answer.body).toMatchObject({
      lang: 'ar',
      view: { uuid: event.uuid },
      messages: { 'sale.buy.go': 'متابعة الطلب' },
    })
  })

  it('the event page has no inline script, and an event name cannot inject one', async () => {
    const { event } = await eventOnSale(world, organiser, {
      event: { name: '</script><script>alert(1)</script> "מופע"' },
    })
    const { text, headers } = await get(`/order/${event.slug}`)
    const scripts = [...text.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
    expect(scripts.length).toBeGreaterThan(1)
    for (const attributes of scripts) expect(attributes).toMatch(/type="application\/(ld\+)?json"|src="\/order\/_\//)
    expect(String(headers['content-security-policy'])).toMatch(/script-src 'self'(?! 'unsafe-inline')/)
  })

  it('the event page is a 404 when the event does not exist or is no longer published', async () => {
    const { event } = await eventOnSale(world, organiser)
    expect((await get('/order/no-such-event')).status).toBe(404)
    await world.call(unpublishEvent, { ...as(organiser), params: { uuid: event.uuid } })
    const gone = await get(`/order/${event.slug}`)
    expect(gone.status).toBe(404)
    expect(gone.text).toContain('הדף הזה לא נמצא')
    expect(gone.text).toContain('noindex')
    const draft = await draftEvent(world, organiser)
    expect((await get(`/order/${draft.uuid}`)).status).toBe(404)
  })

  it('the page of a cancelled event says so to everybody who has its link, until it is on sale again', async () => {
    const { event } = await eventOnSale(world, organiser)
    await approvedRun(world, organiser, event)
    for (const key of [event.slug, event.uuid]) {
      const page = await get(`/order/${key}`)
      expect(page.status).toBe(410)
      expect(page.text).toContain('בוטל')
      expect(page.text).toContain(event.name)
      expect(page.text).toContain('noindex')
      expect(page.text).toContain('href="/order/my"')
    }
    const api = await world.call(showPublicEvent, { params: { uuid: event.uuid } })
    expect(api.error).toMatchObject({
      code: 'event_cancelled',
      detail: { name: event.name, starts_at: event.starts_at },
    })
    await world.call(publishEvent, { ...as(organiser), params: { uuid: event.uuid } })
    expect((await get(`/order/${event.slug}`)).status).toBe(200)
    await world.call(unpublishEvent, { ...as(organiser), params: { uuid: event.uuid } })
    expect((await get(`/order/${event.slug}`)).status).toBe(404)
  })

  it('the event page shows ticket types that cannot be bought, with the reason', async () => {
    const { event } = await soldOutEvent(world, organiser)
    const soon = new Date(world.clock.now().getTime() + 86_400_000).toISOString()
    await ticketTypeOf(world, organiser, event, { name: 'רגע אחרון', sale_starts_at: soon })
    const { text } = await get(`/order/${event.slug}`)
    expect(text).toContain('אזל')
    expect(text).toContain('רגע אחרון')
    expect(text).toContain('המכירה עדיין לא נפתחה')
  })

  it('the event page is cacheable and replies 304 while nothing has changed', async () => {
    const { event } = await eventOnSale(world, organiser)
    const first = await get(`/order/${event.slug}`)
    expect(first.headers['cache-control']).toMatch(/^public/)
    world.clock.advance(60)
    const again = await get(`/order/${event.slug}`, { 'if-none-match': String(first.headers.etag) })
    expect(again.status).toBe(304)
  })
})

describe('the preview of a draft', () => {
  const pathOf = (link: string | null) => new URL(link ?? '').pathname + new URL(link ?? '').search

  it('a draft opens by its signed link: a banner, no index, no cache, and nothing that sells', async () => {
    const draft = await draftEvent(world, organiser, { name: 'ערב שעוד לא פורסם' })
    await ticketTypeOf(world, organiser, draft, { name: 'כניסה מוקדמת' })
    const page = await get(pathOf(draft.preview_url))
    expect(page.status).toBe(200)
    for (const text of ['ערב שעוד לא פורסם', 'כניסה מוקדמת', 'תצוגה מקדימה.']) expect(page.text).toContain(text)
    expect(page.text).toContain('<meta name="robots" content="noindex">')
    expect(page.text).not.toContain('במכירה<') // the badge of an event on sale
    expect(page.text).not.toMatch(/<script\b/)
    expect(page.text).toMatch(/<div[^>]* inert/)
    expect(page.headers['cache-control']).toBe('private, no-store')
    const english = await get(`${pathOf(draft.preview_url)}&lang=en`)
    expect(english.text).toContain('Preview.')
    const order = { event_uuid: draft.uuid, items: [{ events_ticket_uuid: draft.uuid, quantity: 1 }] }
    expect((await world.http('POST', '/api/v1/public/orders', order)).status).toBeGreaterThanOrEqual(400)
  })

  it('a wrong token, and the token of another draft, open nothing', async () => {
    const [draft, other] = [await draftEvent(world, organiser), await draftEvent(world, organiser)]
    const foreign = new URL(other.preview_url ?? '').search
    for (const query of ['?preview=', '?preview=wrong', foreign])
      expect((await get(`/order/${draft.slug}${query}`)).status).toBe(404)
  })

  it('after publishing, the link shows the sale page', async () => {
    const { event } = await eventOnSale(world, organiser)
    const link = await world.call(unpublishEvent, { ...as(organiser), params: { uuid: event.uuid } })
    const path = pathOf(link.body.data.preview_url)
    expect((await get(path)).text).toContain('תצוגה מקדימה.')
    await world.call(publishEvent, { ...as(organiser), params: { uuid: event.uuid } })
    const sale = await get(path)
    expect([sale.status, sale.text.includes('<b>תצוגה מקדימה.</b>')]).toEqual([200, false])
    expect(sale.text).toMatch(/<script\b/)
  })
})

describe('the event list', () => {
  it('the list shows published events and finds them by name or city', async () => {
    const { event } = await eventOnSale(world, organiser, { event: { name: 'סדנת אובניים', address_city: 'פרדס חנה' } })
    const other = await eventOnSale(world, organiser, { event: { name: 'מרוץ הפרדסים' } })
    await world.call(publishEvent, { ...as(organiser), params: { uuid: other.event.uuid } })
    const found = (await get(`/order?q=${encodeURIComponent('פרדס חנה')}`)).text
    expect(found).toContain(`/order/${event.slug}`)
    expect(found).not.toContain(`/order/${other.event.slug}"`)
    expect((await get('/order?q=zzzz')).text).toContain('לא מצאנו אירוע כזה')
  })
})

describe('order pages', () => {
  it('an order page opens only with its token, from the link or from the cookie', async () => {
    const { event, type } = await eventOnSale(world, organiser)
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

  it('the return page receives the buyer from the gateway by a link and by a form post', async () => {
    const { event, type } = await eventOnSale(world, organiser)
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    const url = `/order/checkout/${order.uuid}/return?result=fail`
    const posted = await world.http('POST', url, 'Response=004&sum=149.00', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    for (const page of [await get(url), posted]) {
      expect(page.status).toBe(200)
      expect(page.text).toContain(`data-outcome="fail"`)
      expect(page.text).toContain(`href="/order/checkout/${order.uuid}?result=fail"`)
      // Its script reports the outcome to the checkout around the gateway's frame.
      expect(page.text).toMatch(/<script type="module"[^>]* src="\/order\/_\/assets\/return-/)
    }
  })
})

describe('embedded pages', () => {
  const ancestors = async (url: string, headers: Record<string, string> = {}) => {
    const page = await get(url, headers)
    return [page.status, /frame-ancestors ([^;]*)/.exec(String(page.headers['content-security-policy']))?.[1]]
  }

  it('other sites may frame embedded pages, and no other page', async () => {
    const { event, type } = await eventOnSale(world, organiser)
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    const checkout = `/order/checkout/${order.uuid}`
    expect(await ancestors(`/order/${event.slug}?embed=1`)).toEqual([200, '*'])
    expect(await ancestors(`${checkout}?embed=1&token=${order.token}`)).toEqual([200, '*'])
    expect(await ancestors(`${checkout}/return?result=success`)).toEqual([200, '*'])
    for (const path of [`/order/${event.slug}`, '/order', '/order/my', `${checkout}?token=${order.token}`])
      expect(await ancestors(path)).toEqual([200, "'self'"])
    const paid = await freeOrder(world, event.uuid, {
      [(await ticketTypeOf(world, organiser, event, { price: 0 })).uuid]: 1,
    })
    const tickets = `/order/tickets/${paid.uuid}?embed=1&token=${paid.token}`
    for (const path of [
      '/order?embed=1',
      '/order/my?embed=1',
      '/order/cancel?embed=1',
      '/order/legal/terms?embed=1',
      tickets,
    ])
      expect(await ancestors(path), path).toEqual([200, "'self'"])
  })

  it('an embedded order page opens by the token in its URL only, never by the cookie', async () => {
    const { event, type } = await eventOnSale(world, organiser)
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    const cookie = `kartis_order_${order.uuid.replaceAll('-', '')}=${order.token}`
    expect((await get(`/order/checkout/${order.uuid}`, { cookie })).status).toBe(200)
    expect((await get(`/order/checkout/${order.uuid}?embed=1`, { cookie })).status).toBe(404)
  })

  it('an embedded page has no header or footer, and has the theme that the organiser chose', async () => {
    const { event } = await eventOnSale(world, organiser)
    const { text } = await get(`/order/${event.slug}?embed=1&theme=dark&lang=en`)
    expect(text).toContain('<html lang="en" dir="ltr" data-embed data-theme="dark">')
    expect(text).not.toMatch(/<header|<footer/)
  })

  it('the compact box has the types closed, its own notices and no search tags, and keeps its size on the way back', async () => {
    const { event, type } = await eventOnSale(world, organiser)
    const { status, text, headers } = await get(`/order/${event.slug}?embed=1&compact=1&theme=light`)
    expect(status).toBe(200)
    expect(text).toContain('data-embed="compact" data-theme="light"')
    expect(text).toContain(`<bdi>${event.name}</bdi>`)
    expect(text).toContain('515308203')
    expect(text).toContain('<meta name="robots" content="noindex">')
    expect(text).not.toMatch(/<header|<footer|id="types"/)
    expect(String(headers['content-security-policy'])).toContain('frame-ancestors *')
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    const checkout = await get(`/order/checkout/${order.uuid}?embed=1&compact=1&token=${order.token}`)
    expect(checkout.text).toContain(`/order/${event.slug}?embed=1&amp;lang=he&amp;compact=1`)
  })

  it('the embed loader is smaller than 6 KB, and than 3 KB compressed', async () => {
    const { status, text, headers } = await get('/embed.js')
    expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(text.length).toBeLessThan(6144)
    expect(gzipSync(text).length).toBeLessThan(3072)
    expect(text).toContain('iframe')
  })
})

describe('legal pages', () => {
  it.each(['accessibility', 'privacy', 'terms', 'cancellation', 'contact'])(
    'the %s page exists in three languages and names the operator',
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

  it('the foot of a page leads to whom to contact, not to the accessibility statement', async () => {
    expect((await get('/order?lang=he')).text).toContain('<a href="/order/legal/contact">יצירת קשר</a>')
  })

  it('the accessibility page alone names the accessibility coordinator of the settings', async () => {
    expect((await get('/order/legal/accessibility?lang=en')).text).toContain('Accessibility coordinator: Tamar Alon')
    expect((await get('/order/legal/privacy?lang=en')).text).not.toContain('Tamar Alon')
  })
})

describe('the weight of the event page', () => {
  it('the event page loads at most 90 KB of JavaScript before a purchase can start', async () => {
    const { event } = await eventOnSale(world, organiser)
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

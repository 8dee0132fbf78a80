import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StartPayment } from '@kartis/server/modules/payments/payments/gateway.ts'
import {
  cardForm,
  GOOD_CARD,
  openTranzilaDesk,
  payWith,
  testPayment,
  type TranzilaDesk,
} from '@kartis/server/testing/tranzila.ts'
import { openWorld, type World } from '@kartis/server/testing/world.ts'

let world: World
let desk: TranzilaDesk

beforeAll(async () => {
  world = await openWorld({ modules: [] })
  desk = await openTranzilaDesk(world)
})
afterAll(async () => {
  await desk?.close()
  await world?.close()
})
beforeEach(async () => {
  await desk.forget()
})

const payment = (other: Partial<StartPayment> = {}) => testPayment(desk, other)

const verify = (one: StartPayment) => desk.gateway.verify({ paymentId: one.paymentId, startedAt: world.clock.now() })

describe('a payment page', () => {
  it('with a changed sum takes no card', async () => {
    const one = payment()
    const { url } = await desk.gateway.start(one)
    const cheap = new URL(url)
    cheap.searchParams.set('sum', '1.00')
    const answer = await payWith(cheap.href, GOOD_CARD)
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('912791')])
    expect(await verify(one)).toEqual({ state: 'unknown' })
  })

  it.each([
    ['thtk', '', 400],
    ['thtk', 'tffffffffffffffffffffffffffffffff', 400],
    ['tranmode', 'V', 400],
    ['currency', '2', 400],
    ['success_url_address', 'https://evil.example/', 400],
    ['notify_url_address', 'http://169.254.169.254/latest', 400],
    ['fail_url_address', 'javascript:alert(1)', 400],
  ])('with %s changed to "%s" takes no card', async (name, value, status) => {
    const one = payment()
    const changed = new URL((await desk.gateway.start(one)).url)
    changed.searchParams.set(name, value)
    expect((await payWith(changed.href, GOOD_CARD)).status).toBe(status)
    expect(await verify(one)).toEqual({ state: 'unknown' })
    expect(desk.told).toEqual([])
  })

  it('is closed after twenty minutes', async () => {
    const one = payment()
    const { url } = await desk.gateway.start(one)
    world.clock.advance(20 * 60)
    const answer = await payWith(url, GOOD_CARD)
    expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining('הזמן לתשלום עבר')])
    expect(await verify(one)).toEqual({ state: 'unknown' })
  })

  it('charges once: ten clicks at a time get the same answer, one charge and one notify', async () => {
    const one = payment()
    const { url } = await desk.gateway.start(one)
    const answers = await Promise.all(Array.from({ length: 10 }, () => payWith(url, GOOD_CARD)))
    expect(new Set(answers.map((answer) => answer.headers.get('location'))).size).toBe(1)
    expect(desk.told).toHaveLength(1)
    expect(await verify(one)).toMatchObject({ state: 'paid', extra: [] })
    expect(await (await fetch(url)).text()).toContain('התשלום כבר התקבל')
  })

  it('of the same payment in a second tab does not charge again', async () => {
    const one = payment()
    const tabs = await Promise.all([desk.gateway.start(one), desk.gateway.start(one)])
    await Promise.all(tabs.map((tab) => payWith(tab.url, GOOD_CARD)))
    expect(await verify(one)).toMatchObject({ state: 'paid', extra: [] })
    expect(desk.told).toHaveLength(1)
  })

  it('that charged the same payment twice all the same shows the second charge, to be given back', async () => {
    const one = payment()
    for (const unique of ['a', 'b']) {
      const url = new URL((await desk.gateway.start(one)).url)
      url.searchParams.set('DCdisable', `${one.paymentId}${unique}`)
      await payWith(url.href, GOOD_CARD)
    }
    const fact = await verify(one)
    expect(fact).toMatchObject({ state: 'paid', extra: [{ amount: one.amount }] })
  })
})

describe('the form of the page', () => {
  const send = async (other: Record<string, string>, card = GOOD_CARD) => {
    const { url } = await desk.gateway.start(payment({ lang: 'en' }))
    const answer = await payWith(url, card, other)
    return { status: answer.status, text: await answer.text() }
  }

  it.each([
    [{ expiry: '1230' }],
    [{ expiry: '12 / 30' }],
    [{ expiry: '12/2030' }],
    [{ card_number: '4580 0000 0000 1008' }],
    [{ card_number: '4580-0000-0000-1008' }],
    [{ cvv: '1234' }],
    [{ holder_id: '00000018' }],
    [{ holder_id: '032794562' }],
  ])('takes %o', async (typed) => {
    expect((await send(typed)).status).toBe(303)
  })

  it.each([
    [{ card_number: '4111111111111111' }, 'card_number', 'Only the test cards'],
    [{ card_number: '12' }, 'card_number', '8 to 19 digits'],
    [{ card_number: '' }, 'card_number', 'Enter a card number'],
    [{ expiry: '10/26' }, 'expiry', 'has expired'],
    [{ expiry: '13/30' }, 'expiry', 'Enter month and year'],
    [{ cvv: '12' }, 'cvv', '3 or 4 digits'],
    [{ holder_id: '123456789' }, 'holder_id', 'not valid'],
    [{ holder_id: '' }, 'holder_id', 'Enter an ID number'],
  ])('refuses %o with a sentence at the field', async (typed, field, sentence) => {
    world.clock.set('2026-11-21T10:00:00Z')
    const { status, text } = await send(typed)
    expect(status).toBe(422)
    expect(text).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`))
    expect(text.slice(text.indexOf(`id="${field}-note"`))).toContain(sentence)
    expect(desk.told).toEqual([])
  })

  it('keeps what was typed, except the card number and the CVV', async () => {
    const { text } = await send({ cvv: '77', expiry: '11/29' })
    expect(text).toContain('value="11/29"')
    expect(text).toContain('value="000000018"')
    expect(text).not.toContain(`value="${GOOD_CARD}"`)
    expect(text).not.toContain('value="77"')
  })

  it('lets a tourist pay without an Israeli ID number', async () => {
    expect((await send({ holder_id: '' }, '4444333322221111')).status).toBe(303)
  })

  it('is good through the last day of the month, by the clock of Israel', async () => {
    world.clock.set('2026-11-30T21:59:00Z')
    expect((await send({ expiry: '11/26' })).status).toBe(303)
    world.clock.set('2026-11-30T22:01:00Z')
    expect((await send({ expiry: '11/26' })).status).toBe(422)
  })

  it('is one form that posts to itself, escaped, in the language asked for', async () => {
    const one = payment({ lang: 'ar', description: '<script>alert(1)</script>' })
    const page = await fetch((await desk.gateway.start(one)).url)
    const text = await page.text()
    expect(text).toContain('<html lang="ar" dir="rtl">')
    expect(text.match(/<form/g)).toHaveLength(1)
    expect(text).toContain('<form method="post" novalidate>')
    for (const name of ['card_number', 'expiry', 'cvv', 'holder_id']) expect(text).toContain(`name="${name}"`)
    expect(text).not.toContain('<script>alert')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(page.headers.get('x-frame-options')).toBeNull()
  })

  it('may be opened by a form too, and loses none of its fields on the way', async () => {
    const one = payment()
    const opened = new URL((await desk.gateway.start(one)).url)
    const bare = `${opened.origin}${opened.pathname}`
    const page = await fetch(bare, { method: 'POST', body: opened.searchParams })
    const text = await page.text()
    expect(page.status).toBe(200)
    const hidden = new URLSearchParams(
      [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')] as [string, string],
      ),
    )
    const answer = await fetch(bare, {
      method: 'POST',
      body: new URLSearchParams([...hidden, ...cardForm(GOOD_CARD)]),
      redirect: 'manual',
    })
    expect(answer.status).toBe(303)
    expect(await verify(one)).toMatchObject({ state: 'paid' })
  })
})

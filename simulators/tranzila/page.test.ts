import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StartPayment } from '@kartis/server/modules/payments/payments/gateway.ts'
import { cardForm, GOOD_CARD, payWith, testPayment } from '@kartis/server/testing/gateway-bench.ts'
import { openTranzila, type TranzilaSetup } from '@kartis/server/testing/tranzila.ts'
import { openWorld, type World } from '@kartis/server/testing/world.ts'

let world: World
let tranzila: TranzilaSetup

beforeAll(async () => {
  world = await openWorld({ modules: [] })
  tranzila = await openTranzila(world)
})
afterAll(async () => {
  await tranzila?.close()
  await world?.close()
})
beforeEach(async () => {
  await tranzila.deleteWebhooks()
})

const newPayment = (other: Partial<StartPayment> = {}) => testPayment(tranzila.shopUrl, other)

const verify = (payment: StartPayment) =>
  tranzila.gateway.verify({ paymentId: payment.paymentId, startedAt: world.clock.now() })

describe('a payment page', () => {
  it('a page with a changed amount accepts no card', async () => {
    const payment = newPayment()
    const { url } = await tranzila.gateway.start(payment)
    const cheap = new URL(url)
    cheap.searchParams.set('sum', '1.00')
    const answer = await payWith(cheap.href, GOOD_CARD)
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('912791')])
    expect(await verify(payment)).toEqual({ state: 'unknown' })
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
    const payment = newPayment()
    const changed = new URL((await tranzila.gateway.start(payment)).url)
    changed.searchParams.set(name, value)
    expect((await payWith(changed.href, GOOD_CARD)).status).toBe(status)
    expect(await verify(payment)).toEqual({ state: 'unknown' })
    expect(tranzila.webhooks).toEqual([])
  })

  it('a page is closed after twenty minutes', async () => {
    const payment = newPayment()
    const { url } = await tranzila.gateway.start(payment)
    world.clock.advance(20 * 60)
    const answer = await payWith(url, GOOD_CARD)
    expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining('הזמן לתשלום עבר')])
    expect(await verify(payment)).toEqual({ state: 'unknown' })
  })

  it('ten concurrent submits get the same reply, one charge and one notify', async () => {
    const payment = newPayment()
    const { url } = await tranzila.gateway.start(payment)
    const answers = await Promise.all(Array.from({ length: 10 }, () => payWith(url, GOOD_CARD)))
    expect(new Set(answers.map((answer) => answer.headers.get('location'))).size).toBe(1)
    expect(tranzila.webhooks).toHaveLength(1)
    expect(await verify(payment)).toMatchObject({ state: 'paid', extra: [] })
    expect(await (await fetch(url)).text()).toContain('התשלום כבר התקבל')
  })

  it('a second tab of the same payment does not charge again', async () => {
    const payment = newPayment()
    const tabs = await Promise.all([tranzila.gateway.start(payment), tranzila.gateway.start(payment)])
    await Promise.all(tabs.map((tab) => payWith(tab.url, GOOD_CARD)))
    expect(await verify(payment)).toMatchObject({ state: 'paid', extra: [] })
    expect(tranzila.webhooks).toHaveLength(1)
  })

  it('a second charge of the same payment is reported, so that it can be refunded', async () => {
    const payment = newPayment()
    for (const unique of ['a', 'b']) {
      const url = new URL((await tranzila.gateway.start(payment)).url)
      url.searchParams.set('DCdisable', `${payment.paymentId}${unique}`)
      await payWith(url.href, GOOD_CARD)
    }
    const fact = await verify(payment)
    expect(fact).toMatchObject({ state: 'paid', extra: [{ amount: payment.amount }] })
  })
})

describe('the form of the page', () => {
  const send = async (other: Record<string, string>, card = GOOD_CARD) => {
    const { url } = await tranzila.gateway.start(newPayment({ lang: 'en' }))
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
    expect(tranzila.webhooks).toEqual([])
  })

  it('the form keeps what was typed, except the card number and the CVV', async () => {
    const { text } = await send({ cvv: '77', expiry: '11/29' })
    expect(text).toContain('value="11/29"')
    expect(text).toContain('value="000000018"')
    expect(text).not.toContain(`value="${GOOD_CARD}"`)
    expect(text).not.toContain('value="77"')
  })

  it('a tourist pays without an Israeli ID number', async () => {
    expect((await send({ holder_id: '' }, '4444333322221111')).status).toBe(303)
  })

  it('a card is valid through the last day of its month, in Israeli time', async () => {
    world.clock.set('2026-11-30T21:59:00Z')
    expect((await send({ expiry: '11/26' })).status).toBe(303)
    world.clock.set('2026-11-30T22:01:00Z')
    expect((await send({ expiry: '11/26' })).status).toBe(422)
  })

  it('the page is one escaped form that posts to itself, in the requested language', async () => {
    const payment = newPayment({ lang: 'ar', description: '<script>alert(1)</script>' })
    const page = await fetch((await tranzila.gateway.start(payment)).url)
    const text = await page.text()
    expect(text).toContain('<html lang="ar" dir="rtl">')
    expect(text.match(/<form/g)).toHaveLength(1)
    expect(text).toContain('<form method="post" novalidate>')
    for (const name of ['card_number', 'expiry', 'cvv', 'holder_id']) expect(text).toContain(`name="${name}"`)
    expect(text).not.toContain('<script>alert')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(page.headers.get('x-frame-options')).toBeNull()
  })

  it('a page opened by a POST keeps all of its fields', async () => {
    const payment = newPayment()
    const opened = new URL((await tranzila.gateway.start(payment)).url)
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
    expect(await verify(payment)).toMatchObject({ state: 'paid' })
  })
})

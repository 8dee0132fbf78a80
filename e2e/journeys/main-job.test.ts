import { showBuyerOrder } from '@kartis/contract/public-orders.ts'
import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { openCheckIn } from '../fake-camera/check-in.ts'
import { videoOfElement } from '../fake-camera/video.ts'
import { callAs, messagesTo } from '../fixtures/call.ts'
import { newPhone } from '../fixtures/people.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { asHeadline, t, translatorIn } from '../fixtures/messages.ts'
import { requestCode, pasteCode, register, typeCode, wrongCode } from '../pages/sign-in.ts'
import { inviteGuest, statOf } from '../pages/event.ts'
import { addImage, addTicketType, createEvent } from '../pages/create-event.ts'
import { CARD, checkoutPage, salePage } from '../pages/sale.ts'
import { scanPage } from '../pages/scan.ts'
import { openAccount } from '../pages/signup.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

const EVENT = 'לילה לבן בנמל'
const TYPE = { name: 'כניסה רגילה', price: '149.90', count: '40' }

/** Fetches the file of a link as the browser would. */
const fileBehind = async (page: Page, link: Locator): Promise<{ type: string; text: string }> => {
  const response = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(response.status()).toBe(200)
  return { type: response.headers()['content-type'] ?? '', text: (await response.body()).toString('utf8') }
}

test('a producer signs up, creates an event and sells a ticket that is scanned at the entrance', async ({
  page,
  visit,
  pageErrors,
}) => {
  test.setTimeout(240_000)
  pageErrors.allow(/status of 422 .*\/login\/authenticate/u) // the wrong code that is tried first
  pageErrors.allow(/status of 409 .*\/scan_ticket/u) // the second scan, refused
  pageErrors.allow(/status of 401 /u) // a request of the home screen may be in flight when the token is removed
  const phone = newPhone()

  await test.step('sign in by phone, with a wrong code first', async () => {
    await requestCode(page, phone)
    await wrongCode(page, phone)
    await typeCode(page, phone)
  })

  await test.step('register and open an account in four steps', async () => {
    await expect(page).toHaveURL('/register')
    await register(page, `noa${phone}@example.co.il`)
    await expect(page).toHaveURL('/welcome')
    await page.getByRole('link', { name: t('welcome:box.create') }).click()
    await openAccount(page)
  })

  await test.step('come back with a pasted code', async () => {
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => localStorage.removeItem('access_token'))
    await requestCode(page, phone)
    await pasteCode(page, phone)
    await expect(page).toHaveURL('/')
  })

  const event = await test.step('create an event in five steps', async () => {
    await page.getByRole('link', { name: t('home:empty.create_first') }).click()
    return createEvent(page, EVENT)
  })

  const saleAddress = await test.step('add tickets and a picture, and publish', async () => {
    await addTicketType(page, TYPE)
    await page.goto(`/events/${event}/images`)
    await addImage(page)
    await page.goto(`/create-event/tickets/success/${event}`)
    await page.getByRole('button', { name: t('wizard:created.publish_action') }).click()
    const link = page.getByRole('link', { name: t('wizard:created.sale_page') })
    return (await link.getAttribute('href')) ?? ''
  })

  const buyer = await visit()
  const dana = { name: 'דנה כהן', phone: newPhone(), email: 'dana@example.co.il' }
  const checkout = checkoutPage(buyer)

  await test.step('a buyer chooses two tickets and sees how long they are held', async () => {
    await buyer.goto(saleAddress)
    await expect(buyer.getByRole('heading', { name: EVENT })).toBeVisible()
    await salePage(buyer).reserve(TYPE.name, 2)
    await expect(checkout.timer()).toHaveText(/^(10:00|09:\d\d)$/u)
    await expect(buyer.getByText('299.80').first()).toBeVisible()
  })

  await test.step('one card is declined, the next pays; the tickets are issued after the gateway confirms', async () => {
    await checkout.describe(dana)
    await checkout.continue().click()
    await checkout.pay(CARD.declined)
    await expect(checkout.heading('failed.title')).toBeVisible()
    await checkout.again().click()
    await checkout.pay(CARD.good)
    await expect(checkout.heading('done.title')).toBeVisible()
  })

  await test.step('the link in the SMS opens the tickets, the PDF and the calendar file', async () => {
    await checkout.openTickets().click()
    await expect(buyer.getByRole('img', { name: t('pass:qr', { place: 2 }) })).toBeVisible()
    const pdf = await fileBehind(buyer, buyer.getByRole('link', { name: t('pass:pdf') }))
    expect(pdf.type).toBe('application/pdf')
    expect(pdf.text.startsWith('%PDF')).toBe(true)
    const calendar = await fileBehind(buyer, buyer.getByRole('link', { name: t('pass:calendar') }))
    expect(calendar.text).toContain('BEGIN:VEVENT')
    const confirmation = async () =>
      (await messagesTo(dana.phone)).find(({ channel, text }) => channel === 'sms' && /http/u.test(text))
    await expect.poll(confirmation).toBeDefined()
    const link = /https?:\/\/\S+/u.exec((await confirmation())?.text ?? '')?.[0] ?? ''
    const otherDevice = await visit()
    await otherDevice.goto(link)
    await expect(otherDevice.getByRole('img', { name: t('pass:qr', { place: 1 }) })).toBeVisible()
    await otherDevice.locator('header nav a[lang="en"]').click()
    await expect(otherDevice.getByRole('img', { name: translatorIn('en')('pass:qr', { place: 1 }) })).toBeVisible()
  })

  const fetchOrder = async () => {
    const link = new URL(
      (await buyer.getByRole('link', { name: t('pass:pdf') }).getAttribute('href')) ?? '',
      saleAddress,
    )
    const uuid = link.pathname.split('/').at(-2) ?? ''
    return (await callAs({ order: link.searchParams.get('token') ?? '' })(showBuyerOrder, { params: { uuid } })).data
  }

  await test.step('the camera at the entrance admits the first ticket once', async () => {
    const code = buyer.getByRole('img', { name: t('pass:qr', { place: 1 }) })
    const device = await openCheckIn(page.context(), await videoOfElement(code), pageErrors)
    try {
      await device.page.clock.install()
      const scan = scanPage(device.page)
      await scan.open(event)
      await scan.expectCounters(0, 2, 2)
      await scan.start()
      await expect(scan.result('success')).toContainText(dana.name, { timeout: 25_000 })
      await expect(scan.result('success')).toBeHidden()
      // S2: the ticket was already scanned.
      await expect(scan.result('fail')).toContainText('S2', { timeout: 25_000 })
      await expect(scan.result('fail')).toContainText(asHeadline(t('errors:S2')))
      await device.page.clock.fastForward('01:00') // a refusal stays until it is dismissed
      await expect(scan.result('fail')).toContainText('S2')
      await scan.close()
      await scan.stop()
      await scan.expectCounters(1, 1, 2)
    } finally {
      await device.close()
    }
  })

  await test.step('the code of the second ticket is typed in', async () => {
    const { tickets } = await fetchOrder()
    const scan = scanPage(page)
    await scan.open(event)
    await scan.type(tickets.find(({ redemption }) => redemption === 'pending')?.uuid ?? '')
    await expect(scan.result('success')).toContainText(dana.name)
    await expect(scan.result('success')).toBeHidden()
    await scan.expectCounters(2, 0, 2)
  })

  await test.step('the event page shows what was sold', async () => {
    await page.goto(`/events/${event}`)
    const figure = (key: string) => statOf(page, t(key))
    await expect(figure('event:stats.revenue')).toContainText('299.80')
    await expect(figure('event:stats.sold')).toContainText(
      `2 ${t('event:stats.in_brackets', { count: 1, figure: '1' })}`,
    )
    await expect(figure('event:stats.left')).toHaveText('38')
  })

  await test.step('a guest is invited by SMS', async () => {
    await page.goto(`/events/${event}/invites`)
    const guest = newPhone()
    await inviteGuest(page, { type: TYPE.name, name: 'רון אביב', phone: guest })
    await expect.poll(async () => (await messagesTo(guest)).some(({ text }) => /http/u.test(text))).toBe(true)
  })

  await test.step('both orders are in the list, which can be searched and exported', async () => {
    await page.goto(`/events/${event}/sold-tickets`)
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await expect(row(dana.name)).toBeVisible()
    await expect(row('רון אביב')).toBeVisible()
    const search = page.getByRole('textbox', { name: t('orders:search') })
    await search.fill('דנ')
    await expect(page.getByText(t('components:search.short', { count: 3 }))).toBeVisible()
    await expect(row(dana.name)).toHaveCount(0)
    await search.fill('דנה')
    await expect(row(dana.name)).toBeVisible()
    await expect(row('רון אביב')).toHaveCount(0)
    await search.fill('')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: t('orders:export') }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/u)
    expect(
      readFileSync(await file.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
  })
})

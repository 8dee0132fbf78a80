import { listEventSeats } from '@kartis/contract/event-seating.ts'
import { showEvent } from '@kartis/contract/events.ts'
import { reserve } from '@kartis/contract/public-orders.ts'
import type { Locator, Page } from '@playwright/test'
import { violationsOn } from '../fixtures/accessibility.ts'
import { orderFree } from '../fixtures/buy.ts'
import { callAs, messagesTo } from '../fixtures/call.ts'
import { newSale, type Sale } from '../fixtures/events.ts'
import { pattern, t } from '../fixtures/messages.ts'
import { newPhone } from '../fixtures/people.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, test } from '../fixtures/strict.ts'
import { CARD_FIELDS, checkoutPage } from '../pages/sale.ts'

const seatsIn = async ({ producer, event }: Sale, standing: 'held' | 'sold'): Promise<string[]> => {
  const query = { filter: { standing }, per_page: 100 }
  const { data } = await producer.call(listEventSeats, { params: { uuid: event.uuid }, query })
  return data.map(({ row, number }) => `${row} ${number}`)
}

const MAX_STOPS = 80

/** Presses Tab until the element has the focus, as somebody without a mouse does. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible()
  const handle = await target.elementHandle()
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    // The page of the gateway is in a frame with a focus of its own.
    if (await handle?.evaluate((element) => (element as Element).matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  throw new Error('no tab stop leads there')
}

const tray = (page: Page) => page.getByRole('complementary', { name: t('sale:seats.cart') })
const next = (page: Page) => page.getByRole('button', { name: t('sale:buy.go') })
const takeBest = (page: Page) => page.getByRole('button', { name: pattern('sale:seats.take') }).first()

test('the map, the list, held seats and lost seats are accessible', async ({ page, pageErrors }) => {
  pageErrors.allow(/409/u)
  const sale = await newSeatedSale(180)
  await page.goto(`/order/${sale.event.slug}/seats`)
  await expect(takeBest(page)).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  // Another buyer is quicker, and this page has not heard of it.
  const items = [{ events_ticket_uuid: sale.types[0]?.uuid ?? '', quantity: 2, best: {} }]
  await callAs()(reserve, { body: { event_uuid: sale.event.uuid, items } })
  await takeBest(page).click()
  await expect(page.getByText(t('sale:seats.held'))).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: t('sale:seats.list'), exact: true }).click()
  await expect(page.getByRole('radio', { name: /כיסאות/u }).first()).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})

test('two seats are bought by keyboard alone, from the link through the payment to the tickets @phone-and-desktop', async ({
  page,
}) => {
  const sale = await newSeatedSale(120)
  const pressAt = async (target: Locator): Promise<void> => {
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  }
  const typeIn = async (target: Locator, text: string): Promise<void> => {
    await tabTo(page, target)
    await page.keyboard.type(text)
  }
  await page.goto(`/order/${sale.event.slug}`)
  await pressAt(page.getByRole('link', { name: t('sale:seats.choose') }))
  await expect(page.getByRole('heading', { name: t('sale:seats.title') })).toBeVisible()
  await tabTo(page, page.getByRole('application'))
  for (const key of ['ArrowDown', 'ArrowLeft', 'Enter']) await page.keyboard.press(key)
  await expect(tray(page).getByText(t('sale:seats.together', { count: 2 }))).toBeVisible()
  await expect.poll(() => seatsIn(sale, 'held')).toHaveLength(2)
  await pressAt(next(page))
  const checkout = checkoutPage(page)
  await expect(checkout.timer()).toBeVisible()
  await typeIn(page.getByLabel(t('checkout:details.name'), { exact: true }), 'דנה כהן')
  await typeIn(page.getByLabel(t('checkout:details.phone'), { exact: true }), newPhone())
  await pressAt(checkout.continue())
  for (const [name, text] of CARD_FIELDS) await typeIn(checkout.cardField(name), text)
  await pressAt(checkout.payButton())
  await expect(checkout.heading('done.title')).toBeVisible()
  await pressAt(checkout.openTickets())
  await expect(page).toHaveURL(/\/order\/tickets\//u)
  await expect(page.getByText(/אולם · שורה .+ · כיסא \d+/u)).toHaveCount(2)
  expect(await seatsIn(sale, 'sold')).toHaveLength(2)
})

test('a hall is drawn, priced and published by keyboard alone', async ({ visit }) => {
  const { producer, event } = await newSale({ published: false, event: { kind: 'seats' }, types: [] })
  const page = await visit(producer)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const pressAt = async (target: Locator): Promise<void> => {
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  }
  await page.goto(`/events/${event.uuid}/seating`)
  await pressAt(page.getByRole('link', { name: t('seating:hall.draw') }))
  await tabTo(page, page.getByLabel(t('venues:maps.form.name')))
  await page.keyboard.type('אולם המקלדת')
  await pressAt(button(t('seat-maps:new.create')))
  await tabTo(page, page.getByLabel(t('seat-maps:block.sentence')))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('6 שורות × 12, מעבר אחרי 6, אותיות, מימין')
  await pressAt(button(t('seat-maps:block.add')))
  // Without a stage the hall cannot be published: the way leads to what solves it, and from there back into the hall.
  await pressAt(button(t('seat-maps:bar.publish_first')))
  await expect(button(t('seat-maps:fix.no_focus'))).toBeFocused()
  await page.keyboard.press('Enter')
  const hall = page.getByRole('application')
  await expect(hall).toBeFocused()
  // A standing area appears where the hall is seen, and is moved by arrows.
  await page.keyboard.press('KeyA')
  await page.keyboard.press('Enter')
  for (let metres = 0; metres < 12; metres++) await page.keyboard.press('Shift+ArrowDown')
  await pressAt(button(t('seat-maps:bar.publish_first')))
  await pressAt(button(t('seat-maps:publish.action')))
  await pressAt(button(t('seating:hall.take')))
  await tabTo(page, page.getByRole('textbox').first())
  await page.keyboard.type('120')
  await pressAt(button(t('seating:save')))
  await pressAt(button(t('wizard:created.publish_action')))
  await expect
    .poll(async () => (await producer.call(showEvent, { params: { uuid: event.uuid } })).data.status)
    .toBe('published')
})

test('a hall that was begun for an event waits at its seating, and its publication leads back to it with the hall chosen', async ({
  visit,
}) => {
  const { producer, event } = await newSale({ published: false, event: { kind: 'seats' }, types: [] })
  const page = await visit(producer)
  const seating = `/events/${event.uuid}/seating`
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(seating)
  await page.getByRole('link', { name: t('seating:hall.ready') }).click()
  await page.getByRole('radio', { name: t('seat-maps:template.small_hall') }).check()
  await page.getByLabel(t('venues:maps.form.name')).fill('אולם הנמל')
  await button(t('seat-maps:new.create')).click()
  await expect(button(t('seat-maps:bar.publish_first'))).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(seating)
  await page.getByRole('link', { name: /המשך עריכה:.+אולם הנמל/u }).click()
  await button(t('seat-maps:bar.publish_first')).click()
  await button(t('seat-maps:publish.action')).click()
  await expect(page).toHaveURL(new RegExp(`${seating}\\?map=`, 'u'))
  await expect(page.getByRole('radio', { name: 'אולם הנמל' })).toBeChecked()
  await expect(page.getByRole('link', { name: /המשך עריכה/u })).toBeHidden()
})

test('a holder is moved to the nearest seats, and the ticket says so', async ({ visit }) => {
  const sale = await newSeatedSale(0)
  const phone = newPhone()
  await orderFree(sale, { name: 'רונית שגב', phone, quantity: 2, best: {} })
  const { data: sold } = await sale.producer.call(listEventSeats, {
    params: { uuid: sale.event.uuid },
    query: { filter: { standing: 'sold' } },
  })
  const before = await seatsIn(sale, 'sold')
  const page = await visit(sale.producer)
  await page.goto(`/events/${sale.event.uuid}/hall?move=${sold[0]?.seat_uuid}`)
  await page
    .getByRole('group', { name: t('seating:move.offers') })
    .getByRole('radio')
    .first()
    .check()
  await page.getByRole('button', { name: t('seating:move.act', { count: 2 }) }).click()
  await expect(page.getByText(t('seating:move.done', { count: 2 }))).toBeVisible()
  const after = await seatsIn(sale, 'sold')
  expect(after).toHaveLength(2)
  expect(after.some((seat) => before.includes(seat))).toBe(false)
  // Nearest: in the same row or in the next one, at most a pair further along.
  const [[row = '', number = ''] = [], [nextRow = '', nextNumber = ''] = []] = [before, after].map(
    (seats) => seats.toSorted()[0]?.split(' ') ?? [],
  )
  expect(Math.abs(row.charCodeAt(0) - nextRow.charCodeAt(0))).toBeLessThanOrEqual(1)
  expect(Math.abs(Number(number) - Number(nextNumber))).toBeLessThanOrEqual(2)
  // The page of the tickets says so, behind the link of the message that was sent.
  await expect.poll(async () => (await messagesTo(phone)).length).toBe(2)
  const link = /http\S+/u.exec((await messagesTo(phone))[0]?.text ?? '')?.[0] ?? ''
  const buyer = await visit()
  await buyer.goto(link)
  for (const seat of after) {
    const [own = '', label = ''] = seat.split(' ')
    await expect(buyer.getByText(new RegExp(`שורה ${own} · כיסא ${label}(?!\\d)`, 'u')).first()).toBeVisible()
  }
})

test('a guest is invited to a named seat, and the hall has it sold', async ({ visit }) => {
  const sale = await newSeatedSale(180)
  const page = await visit(sale.producer)
  const phone = newPhone()
  await page.goto(`/events/${sale.event.uuid}/invites`)
  await page.getByRole('button', { name: t('invitations:invite.seats.open') }).click()
  const hall = page.getByRole('application')
  await tabTo(page, hall)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t('seating:seats.done') }).click()
  await expect(page.getByText(t('invitations:invite.seats.chosen', { count: 1, total: 1 }))).toBeVisible()
  await page.getByRole('button', { name: t('invitations:invite.next_count', { count: 1 }) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('invitations:form.name'), { exact: true }).fill('דנה כהן')
  await dialog.getByLabel(t('invitations:form.number'), { exact: true }).fill(phone)
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/invitations')),
    dialog.getByRole('button', { name: t('invitations:form.send') }).click(),
  ])
  await expect(dialog.getByText(t('invitations:sent.title'))).toBeVisible()
  const { items } = request.postDataJSON() as { items: { seat_uuids?: string[] }[] }
  const query = { filter: { standing: 'sold' as const } }
  const { data } = await sale.producer.call(listEventSeats, { params: { uuid: sale.event.uuid }, query })
  expect(data.map(({ seat_uuid }) => seat_uuid)).toEqual(items.flatMap(({ seat_uuids = [] }) => seat_uuids))
  expect(data).toHaveLength(1)
  await expect.poll(async () => (await messagesTo(phone)).length).toBeGreaterThan(0)
})

test('two buyers who take the best at the same moment both have seats, and one is told that they are others', async ({
  visit,
}) => {
  const sale = await newSeatedSale(180)
  const buyers = await Promise.all([visit(), visit()])
  for (const page of buyers) await page.goto(`/order/${sale.event.slug}/seats`)
  for (const page of buyers) await expect(takeBest(page)).toBeVisible()
  await Promise.all(buyers.map((page) => takeBest(page).click()))
  for (const page of buyers) await expect(page.getByText(t('sale:seats.held'))).toBeVisible()
  await expect.poll(async () => new Set(await seatsIn(sale, 'held')).size).toBe(4)
  const others = buyers.map((page) => page.getByText(pattern('sale:seats.others')).first().isVisible())
  expect((await Promise.all(others)).filter(Boolean)).toHaveLength(1)
  for (const page of buyers) await expect(tray(page).getByText(t('sale:seats.together', { count: 2 }))).toBeVisible()
})

test('of two buyers who choose the same seats in the list one gets them, and the other takes the nearest', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/409/u)
  const sale = await newSeatedSale(180)
  const buyers = await Promise.all([visit(), visit()])
  for (const page of buyers) {
    await page.goto(`/order/${sale.event.slug}/seats`)
    await page.getByRole('button', { name: t('sale:seats.list'), exact: true }).click()
  }
  const group = (page: Page) => page.getByRole('radio', { name: /כיסאות/u }).first()
  for (const page of buyers) await expect(group(page)).toBeVisible()
  await Promise.all(buyers.map((page) => group(page).click()))
  const lost = (page: Page) => page.getByRole('heading', { name: t('sale:seats.lost.taken') })
  await expect(async () => {
    const refused = await Promise.all(buyers.map((page) => lost(page).isVisible()))
    expect(refused.filter(Boolean)).toHaveLength(1)
  }).toPass()
  const [first = '', second = ''] = await seatsIn(sale, 'held')
  expect([first, second].every(Boolean)).toBe(true)
  for (const page of buyers)
    if (await lost(page).isVisible()) await page.getByRole('button', { name: t('sale:seats.take_seats') }).click()
  for (const page of buyers) await expect(tray(page).getByText(t('sale:seats.together', { count: 2 }))).toBeVisible()
  // The page shows what it takes before the server has answered.
  await expect.poll(async () => new Set(await seatsIn(sale, 'held')).size).toBe(4)
  expect(await seatsIn(sale, 'held')).toEqual(expect.arrayContaining([first, second]))
})

test('the hall is loaded once, beside the script that draws it', async ({ page }) => {
  const sale = await newSeatedSale(0)
  const initiators = () =>
    page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.includes('/seat_map/'))
        .map(({ initiatorType }) => initiatorType),
    )
  await page.goto(`/order/${sale.event.slug}/seats`)
  await expect(takeBest(page)).toBeVisible()
  expect(await initiators()).toEqual(['link'])
})

test('the page of an event with seats loads the choice of seats ahead, and no other page does', async ({ page }) => {
  const ahead = () =>
    page
      .locator('head link[rel=prefetch]')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname))
  const [seated, general] = [await newSeatedSale(0), await newSale()]
  await page.goto(`/order/${seated.event.slug}`)
  const files = await ahead()
  expect(files.some((file) => file.endsWith('.js'))).toBe(true)
  expect(files.filter((file) => file.includes('/seat_map/'))).toHaveLength(1)
  await page.goto(`/order/${seated.event.slug}/seats`)
  await expect(takeBest(page)).toBeVisible()
  expect(await ahead()).toEqual([])
  await page.goto(`/order/${general.event.slug}`)
  expect(await ahead()).toEqual([])
})

test('another choice exchanges the seats in the same order, and giving them up frees them', async ({ page }) => {
  const sale = await newSeatedSale(180)
  await page.goto(`/order/${sale.event.slug}/seats`)
  await takeBest(page).click()
  await expect(page.getByText(t('sale:seats.held'))).toBeVisible()
  const before = await seatsIn(sale, 'held')
  await page.getByRole('button', { name: t('sale:seats.list') }).click()
  // The last section that is open: another group than the best one.
  const other = page.getByRole('radio', { name: /כיסאות/u }).last()
  await expect(other).not.toBeChecked()
  await other.click()
  await expect(other).toBeChecked()
  await expect.poll(() => seatsIn(sale, 'held')).not.toEqual(before)
  expect(await seatsIn(sale, 'held')).toHaveLength(2)
  await page.getByRole('button', { name: t('sale:seats.release') }).click()
  await expect.poll(() => seatsIn(sale, 'held')).toEqual([])
})

test('by arrows every group of the list is reached and none is held, and each that is taken is accepted @phone-and-desktop', async ({
  page,
}) => {
  const sale = await newSeatedSale(180)
  await page.goto(`/order/${sale.event.slug}/seats`)
  await page.getByRole('button', { name: t('sale:seats.list'), exact: true }).click()
  const groups = page.locator('input[name="group"]')
  await expect(groups.first()).toBeVisible()
  await groups.first().focus()
  const count = Math.min(8, await groups.count())
  for (let at = 1; at < count; at++) {
    await page.keyboard.press('ArrowDown')
    await expect(groups.nth(at)).toBeFocused()
  }
  expect(await seatsIn(sale, 'held')).toEqual([])
  for (let at = count - 1; at > 0; at--) {
    const group = page.locator('input[name="group"]:focus')
    await page.keyboard.press(at % 2 === 0 ? 'Enter' : 'Space')
    await expect(group).toBeChecked()
    await expect(group).toHaveAttribute('aria-busy', 'false')
    await expect(page.locator('#lost')).toHaveCount(0)
    await expect.poll(() => seatsIn(sale, 'held')).toHaveLength(2)
    await page.keyboard.press('ArrowUp')
  }
})

test('the legend of the map says what is grey while a price is filtered', async ({ page }) => {
  const sale = await newSeatedSale(180)
  await page.goto(`/order/${sale.event.slug}/seats`)
  await expect(takeBest(page)).toBeVisible()
  const prices = page.getByRole('group', { name: t('sale:seats.prices') }).getByRole('button')
  const legend = page.getByRole('list', { name: t('sale:seats.legend') })
  await expect(legend.getByText(t('sale:seats.mark.filtered'))).toBeHidden()
  await prices.last().click()
  await expect(legend.getByText(t('sale:seats.mark.filtered'))).toBeVisible()
  await prices.first().click()
  await expect(legend.getByText(t('sale:seats.mark.filtered'))).toBeHidden()
})

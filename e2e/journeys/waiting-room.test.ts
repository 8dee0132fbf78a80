import { steerWaitingRoom } from '@kartis/contract/waiting-room.ts'
import type { Page } from '@playwright/test'
import { newSale, type Sale } from '../fixtures/events.ts'
import { newPhone } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/strict.ts'
import { pattern, t } from '../fixtures/messages.ts'
import { checkoutPage, salePage } from '../pages/sale.ts'

const TYPE = 'כניסה רגילה'

const freeSale = async (): Promise<Sale> => newSale({ types: [{ price: 0, sum_total_available: 50 }] })

const openRoom = ({ producer, event }: Sale) =>
  producer.call(steerWaitingRoom, { params: { uuid: event.uuid }, body: { mode: 'on', most_inside: 1 } })

const heading = (page: Page, key: string) => page.getByRole('heading', { name: t(key), exact: true })

/** The value of a figure on the producer's card. */
const figure = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(t(`waiting-room:figures.${name}`), { exact: true }) })
    .locator('dd')

const buyOne = async (page: Page): Promise<void> => {
  await expect(page.getByText(pattern('wait:note.inside'))).toBeVisible() // the page is alive
  await salePage(page).reserve(TYPE, 1)
  await checkoutPage(page).describe({ name: 'דנה כהן', phone: newPhone() })
  await checkoutPage(page).confirmFree().click()
  await expect(checkoutPage(page).heading('done.title')).toBeVisible()
}

test('two people wait and are admitted one after the other, while the producer pauses and opens the waiting room', async ({
  visit,
  page: first,
}) => {
  test.slow() // four people, one after the other
  const sale = await freeSale()
  await openRoom(sale)
  // There is room: the waiting page goes on to the sale by itself.
  await first.goto(`/order/wait/${sale.event.slug}`)
  await expect(first).toHaveURL(new RegExp(`/order/${sale.event.slug}$`, 'u'))

  const second = await visit()
  await second.goto(`/order/wait/${sale.event.slug}`)
  await expect(heading(second, 'wait:line.title')).toBeVisible()
  await second.reload()
  await expect(heading(second, 'wait:line.title')).toBeVisible()

  const producerPage = await visit(sale.producer)
  await producerPage.goto(`/events/${sale.event.uuid}`)
  await expect(figure(producerPage, 'waiting')).toHaveText('1')
  await expect(figure(producerPage, 'choosing')).toHaveText('1')

  await buyOne(first)
  // The next turn is given by a timer of the server and learned by a poll: on a busy machine that takes a while.
  // It is shown where the page waited for some seconds; otherwise the page goes on to the sale by itself.
  const turn = heading(second, 'wait:turn.title')
  await expect(turn.or(second.getByText(pattern('wait:note.inside')))).toBeVisible({ timeout: 45_000 })
  await expect(figure(producerPage, 'waiting')).toHaveText('0')

  await producerPage.getByRole('button', { name: t('waiting-room:do.pause') }).click()
  await expect(producerPage.getByText(t('waiting-room:state.paused'), { exact: true })).toBeVisible()
  const third = await visit()
  await third.goto(`/order/wait/${sale.event.slug}`)
  await expect(third.getByText(t('wait:line.paused'))).toBeVisible()
  await expect(figure(producerPage, 'waiting')).toHaveText('1')

  if (await turn.isVisible()) await second.getByRole('link', { name: t('wait:turn.go') }).click()
  await buyOne(second)
  await producerPage.getByRole('button', { name: t('waiting-room:do.open') }).click()
  await producerPage.getByRole('button', { name: t('waiting-room:open.action'), exact: true }).click()
  await expect(third).toHaveURL(new RegExp(`/order/${sale.event.slug}$`, 'u'))
  await expect(salePage(third).more(TYPE)).toBeEnabled()
  await third.waitForLoadState('networkidle')
  await salePage(third).reserve(TYPE, 1)
})

test('a waiting room with free places adds no screen: the pass comes with the order', async ({ page }) => {
  const sale = await freeSale()
  await openRoom(sale)
  await salePage(page).open(sale.event.slug)
  await expect(heading(page, 'wait:note.open')).toHaveCount(0)
  await salePage(page).reserve(TYPE, 1)
})

test('a buyer whose sale gets a waiting room meanwhile passes it and returns with the choice', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status of 409/u) // the browser writes every refused request into its console
  const sale = await freeSale()
  await salePage(page).open(sale.event.slug)
  await salePage(page).more(TYPE).click()
  await openRoom(sale)
  await salePage(page).go().click()
  await page.waitForURL(/\/order\/wait\//u)
  await expect(page.getByText(pattern('wait:note.inside'))).toBeVisible()
  await expect(salePage(page).quantity(TYPE)).toHaveText('1')
  await salePage(page).go().click()
  await page.waitForURL(/\/order\/checkout\//u)
})

test('the lobby counts down to the opening and says that places are assigned by lottery', async ({ page }) => {
  const sale = await freeSale()
  const opens_at = new Date(Date.now() + 20 * 60_000).toISOString()
  await sale.producer.call(steerWaitingRoom, { params: { uuid: sale.event.uuid }, body: { mode: 'on', opens_at } })
  await page.goto(`/order/wait/${sale.event.slug}`)
  await expect(heading(page, 'wait:lobby.title')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^(20:00|19:\d\d)$/u)
  await expect(page.getByText(pattern('wait:lobby.draw'))).toBeVisible()
  await page.getByRole('button', { name: t('wait:leave.go') }).click()
  await page.getByRole('button', { name: t('wait:leave.yes') }).click()
  await expect(heading(page, 'wait:leave.done_title')).toBeVisible()
})

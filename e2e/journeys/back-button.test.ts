import { buyFree, newFreeSale } from '../fixtures/buy.ts'
import { newSale } from '../fixtures/events.ts'
import { pattern, t } from '../fixtures/messages.ts'
import { newProducer } from '../fixtures/people.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { layersGone } from '../fixtures/layers.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'
import { createEvent } from '../pages/create-event.ts'
import { shell } from '../pages/shell.ts'

const orderSheet = (page: Page) => page.getByRole('dialog').filter({ hasText: t('orders:order.items') })
/** A dialog that was closed by itself takes its history entry with it, a moment later than a person could press Back. */
const openOrder = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('Back closes the menu and stays on the page, and once more leaves it @phone-and-desktop', async ({ visit }) => {
  const page = await visit(await newProducer())
  await page.goto('/')
  await page.goto('/forms')
  await shell(page).openMenu()
  await page.goBack()
  await expect(shell(page).menu()).toBeHidden()
  await expect(page).toHaveURL('/forms')
  await shell(page).openMenu()
  await page.keyboard.press('Escape')
  await expect(shell(page).menu()).toBeHidden()
  await layersGone(page)
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('a link followed from the menu needs one step back, not two', async ({ visit }) => {
  const page = await visit(await newProducer())
  await page.goto('/forms')
  const menu = await shell(page).openMenu()
  await menu.getByRole('link', { name: t('shell:menu.to_profile') }).click()
  await expect(page).toHaveURL('/user-profile')
  await page.goBack()
  await expect(page).toHaveURL('/forms')
  await expect(shell(page).title()).toHaveText(t('shell:titles.forms'))
})

test('an order has an address: its sheet survives a reload, opens from a link, and Back closes it', async ({
  visit,
}) => {
  const sale = await newFreeSale()
  await buyFree(sale, 'דנה כהן')
  const page = await visit(sale.producer)
  const list = `/events/${sale.event.uuid}/sold-tickets`
  await page.goto(list)
  await openOrder(page, 'דנה כהן')
  await expect(orderSheet(page)).toBeVisible()
  await expect(page).toHaveURL(/\?order=[\da-f-]{36}$/u)
  const address = page.url()
  await page.reload()
  await expect(orderSheet(page)).toBeVisible()
  await page.goBack()
  await expect(orderSheet(page)).toBeHidden()
  await expect(page).toHaveURL(list)

  const shared = await visit(sale.producer)
  await shared.goto(address)
  await expect(orderSheet(shared)).toBeVisible()
  await shared.getByRole('button', { name: t('components:close') }).click()
  await expect(orderSheet(shared)).toBeHidden()
  await expect(shared).toHaveURL(list)
})

test('the address of an order of another producer shows that there is no such order', async ({ visit, pageErrors }) => {
  pageErrors.allow(/status of 404/u)
  const [own, foreign] = [await newFreeSale(), await newFreeSale()]
  await buyFree(foreign, 'רון אביב')
  const owner = await visit(foreign.producer)
  await owner.goto(`/events/${foreign.event.uuid}/sold-tickets`)
  await openOrder(owner, 'רון אביב')
  await expect(orderSheet(owner)).toBeVisible()
  const query = new URL(owner.url()).search
  const page = await visit(own.producer)
  await page.goto(`/events/${own.event.uuid}/sold-tickets${query}`)
  await expect(page.getByRole('dialog')).toContainText('not_found')
  await expect(page.getByRole('dialog')).not.toContainText('רון')
})

test('Back on a page with unsaved changes asks, and Back on the question stays with everything that was typed', async ({
  visit,
}) => {
  const { producer, event } = await newSale()
  const page = await visit(producer)
  await page.goto(`/events/${event.uuid}`)
  await page.getByRole('link', { name: t('event:tools.edit') }).click()
  const name = page.getByLabel(t('wizard:setup.name'), { exact: true })
  await name.fill('שם אחר לגמרי')
  const question = page.getByRole('dialog', { name: t('shell:leave.title') })
  await page.goBack()
  await expect(question).toBeVisible()
  await expect(page).toHaveURL(`/events/${event.uuid}/setup`)
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('שם אחר לגמרי')
  await expect(page).toHaveURL(`/events/${event.uuid}/setup`)

  await page.goBack()
  await question.getByRole('button', { name: t('shell:leave.save') }).click()
  await expect(page).toHaveURL(`/events/${event.uuid}`)
  await expect(page.getByRole('heading', { name: 'שם אחר לגמרי' })).toBeVisible()
})

test('Back after an event was created leads home, and none of its steps opens as an empty wizard @phone-and-desktop', async ({
  visit,
}) => {
  const page = await visit(await newProducer())
  await page.goto('/')
  await page
    .getByRole('link', { name: t('home:empty.create_first') })
    .first()
    .click()
  const uuid = await createEvent(page, 'DJ נועם על הגג')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(page.getByText(t('home:begun.continue'))).toBeHidden()
  await page.goForward()
  await expect(page).toHaveURL(`/create-event/tickets/success/${uuid}`)
  // Whoever types the address begins another event.
  await page.goto('/create-event/tickets/forms')
  await expect(page).toHaveURL('/create-event/tickets/setup')
  const name = page.getByLabel(t('wizard:setup.name'), { exact: true })
  await expect(name).toHaveValue('')
  await name.fill('ערב אחר')
  await goHome(page)
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/create-event/tickets/setup')
  await expect(name).toHaveValue('ערב אחר')
})

test('an event that was left half-way waits at home and goes on with what was typed', async ({ visit }) => {
  const page = await visit(await newProducer())
  await page.goto('/create-event/seats/setup')
  const name = page.getByLabel(t('wizard:setup.name'), { exact: true })
  await name.fill('DJ נועם על הגג')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'DJ נועם על הגג' })).toBeVisible()
  await page.getByRole('link', { name: t('home:begun.continue') }).click()
  await expect(page).toHaveURL('/create-event/seats/setup')
  await expect(name).toHaveValue('DJ נועם על הגג')
})

const leaveQuestion = (page: Page) => page.getByRole('dialog', { name: t('shell:leave.title') })
const answerLeave = (page: Page, answer: 'save' | 'discard' | 'stay') =>
  leaveQuestion(page)
    .getByRole('button', { name: t(`shell:leave.${answer}`) })
    .click()
const goHome = (page: Page) =>
  page
    .getByRole('link', { name: t('shell:home') })
    .first()
    .click()
/** A moment after the first letter, long before a person could press Back. */
const entryAdded = (page: Page, depth = 1) =>
  page.waitForFunction(
    (expected) => (history.state as { kartis_layers?: { depth: number } }).kartis_layers?.depth === expected,
    depth,
  )
const closeQuestion = (page: Page) => page.getByRole('dialog', { name: t('components:unsaved.title') })

test('changes of the own details and of the company are asked about by Back, by the arrow and by a link @phone-and-desktop', async ({
  visit,
}) => {
  const page = await visit(await newProducer())
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await page.goto('/')
  await page.goto('/user-profile')
  await field(t('profile:me.first_name')).fill('נועה־לי')
  await entryAdded(page)
  await page.goBack()
  await answerLeave(page, 'stay')
  await expect(field(t('profile:me.first_name'))).toHaveValue('נועה־לי')
  await goHome(page)
  await answerLeave(page, 'save')
  await expect(page).toHaveURL('/')
  await page.goto('/company')
  await field(t('signup:company.name')).fill('הפקות הגג')
  await entryAdded(page)
  await page.goBack()
  await answerLeave(page, 'discard')
  await expect(page).toHaveURL('/')
  await page.goto('/user-profile')
  await expect(field(t('profile:me.first_name'))).toHaveValue('נועה־לי')
})

test('prices of a hall are asked about by Back and by a link, after a save too, and stay while another hall is looked for', async ({
  visit,
}) => {
  const sale = await newSeatedSale(120)
  const page = await visit(sale.producer)
  const path = `/events/${sale.event.uuid}/seating`
  const price = page.getByLabel(`אולם, ${t('seating:regular')}`, { exact: true })
  await page.goto(`/events/${sale.event.uuid}`)
  await page.goto(path)
  await price.fill('150')
  await page.getByRole('button', { name: t('seating:hall.change') }).click()
  await expect(price).toBeHidden()
  await page.getByRole('button', { name: t('seating:hall.keep'), exact: true }).click()
  await expect(price).toHaveValue('150')
  await page.goBack()
  await expect(leaveQuestion(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('seating:save'), exact: true }).click()
  await expect(page.getByText(t('seating:saved'))).toBeVisible()
  await price.fill('160')
  await goHome(page)
  await answerLeave(page, 'save')
  await expect(page).toHaveURL('/')
  await page.goto(path)
  await expect(price).toHaveValue('160')
  await price.fill('160.00')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('text in a sheet is asked about by Back and by its cross, in a sheet with an address too @phone-and-desktop', async ({
  visit,
}) => {
  const sale = await newFreeSale()
  await buyFree(sale, 'דנה כהן')
  const page = await visit(sale.producer)
  const event = `/events/${sale.event.uuid}`
  const list = `${event}/sold-tickets`
  await page.goto('/')
  await page.goto(event)
  await page.getByRole('button', { name: t('event:manage.message'), exact: true }).click()
  const text = page.getByLabel(t('event:message.text'), { exact: true })
  await text.fill('השערים נפתחים מוקדם')
  await entryAdded(page)
  await page.goBack()
  await expect(closeQuestion(page)).toBeVisible()
  await entryAdded(page, 2)
  await page.goBack()
  await expect(closeQuestion(page)).toBeHidden()
  await expect(text).toHaveValue('השערים נפתחים מוקדם')
  await entryAdded(page)
  await page.goBack()
  await closeQuestion(page)
    .getByRole('button', { name: t('components:unsaved.action') })
    .click()
  await expect(text).toBeHidden()
  await layersGone(page)
  await page.goBack()
  await expect(page).toHaveURL('/')

  await page.goto(list)
  await openOrder(page, 'דנה כהן')
  await page.getByRole('button', { name: t('orders:buyer.edit') }).click()
  const name = page.getByLabel(t('orders:buyer.name'), { exact: true })
  await name.fill('דנה לוי')
  // that of the form within the order, and that of what is typed in it
  await entryAdded(page, 2)
  await page.goBack()
  await closeQuestion(page)
    .getByRole('button', { name: t('components:unsaved.stay') })
    .click()
  await expect(name).toHaveValue('דנה לוי')
  await page
    .getByRole('button', { name: t('components:close') })
    .first()
    .click()
  await closeQuestion(page)
    .getByRole('button', { name: t('components:unsaved.action') })
    .click()
  await expect(name).toBeHidden()
  await expect(page).toHaveURL(list)
})

test('Back in the form of an order returns to the order, and closing it there leaves the list @phone-and-desktop', async ({
  visit,
}) => {
  const sale = await newFreeSale()
  await buyFree(sale, 'דנה כהן')
  const page = await visit(sale.producer)
  const list = `/events/${sale.event.uuid}/sold-tickets`
  await page.goto(list)
  await openOrder(page, 'דנה כהן')
  const form = page.getByRole('dialog', { name: pattern('orders:cancelling.title') })
  const toForm = orderSheet(page).getByRole('button', { name: t('orders:order.cancel'), exact: true })
  await toForm.click()
  await expect(form).toBeVisible()
  await page.goBack()
  await expect(form).toBeHidden()
  await expect(orderSheet(page)).toBeVisible()
  await page.goBack()
  await expect(orderSheet(page)).toBeHidden()
  await expect(page).toHaveURL(list)

  await openOrder(page, 'דנה כהן')
  await toForm.click()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(orderSheet(page)).toBeHidden()
  await expect(page).toHaveURL(list)
})

import { listAccounts } from '@kartis/contract/accounts.ts'
import { listInvitations } from '@kartis/contract/invitations.ts'
import { listOrders } from '@kartis/contract/orders.ts'
import { listRegisters } from '@kartis/contract/registers.ts'
import { newSale } from '../fixtures/events.ts'
import { pattern, t } from '../fixtures/messages.ts'
import { newPerson, newPhone } from '../fixtures/people.ts'
import type { Locator } from '@playwright/test'
import { expect, type Page, test } from '../fixtures/strict.ts'
import { fillCompany, goOn } from '../pages/signup.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

const TYPE = 'כניסה רגילה'

const button = (page: Page, key: Parameters<typeof t>[0]) => page.getByRole('button', { name: t(key), exact: true })

/** Three clicks within 130 ms, as an impatient finger makes them; the later ones only while the button is there. */
const pressRepeatedly = (target: Locator): Promise<void> =>
  target.evaluate(async (element) => {
    const press = () => {
      if (element.isConnected && element instanceof HTMLElement) element.click()
    }
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    press()
    await pause(60)
    press()
    await pause(70)
    press()
  })

/** The writes that the page sends from now on, as `POST path`. */
const writesOf = (page: Page) => {
  const writes: string[] = []
  const keyless: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' || !request.url().includes('/api/v1/')) return
    const write = `${request.method()} ${new URL(request.url()).pathname.replaceAll(/[0-9a-f-]{36}/gu, ':uuid')}`
    writes.push(write)
    if (request.headers()['idempotency-key'] === undefined) keyless.push(write)
  })
  return { count: (write: string) => writes.filter((each) => each === write).length, keyless }
}

test('repeated clicks on the approval of the terms open one account', async ({ visit }) => {
  const person = await newPerson()
  const page = await visit(person)
  await page.goto('/create-account/company-details')
  await fillCompany(page)
  await goOn(page).click()
  await page.getByLabel(t('signup:bank.bank_number')).selectOption('10')
  await page.getByLabel(t('signup:bank.bank_branch_number')).fill('607')
  await page.getByLabel(t('signup:bank.bank_account_number')).fill('11710022')
  await goOn(page).click()
  await page.getByText(t('terms:end'), { exact: true }).scrollIntoViewIfNeeded()
  const writes = writesOf(page)
  await expect(button(page, 'terms:confirm')).toBeEnabled()
  await pressRepeatedly(button(page, 'terms:confirm'))
  await expect(page.getByText(t('signup:success.word'))).toBeVisible()
  expect(writes.count('POST /api/v1/account/accounts')).toBe(1)
  expect(writes.keyless).toEqual([])
  expect((await person.call(listAccounts, {})).meta.total).toBe(1)
})

test('journeys press the buttons that send something twice, and one request goes out', async ({
  visit,
  impatience,
}) => {
  const { producer } = await newSale({ types: [{ name: TYPE }] })
  const page = await visit(producer)
  const writes = writesOf(page)
  await page.goto('/add-user')
  await page.getByLabel(t('team:form.phone')).fill(newPhone())
  await button(page, 'team:form.submit').click()
  await expect(page).toHaveURL(/user-management$/u)
  expect(impatience?.pressed()).toHaveLength(1)
  expect(impatience?.repeats()).toEqual([])
  expect(writes.count('POST /api/v1/account/members')).toBe(1)
})

test('repeated clicks send one invitation, and send it again once', async ({ visit }) => {
  const { producer, event } = await newSale({ types: [{ name: TYPE }] })
  const page = await visit(producer)
  const writes = writesOf(page)
  const invite = `POST /api/v1/producer/events/:uuid/invitations`
  await page.goto(`/events/${event.uuid}/invites`)
  const counter = t('invitations:invite.counter', { name: TYPE })
  await page.getByRole('button', { name: t('components:counter.more', { name: counter }) }).click()
  await page.getByRole('button', { name: t('invitations:invite.next_count', { count: 1 }) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('invitations:form.name'), { exact: true }).fill('דנה כהן')
  await dialog.getByLabel(t('invitations:form.number'), { exact: true }).fill(newPhone())
  await pressRepeatedly(dialog.getByRole('button', { name: t('invitations:form.send') }))
  await expect(dialog.getByText(t('invitations:sent.title'))).toBeVisible()
  expect(writes.count(invite)).toBe(1)
  const sent = await producer.call(listInvitations, { params: { uuid: event.uuid } })
  expect(sent.meta.total).toBe(1)

  await page.goto(`/events/${event.uuid}/invites-list`)
  await pressRepeatedly(page.getByRole('button', { name: `${t('invitations:list.resend')}: דנה כהן` }))
  await expect(page.getByText(pattern('invitations:list.resent')).first()).toBeVisible()
  expect(writes.count(`${invite}/:uuid/resend`)).toBe(1)
  expect(writes.keyless).toEqual([])
})

test('repeated clicks add one register, open one shift, sell once for cash and close once', async ({ visit }) => {
  const { producer, event } = await newSale({ types: [{ name: TYPE, price: 120 }] })
  const page = await visit(producer)
  const writes = writesOf(page)
  await page.goto('/cashier')
  await button(page, 'box-office:tills.add').click()
  await page.getByLabel(t('box-office:tills.label')).fill('קופה 1')
  await page.getByLabel(t('box-office:tills.branch'), { exact: true }).fill('שער צפון')
  await pressRepeatedly(button(page, 'box-office:tills.save'))
  await button(page, 'box-office:tills.pair_here').click()
  expect((await producer.call(listRegisters, {})).data).toHaveLength(1)

  await page.getByLabel(t('box-office:open.cash')).fill('200')
  await pressRepeatedly(button(page, 'box-office:open.go'))
  const types = page.getByRole('region', { name: t('box-office:sell.types') })
  await types
    .getByRole('button', { name: new RegExp(TYPE, 'u') })
    .first()
    .click()
  await button(page, 'box-office:sell.cash').click()
  await page.getByLabel(t('box-office:cash.given')).fill('200')
  await pressRepeatedly(button(page, 'box-office:cash.go'))
  await expect(page.getByRole('dialog', { name: t('box-office:done.title') })).toContainText('80')
  const orders = await producer.call(listOrders, { query: { filter: { event_uuid: event.uuid } } })
  expect(orders.meta.total).toBe(1)
  await button(page, 'box-office:done.next').click()

  await page.getByRole('radio', { name: pattern('box-office:nav.shift') }).click({ force: true })
  await page.getByLabel(t('box-office:shift.counted')).fill('320')
  await pressRepeatedly(button(page, 'box-office:shift.go'))
  await expect(page.getByText(t('box-office:shift.even'))).toBeVisible()
  for (const path of ['devices', 'shifts', 'sales', 'shifts/:uuid/close'])
    expect.soft(writes.count(`POST /api/v1/cashier/${path}`), path).toBe(1)
  expect(writes.keyless).toEqual([])
})

test('a repeated click after a lost answer and a reload carries the same key, and opens one account', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_FAILED/u)
  const person = await newPerson()
  const page = await visit(person)
  await page.goto('/create-account/company-details')
  await fillCompany(page)
  await goOn(page).click()
  await page.getByLabel(t('signup:bank.bank_number')).selectOption('10')
  await page.getByLabel(t('signup:bank.bank_branch_number')).fill('607')
  await page.getByLabel(t('signup:bank.bank_account_number')).fill('11710022')
  await goOn(page).click()
  const keys: (string | undefined)[] = []
  // The account is opened, and the answer is lost.
  await page.route('**/api/v1/account/accounts', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 2) return route.continue()
    if (keys.length === 1) await route.fetch()
    return route.abort()
  })
  await page.getByText(t('terms:end'), { exact: true }).scrollIntoViewIfNeeded()
  await button(page, 'terms:confirm').click()
  await expect.poll(() => keys.length).toBe(2)
  await expect(button(page, 'terms:confirm')).toBeEnabled()
  await page.reload()
  await page.getByText(t('terms:end'), { exact: true }).scrollIntoViewIfNeeded()
  await button(page, 'terms:confirm').click()
  await expect(page.getByText(t('signup:success.word'))).toBeVisible()
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect((await person.call(listAccounts, {})).meta.total).toBe(1)
})

import { updateMe } from '@kartis/contract/auth.ts'
import { listDisputes } from '@kartis/contract/disputes.ts'
import { listOrders } from '@kartis/contract/orders.ts'
import { createSale } from '@kartis/testing/sales.ts'
import { callAs } from '../fixtures/call.ts'
import { t } from '../fixtures/messages.ts'
import { command } from '../fixtures/operator.ts'
import { newProducer, signIn } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/strict.ts'
import { newMember } from '../fixtures/team.ts'
import { atGateway, CARDS, typeCard, until } from '../screenshots/buyers.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

const DEMO_PRODUCER = '0502345678'

/**
 * A manager of the demo's account, and a disputed charge of it. `place` among its paid orders that nobody disputes yet
 * differs by test.
 */
const disputed = async (place: number, reference: string) => {
  const producer = await signIn(DEMO_PRODUCER)
  const account = (await producer.call(updateMe, { body: {} })).data.accounts[0]?.uuid ?? ''
  const call = callAs({ token: producer.token, account })
  const manager = await newMember({ manager: { ...producer, call }, account }, 'manager')
  const { data } = await call(listOrders, { query: { filter: { status: 'paid' }, per_page: 100 } })
  const { data: disputes } = await call(listDisputes, { query: { per_page: 100 } })
  const taken = new Set(disputes.map(({ order_number: number }) => number))
  const cards = data.filter(
    ({ channel, number, total_amount: total }) => channel === 'online' && total > 0 && !taken.has(number),
  )
  const number = cards[place]?.number ?? ''
  await command('disputes', 'note', '--order', number, '--ref', reference, '--reason', 'לא ביצעתי', '--by', 'Dana')
  return { manager: { ...manager, account }, number }
}

test('a manager finds a disputed charge, downloads its evidence and says that it was sent', async ({ visit }, {
  project,
}) => {
  const reference = project.name === 'phone' ? '550011' : '550012'
  const { manager, number } = await disputed(project.name === 'phone' ? 20 : 21, reference)
  const page = await visit(manager)
  await page.goto('/money/disputes')
  await page.getByRole('textbox', { name: t('disputes:screen.search') }).fill(reference)
  await page.getByRole('link', { name: t('disputes:screen.order', { number }) }).click()
  await expect(page.getByRole('region', { name: t('disputes:fact.amount') })).toContainText(
    t('disputes:state.notified'),
  )
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: t('disputes:screen.download') }).click()
  expect((await saved).suggestedFilename()).toBe(`${t('disputes:pack.file', { number })}.pdf`)
  await page.getByRole('button', { name: t('disputes:screen.answer.sent') }).click()
  await expect(page.getByText(t('disputes:state.sent'), { exact: true })).toBeVisible()
  await page.getByLabel(t('disputes:screen.note')).fill('נשלח בדואר רשום')
  await page.getByRole('button', { name: t('disputes:screen.keep_note') }).click()
  await expect(page.getByText(t('disputes:screen.note_kept'))).toBeVisible()
  await page.getByRole('button', { name: t('disputes:screen.answer.accepted') }).click()
  const question = page.getByRole('dialog', { name: t('disputes:screen.ask.accepted.title') })
  await question.getByRole('button', { name: t('disputes:screen.answer.accepted') }).click()
  await expect(page.getByText(t('disputes:screen.todo.accepted'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('disputes:screen.answer.sent') })).toHaveCount(0)
})

test('a producer whose own card company notifies of a dispute notes it, and has its evidence at once', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/status of 422/u) // the order that does not exist
  const producer = await newProducer()
  await command('contract', producer.account, '--mode', 'direct')
  const { event, types } = await createSale(producer, { types: [{ price: 149, sum_total_available: 10 }] })
  const order = await atGateway(event.uuid, types[0]?.uuid ?? '', 'he')
  await typeCard(order.url, CARDS.good)
  await until(order, (status) => status === 'paid')
  const [bought] = (await producer.call(listOrders, { query: { filter: { status: 'paid' } } })).data
  const number = bought?.number ?? ''
  const page = await visit(producer)
  await page.goto('/money/disputes')
  await page.getByRole('button', { name: t('disputes:screen.report.open'), exact: true }).click()
  const form = page.getByRole('dialog', { name: t('disputes:screen.report.title') })
  const send = form.getByRole('button', { name: t('disputes:screen.report.go'), exact: true })
  await send.click()
  await expect(form.getByText(t('validation:required')).first()).toBeVisible()
  await expect(form.getByLabel(t('disputes:screen.report.order'))).toBeFocused()
  await form.getByLabel(t('disputes:screen.report.order')).fill('1')
  await form.getByLabel(t('disputes:screen.report.reference')).fill('7731')
  await send.click()
  await expect(form.getByText(t('validation:unknown_charge'))).toBeVisible()
  await expect(form.getByLabel(t('disputes:screen.report.order'))).toBeFocused()
  await form.getByLabel(t('disputes:screen.report.order')).fill(number)
  await send.click()
  await expect(page.getByRole('region', { name: t('disputes:fact.amount') })).toContainText(
    t('disputes:state.notified'),
  )
  await expect(page.getByRole('button', { name: t('disputes:screen.download') })).toBeVisible()
})

import { updateMe } from '@kartis/contract/auth.ts'
import { listDisputes } from '@kartis/contract/disputes.ts'
import { listOrders } from '@kartis/contract/orders.ts'
import { callAs } from '../fixtures/call.ts'
import { t } from '../fixtures/messages.ts'
import { command } from '../fixtures/operator.ts'
import { signIn } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/strict.ts'
import { newMember } from '../fixtures/team.ts'

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

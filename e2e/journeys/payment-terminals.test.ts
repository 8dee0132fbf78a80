import { t } from '../fixtures/messages.ts'
import { command } from '../fixtures/operator.ts'
import { newProducer } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/strict.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

const NAME = 'CardCom 1000'

test('a producer whose acquirer pays it adds, tests, suspends and resumes its terminal', async ({ visit }) => {
  const producer = await newProducer()
  await command('contract', producer.account, '--mode', 'direct')
  const page = await visit(producer)
  await page.goto('/company')
  await page.getByRole('link', { name: t('terminals:open') }).click()
  await expect(page.getByText(t('terminals:empty.title'))).toBeVisible()

  await page.getByRole('button', { name: t('terminals:add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('terminals:new.action') }).click()
  await expect(dialog.getByText(t('terminals:new.gateway_missing'))).toBeVisible()
  await dialog.getByRole('radio', { name: 'CardCom' }).check()
  await dialog.getByLabel(t('terminals:field.terminal')).fill('1000')
  await dialog.getByLabel(t('terminals:field.api_name')).fill('sandbox')
  await dialog.getByRole('button', { name: t('terminals:new.action') }).click()
  const password = dialog.getByLabel(t('terminals:field.api_password'))
  await expect(password).toBeFocused()
  await expect(password).toHaveAttribute('type', 'password')
  await password.fill('sandbox')
  await dialog.getByLabel(t('terminals:offer.installments')).selectOption('12')
  await dialog.getByLabel(t('terminals:offer.smallest')).fill('50')
  await dialog.getByRole('button', { name: t('terminals:new.action') }).click()

  const row = page.getByRole('listitem').filter({ hasText: NAME })
  await expect(row).toContainText(t('terminals:state.charges'))
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('sandbox')).toHaveCount(0)
  await row.getByRole('button', { name: t('terminals:test.one', { name: NAME }) }).click()
  await expect(row.getByRole('status')).not.toBeEmpty()

  await row.getByRole('button', { name: t('terminals:suspend.one', { name: NAME }) }).click()
  await expect(page.getByText(t('terminals:suspend.text_last'))).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('terminals:suspend.action') })
    .click()
  await expect(row).toContainText(t('terminals:state.suspended'))
  await expect(page.getByText(t('terminals:nothing_charges'))).toBeVisible()

  await row.getByRole('button', { name: t('terminals:resume.one', { name: NAME }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('terminals:resume.action') })
    .click()
  await expect(row).toContainText(t('terminals:state.charges'))
  await expect(page.getByText(t('terminals:nothing_charges'))).toHaveCount(0)
})

test('an account whose money the installation collects reads why it has no terminal of its own', async ({ visit }) => {
  const page = await visit(await newProducer())
  await page.goto('/company/terminals')
  await expect(page.getByText(t('terminals:closed.title'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('terminals:add') })).toHaveCount(0)
})

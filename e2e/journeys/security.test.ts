import { showMe } from '@kartis/contract/auth.ts'
import { codeFor } from '../fixtures/call.ts'
import { letProofsExpire } from '../fixtures/database.ts'
import { newProducer, signIn } from '../fixtures/people.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'
import { requestCode } from '../pages/sign-in.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })

test('a producer sees the devices that are signed in, and ends all others', async ({ visit }) => {
  const producer = await newProducer()
  const elsewhere = await signIn(producer.phone)
  const page = await visit(producer)
  await page.goto('/user-profile')
  const rows = page.getByRole('listitem').filter({ hasText: t('security:sessions.since', { when: '' }).trim() })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(t('security:sessions.this'))
  await page.getByRole('button', { name: t('security:sessions.others') }).click()
  await dialog(page, t('security:sessions.ask'))
    .getByRole('button', { name: t('security:sessions.others') })
    .click()
  await expect(page.getByText(t('security:sessions.alone'))).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(elsewhere.call(showMe, {})).rejects.toThrow(/401|unauthorized/u)
})

test('a change of the bank account after ten minutes asks for a code, and nothing typed is lost', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403/u) // the refusal that leads to the question
  const producer = await newProducer()
  const page = await visit(producer)
  await page.goto('/company')
  await page.getByRole('button', { name: t('profile:company.bank_change') }).click()
  const bank = dialog(page, t('profile:bank_dialog.title'))
  await bank.getByLabel(t('signup:bank.bank_number')).selectOption('10')
  await bank.getByLabel(t('signup:bank.bank_branch_number')).fill('607')
  await bank.getByLabel(t('signup:bank.bank_account_number')).fill('11710022')
  await letProofsExpire(producer.phone)
  await bank.getByRole('button', { name: t('profile:bank_dialog.confirm') }).click()
  const proof = dialog(page, t('security:proof.title'))
  await proof.getByRole('button', { name: t('security:proof.code') }).click()
  await expect(proof.getByLabel(t('profile:bank_dialog.code'))).toBeVisible()
  await proof.getByLabel(t('profile:bank_dialog.code')).pressSequentially(await codeFor(producer.phone))
  await expect(page.getByText(t('profile:bank_dialog.saved'))).toBeVisible()
  await expect(page.getByText('*****0022')).toBeVisible()
})

test('a passkey is added, asked for after the code, and replaced by a recovery code when it is lost', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403/u) // the sign-in that asks for the passkey
  const producer = await newProducer()
  const page = await visit(producer)
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/user-profile')
  await page.getByRole('button', { name: t('security:passkeys.add') }).click()
  const naming = dialog(page, t('security:passkeys.add'))
  await naming.getByLabel(t('security:passkeys.name')).fill('המחשב שלי')
  await naming.getByRole('button', { name: t('security:passkeys.save') }).click()
  const recovery = dialog(page, t('security:recovery.title'))
  await expect(recovery.getByRole('listitem')).toHaveCount(10)
  const code = await recovery.getByRole('listitem').first().innerText()
  await recovery.getByRole('button', { name: t('security:recovery.done') }).click()
  await expect(page.getByText('המחשב שלי')).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await requestCode(page, producer.phone)
  await page.getByLabel(t('auth:verify.code')).pressSequentially(await codeFor(producer.phone))
  await page.getByRole('button', { name: t('security:factor.use') }).click()
  await expect(page).toHaveURL('/')

  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  await requestCode(page, producer.phone)
  await page.getByLabel(t('auth:verify.code')).pressSequentially(await codeFor(producer.phone))
  await page.getByRole('button', { name: t('security:factor.lost') }).click()
  await page.getByLabel(t('security:factor.recovery'), { exact: true }).fill(code)
  await page.getByRole('button', { name: t('security:factor.recovery_use') }).click()
  await expect(page).toHaveURL('/')
})

test('an owner reads the security log, filtered by kind', async ({ visit }) => {
  const producer = await newProducer()
  await signIn(producer.phone)
  const page = await visit(producer)
  await page.goto('/company')
  await page.getByRole('link', { name: t('security:log.open') }).click()
  await expect(page.getByRole('heading', { name: t('security:log.act.sign_in.signed_in') }).first()).toBeVisible()
  await page.getByLabel(t('security:log.kind')).selectOption('refund')
  await expect(page.getByText(t('security:log.empty'))).toBeVisible()
})

// Statements of the product specification; see docs/SPEC-COVERAGE.md.
import { inviteMember } from '@kartis/contract/accounts.ts'
import { codeFor } from '../fixtures/call.ts'
import { newSale } from '../fixtures/events.ts'
import { newPerson, newPhone, signIn } from '../fixtures/people.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'
import { requestCode } from '../pages/sign-in.ts'
import { shell, errorOf } from '../pages/shell.ts'

const COUNTRIES = ['972', '1', '44', '33', '49', '39', '34', '7', '86', '91', '55']

test('the login offers eleven countries, Israel first, and accepts digits only @phone-and-desktop', async ({
  page,
}) => {
  await page.goto('/login')
  const country = page.getByRole('combobox', { name: t('components:phone.country') })
  await expect(country).toHaveValue('972')
  const offered = await country
    .getByRole('option')
    .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value))
  expect(offered).toEqual(COUNTRIES)
  const number = page.getByLabel(t('auth:login.phone'), { exact: true })
  await number.pressSequentially('0a5-2דx4')
  await expect(number).toHaveValue('052-4')
  await page.getByRole('button', { name: t('auth:login.submit') }).click()
  expect(await errorOf(number)).toBe(t('validation:invalid_phone'))
  await expect(page).toHaveURL('/login')
})

test('the code has six boxes and needs all six digits @phone-and-desktop', async ({ page }) => {
  await requestCode(page, newPhone())
  const code = page.getByLabel(t('auth:verify.code'))
  await expect(page.locator('input[name="code"] + div > span')).toHaveCount(6)
  await code.pressSequentially('12a34')
  await expect(code).toHaveValue('1234')
  await page.getByRole('button', { name: t('auth:verify.submit') }).click()
  expect(await errorOf(code)).toBe(t('auth:verify.all_digits'))
})

const FIELDS = ['first_name', 'last_name', 'email', 'id_number'] as const
const field = (page: Page, name: (typeof FIELDS)[number]) =>
  page.getByLabel(t(`auth:register.${name}`), { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: t('auth:register.submit') }).click()

test('a registration marks each missing field as required, names what is wrong in the others, and sends the gender as text', async ({
  visit,
}) => {
  const page = await visit(await signIn(newPhone()))
  await page.goto('/')
  await expect(page).toHaveURL('/register') // an unfinished registration comes before everything else
  const required = t('validation:required')
  const gender = page.getByRole('group', { name: t('auth:register.gender') })
  await submit(page)
  for (const name of FIELDS) expect(await errorOf(field(page, name))).toBe(required)
  await expect(gender).toContainText(required)

  const wrong = {
    first_name: ['א', 'D2', 'דנה!'],
    last_name: ['-', 'כהן3'],
    email: ['dana', 'dana@example', 'dana@example.c'],
    id_number: ['12345678', '1234567a9'],
  }
  for (const name of FIELDS)
    for (const text of wrong[name]) {
      await field(page, name).fill(text)
      await submit(page)
      expect.soft(await errorOf(field(page, name)), `${name}: ${text}`).toBe(t(`auth:register.wrong.${name}`))
    }

  const right = { first_name: "ז'אן-פול", last_name: 'Ben David', email: 'dana@example.co.il', id_number: '000000018' }
  for (const name of FIELDS) await field(page, name).fill(right[name])
  await page.getByLabel(t('auth:register.male')).check()
  await page.evaluate(() => document.body.setAttribute('data-before', ''))
  const sent = page.waitForRequest('**/api/v1/account/users/signup')
  await submit(page)
  expect((await sent).postDataJSON()).toEqual({ ...right, gender: 'male' })
  await expect(page).toHaveURL('/welcome')
  await expect(page.locator('body')).not.toHaveAttribute('data-before') // the whole page was loaded anew
})

const fillIn = async (page: Page): Promise<void> => {
  await field(page, 'first_name').fill('נועה')
  await field(page, 'last_name').fill('לוי')
  await field(page, 'email').fill('noa@example.co.il')
  await field(page, 'id_number').fill('000000018')
  await page.getByLabel(t('auth:register.female')).check()
}

test('a failed registration says so, and an existing one leads to the login', async ({ visit, pageErrors }) => {
  pageErrors.allow(/status of (?:500|409)/u) // both are provoked below
  const page = await visit(await signIn(newPhone()))
  const answerWith = (status: number, code: string) =>
    page.route('**/users/signup', (route) =>
      route.fulfill({ status, json: { error: { code, description: 'לא', detail: {} } } }),
    )
  await page.goto('/register')
  await fillIn(page)
  await answerWith(500, 'system_error')
  await submit(page)
  await expect(page.getByText(t('auth:register.failed'))).toBeVisible()
  await answerWith(409, 'A21')
  await submit(page)
  await expect(page).toHaveURL('/login')
})

test('a registration is one way: details, phone and code on one screen, and it finishes by itself', async ({
  page,
}) => {
  const phone = newPhone()
  await page.goto('/auth')
  await page.getByRole('link', { name: t('auth:landing.register') }).click()
  await fillIn(page)
  await page.getByRole('button', { name: t('auth:register.continue') }).click()
  await expect(page).toHaveURL('/register?step=phone')
  await page.getByLabel(t('auth:login.phone'), { exact: true }).fill(phone)
  await page.getByRole('button', { name: t('auth:login.submit') }).click()
  await expect(page.getByLabel(t('auth:verify.code'))).toBeVisible()
  await page.reload() // the details and the pending code are kept
  await page.goBack()
  await expect(field(page, 'email')).toHaveValue('noa@example.co.il')
  await expect(page.getByLabel(t('auth:register.female'))).toBeChecked()
  await page.getByRole('button', { name: t('auth:register.continue') }).click()
  await page.getByLabel(t('auth:verify.code')).pressSequentially(await codeFor(phone))
  await expect(page).toHaveURL('/welcome')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('נועה')
})

test('an invited scanner opens the link of the SMS and is in with a name alone @phone-and-desktop', async ({
  page,
}) => {
  const { producer, event } = await newSale()
  const phone = newPhone()
  await producer.call(inviteMember, { body: { role: 'scanner', phone_number: phone } })
  await page.goto('/join')
  await page.getByLabel(t('auth:login.phone'), { exact: true }).fill(phone)
  await page.getByRole('button', { name: t('auth:login.submit') }).click()
  await expect(page.getByLabel(t('auth:verify.code'))).toBeVisible()
  await page.getByLabel(t('auth:verify.code')).pressSequentially(await codeFor(phone))
  await expect(page.getByRole('heading', { name: t('auth:join.title') })).toBeVisible()
  const join = page.getByRole('button', { name: t('auth:join.accept') })
  await join.click()
  await expect(page.getByText(t('validation:required')).first()).toBeVisible()
  await field(page, 'first_name').fill('יוסי')
  await field(page, 'last_name').fill('כהן')
  await join.click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: event.name })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('יוסי')
})

test('the link of an invitation tells a phone without one so, and lets another phone try', async ({ visit }) => {
  const page = await visit(await newPerson())
  await page.goto('/join')
  await expect(page.getByText(t('welcome:invites.empty'))).toBeVisible()
  await page.getByRole('button', { name: t('auth:join.other_phone') }).click()
  await expect(page).toHaveURL('/join')
  await expect(page.getByLabel(t('auth:login.phone'), { exact: true })).toBeVisible()
})

test('the welcome screen shows both ways to an account, and one answer at a time @phone-and-desktop', async ({
  visit,
}) => {
  const page = await visit(await newPerson())
  await page.goto('/welcome')
  await expect(shell(page).title()).toHaveText(t('welcome:hello', { name: 'נועה' }))
  await expect(page.getByRole('link', { name: t('welcome:box.create') })).toHaveAttribute(
    'href',
    '/create-account/company-details',
  )
  await expect(page.getByText(t('welcome:or'), { exact: true })).toBeVisible()
  await expect(page.getByText(t('welcome:promo.text'))).toBeVisible()
  const [invited, account] = [t('welcome:faq.invited_a'), t('welcome:faq.account_a')]
  await expect(page.getByText(invited)).toBeHidden()
  await page.getByText(t('welcome:faq.invited_q')).click()
  await expect(page.getByText(invited)).toBeVisible()
  await page.getByText(t('welcome:faq.account_q')).click()
  await expect(page.getByText(account)).toBeVisible()
  await expect(page.getByText(invited)).toBeHidden()
  await page.getByRole('button', { name: t('welcome:box.invited') }).click()
  await expect(page.getByRole('dialog').getByText(t('welcome:invites.empty'))).toBeVisible()
})

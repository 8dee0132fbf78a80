import { newPerson, newPhone, signIn } from '../fixtures/people.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { say } from '../fixtures/messages.ts'
import { askForCode, typeCode } from '../pages/enter.ts'
import { shell, toldAt } from '../pages/shell.ts'

const COUNTRIES = ['972', '1', '44', '33', '49', '39', '34', '7', '86', '91', '55']

test('the login asks for a country of eleven, Israel first, and takes nothing but digits @both', async ({ page }) => {
  await page.goto('/login')
  const country = page.getByRole('combobox', { name: say('components:phone.country') })
  await expect(country).toHaveValue('972')
  const offered = await country
    .getByRole('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
  expect(offered).toEqual(COUNTRIES)
  const number = page.getByLabel(say('auth:login.phone'), { exact: true })
  await number.pressSequentially('0a5-2דx4')
  await expect(number).toHaveValue('052-4')
  await page.getByRole('button', { name: say('auth:login.submit') }).click()
  expect(await toldAt(number)).toBe(say('validation:invalid_phone'))
  await expect(page).toHaveURL('/login')
})

test('the code has six boxes and needs all six digits @both', async ({ page }) => {
  await askForCode(page, newPhone())
  const code = page.getByLabel(say('auth:verify.code'))
  await expect(page.locator('input[name="code"] + div > span')).toHaveCount(6)
  await code.pressSequentially('12a34')
  await expect(code).toHaveValue('1234')
  await page.getByRole('button', { name: say('auth:verify.submit') }).click()
  expect(await toldAt(code)).toBe(say('auth:verify.all_digits'))
})

const FIELDS = ['first_name', 'last_name', 'email', 'id_number'] as const
const field = (page: Page, name: (typeof FIELDS)[number]) =>
  page.getByLabel(say(`auth:register.${name}`), { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: say('auth:register.submit') }).click()

test('a registration names each field that is missing or wrong as required, and sends the gender as a word', async ({
  visit,
}) => {
  const page = await visit(await signIn(newPhone()))
  await page.goto('/')
  await expect(page).toHaveURL('/register') // an unfinished registration comes before everything else
  const required = say('validation:required')
  const gender = page.getByRole('group', { name: say('auth:register.gender') })
  await submit(page)
  for (const name of FIELDS) expect(await toldAt(field(page, name))).toBe(required)
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
      expect.soft(await toldAt(field(page, name)), `${name}: ${text}`).toContain(required)
    }

  const right = { first_name: "ז'אן-פול", last_name: 'Ben David', email: 'dana@example.co.il', id_number: '000000018' }
  for (const name of FIELDS) await field(page, name).fill(right[name])
  await page.getByLabel(say('auth:register.male')).check()
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
  await page.getByLabel(say('auth:register.female')).check()
}

test('a registration that fails says so, and one that was done before leads to the login', async ({
  visit,
  faults,
}) => {
  faults.allow(/status of (?:500|409)/u) // both are provoked below
  const page = await visit(await signIn(newPhone()))
  const answerWith = (status: number, code: string) =>
    page.route('**/users/signup', (route) =>
      route.fulfill({ status, json: { error: { code, description: 'לא', detail: {} } } }),
    )
  await page.goto('/register')
  await fillIn(page)
  await answerWith(500, 'system_error')
  await submit(page)
  await expect(page.getByText(say('auth:register.failed'))).toBeVisible()
  await answerWith(409, 'A21')
  await submit(page)
  await expect(page).toHaveURL('/login')
})

test('a visitor may fill in the registration first: it waits while the phone is verified', async ({ page }) => {
  const phone = newPhone()
  await page.goto('/auth')
  await page.getByRole('link', { name: say('auth:landing.register') }).click()
  await fillIn(page)
  await page.getByRole('button', { name: say('auth:register.continue') }).click()
  await expect(page).toHaveURL('/login')
  await askForCode(page, phone)
  await typeCode(page, phone)
  await expect(page).toHaveURL('/register')
  await expect(field(page, 'email')).toHaveValue('noa@example.co.il')
  await expect(page.getByLabel(say('auth:register.female'))).toBeChecked()
  await submit(page)
  await expect(page).toHaveURL('/welcome')
})

test('the welcome shows both ways to an account, and one answer at a time @both', async ({ visit }) => {
  const page = await visit(await newPerson())
  await page.goto('/welcome')
  await expect(shell(page).title()).toHaveText(say('welcome:hello', { name: 'נועה' }))
  await expect(page.getByRole('link', { name: say('welcome:box.create') })).toHaveAttribute(
    'href',
    '/create-account/company-details',
  )
  await expect(page.getByText(say('welcome:or'), { exact: true })).toBeVisible()
  await expect(page.getByText(say('welcome:promo.text'))).toBeVisible()
  const [invited, account] = [say('welcome:faq.invited_a'), say('welcome:faq.account_a')]
  await expect(page.getByText(invited)).toBeHidden()
  await page.getByText(say('welcome:faq.invited_q')).click()
  await expect(page.getByText(invited)).toBeVisible()
  await page.getByText(say('welcome:faq.account_q')).click()
  await expect(page.getByText(account)).toBeVisible()
  await expect(page.getByText(invited)).toBeHidden()
  await page.getByRole('button', { name: say('welcome:box.invited') }).click()
  await expect(page.getByRole('dialog').getByText(say('welcome:invites.empty'))).toBeVisible()
})

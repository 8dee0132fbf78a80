// Statements of the product specification; see docs/SPEC-COVERAGE.md.
import { newPerson } from '../fixtures/people.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'
import { COMPANY, fillCompany, goOn } from '../pages/signup.ts'
import { shell, errorOf } from '../pages/shell.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

const company = (page: Page, name: keyof typeof COMPANY) =>
  page.getByLabel(t(`signup:company.${name}`), { exact: true })
const bank = (page: Page, name: string) => page.getByLabel(t(`signup:bank.${name}`), { exact: true })
const reasonText = (reason: string) => t(`validation:${reason}`)

/** Input and the validation message on blur. */
const WRONG: Readonly<Record<keyof typeof COMPANY, readonly (readonly [typed: string, reason: string])[]>> = {
  name: [['א', 'too_short']],
  vat_name: [['א', 'too_short']],
  tax_id: [['51530820', 'invalid_tax_id']],
  address_city: [['ח', 'too_short']],
  address_street: [['נ', 'too_short']],
  address_street_number: [['7 א!', 'invalid_street_number']],
  phone: [
    ['481234567', 'invalid_phone'],
    ['04812345', 'invalid_phone'],
  ],
  email: [['office@example', 'invalid_email']],
  email_billing: [['billing.example.co.il', 'invalid_email']],
}
const NAMES = Object.keys(COMPANY) as (keyof typeof COMPANY)[]

test('the company step validates each field on blur and all of them on continue @phone-and-desktop', async ({
  visit,
}) => {
  const page = await visit(await newPerson())
  await page.goto('/create-account/company-details')
  await test.step('the contact details are those of the person until the company has its own', async () => {
    for (const name of ['phone', 'email', 'email_billing'] as const) {
      await expect(company(page, name)).not.toHaveValue('')
      await company(page, name).fill('')
    }
  })
  await goOn(page).click()
  for (const name of NAMES) expect.soft(await errorOf(company(page, name)), name).toContain(reasonText('required'))
  for (const name of NAMES)
    for (const [typed, reason] of WRONG[name]) {
      await company(page, name).fill(typed)
      await company(page, name).blur()
      // a moment after the field was left, so that the press that left it reaches its target
      await expect.poll(() => errorOf(company(page, name)), `${name}: ${typed}`).toContain(reasonText(reason))
    }
  await goOn(page).click()
  await expect(page).toHaveURL('/create-account/company-details')

  await test.step('nine digits, ten digits, ten characters and no more', async () => {
    await company(page, 'tax_id').fill('')
    await company(page, 'tax_id').pressSequentially('51a53082031')
    await expect(company(page, 'tax_id')).toHaveValue('515308203')
    await company(page, 'phone').fill('')
    await company(page, 'phone').pressSequentially('(04) 812-34567899')
    await expect(company(page, 'phone')).toHaveValue('0481234567')
    await company(page, 'address_street_number').fill('')
    await company(page, 'address_street_number').pressSequentially('12א/3-45678')
    await expect(company(page, 'address_street_number')).toHaveValue('12א/3-4567')
  })
  await fillCompany(page)
  await goOn(page).click()
  await expect(page).toHaveURL('/create-account/bank-details')
})

const toBank = async (page: Page): Promise<void> => {
  await page.goto('/create-account/company-details')
  await fillCompany(page)
  await goOn(page).click()
  await expect(page).toHaveURL('/create-account/bank-details')
}

const fillBank = async (page: Page): Promise<void> => {
  await bank(page, 'bank_number').selectOption('10')
  await bank(page, 'bank_branch_number').fill('607')
  await bank(page, 'bank_account_number').fill('11710022')
}

/** The banks of the specification and those of its second list. */
const FIRST_BANKS = ['10', '12', '20', '11', '31', '14', '17', '54', '4', '9']
const MORE_BANKS = ['52', '18']

test('the bank step names missing fields, accepts digits only, and does not require the file @phone-and-desktop', async ({
  visit,
}) => {
  const page = await visit(await newPerson())
  await toBank(page)

  await test.step('the company of the first step stands there to be read', async () => {
    for (const name of ['vat_name', 'tax_id'] as const) {
      await expect(company(page, name)).toHaveValue(COMPANY[name])
      await expect(company(page, name)).not.toBeEditable()
    }
  })
  await test.step('the list has every bank of the sign-up by its code', async () => {
    const codes = await bank(page, 'bank_number')
      .getByRole('option')
      .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value).filter(Boolean))
    expect(codes.slice(0, FIRST_BANKS.length)).toEqual(FIRST_BANKS)
    expect(codes).toEqual(expect.arrayContaining(MORE_BANKS))
  })
  await test.step('nothing chosen, nothing typed', async () => {
    await bank(page, 'holder_name').fill('')
    await goOn(page).click()
    expect.soft(await errorOf(bank(page, 'bank_number'))).toBe(reasonText('choose_bank'))
    expect.soft(await errorOf(bank(page, 'bank_branch_number'))).toBe(reasonText('enter_branch_number'))
    expect.soft(await errorOf(bank(page, 'bank_account_number'))).toBe(reasonText('enter_account_number'))
    expect.soft(await errorOf(bank(page, 'holder_name'))).toBe(reasonText('required'))
    await bank(page, 'bank_account_number').fill('7')
    await bank(page, 'bank_account_number').blur()
    await expect.poll(() => errorOf(bank(page, 'bank_account_number'))).toBe(reasonText('enter_account_number'))
  })
  await test.step('digits only, three for the branch', async () => {
    await bank(page, 'bank_branch_number').pressSequentially('6a0b7ג8')
    await expect(bank(page, 'bank_branch_number')).toHaveValue('6078')
    await expect(page.getByText(t('components:digits.too_many', { count: 3 }))).toBeVisible()
    await bank(page, 'bank_branch_number').fill('607')
    await bank(page, 'bank_account_number').fill('')
    await bank(page, 'bank_account_number').pressSequentially('117-100 22x')
    await expect(bank(page, 'bank_account_number')).toHaveValue('11710022')
  })
  await test.step('the file: pdf or jpg, shown by its name, to be changed', async () => {
    const picker = page.locator('input[type="file"]')
    await expect(picker).toHaveAttribute('accept', '.pdf,.jpg,.jpeg')
    const file = (name: string) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from('%PDF-1.4') })
    await picker.setInputFiles(file('bank.docx'))
    await expect(page.getByText(t('signup:file.wrong_kind'))).toBeVisible()
    await picker.setInputFiles({ ...file('bank.png'), buffer: Buffer.from('just text') })
    await expect(page.getByText(t('signup:file.wrong_kind'))).toBeVisible()
    await picker.setInputFiles(file('bank.jpeg'))
    await expect(page.getByText('bank.jpeg')).toBeVisible()
    await expect(page.getByRole('button', { name: t('signup:file.change') })).toBeVisible()
  })
  await page.reload() // a file does not live in the browser's storage
  await fillBank(page)
  await bank(page, 'holder_name').fill(COMPANY.vat_name)
  await goOn(page).click()
  await expect(page).toHaveURL('/create-account/terms-of-use')
})

const toTerms = async (page: Page): Promise<void> => {
  await toBank(page)
  await fillBank(page)
  await goOn(page).click()
  await expect(page).toHaveURL('/create-account/terms-of-use')
}

const PROMISES = [
  '5% בתוספת מע״מ מכל תשלום בכרטיס אשראי',
  '1.5 שקלים',
  '2.5%',
  '18% לשנה, או את הריבית המרבית שהדין מתיר אם היא נמוכה מכך',
  'בן 18 לפחות',
  'המוסמכים בתל אביב',
  'הדין הישראלי בלבד',
  'התקבלה 10 ימים אחרי שנשלחה',
  'כרטיס אשראי והעברה בנקאית',
  'אחראי לבדו למידע על לקוחותיו ולהסכמתם',
]

test('the terms must be scrolled to the end; then the account is opened and the home screen follows after three seconds', async ({
  visit,
}) => {
  const page = await visit(await newPerson())
  await toTerms(page)
  const locked = page.getByRole('button', { name: t('terms:read_on') })
  const confirm = page.getByRole('button', { name: t('terms:confirm') })
  await expect(locked).toBeDisabled()
  for (const promise of PROMISES) await expect.soft(page.getByRole('main')).toContainText(promise)
  await page.getByRole('heading', { name: t('terms:sections.data.title') }).scrollIntoViewIfNeeded()
  await expect(locked).toBeDisabled()
  await page.getByText(t('terms:end'), { exact: true }).scrollIntoViewIfNeeded()
  await expect(confirm).toBeEnabled()

  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/account/accounts'),
  )
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await confirm.click()
  expect((await sent).postDataJSON()).toMatchObject({
    name: COMPANY.name,
    vat_name: COMPANY.vat_name,
    vat_number: COMPANY.tax_id,
    address_city: COMPANY.address_city,
    address_street: COMPANY.address_street,
    address_street_number: COMPANY.address_street_number,
    contact_phone: '048123456',
    contact_email: COMPANY.email,
    billing_email: COMPANY.email_billing,
    vat_type: 'hevra',
    payment_methods: [{ type: 'bank', bank_number: 10, bank_branch_number: '607', bank_account_number: '11710022' }],
  })
  await expect(page.getByText(t('signup:success.word'), { exact: true })).toBeVisible()
  await page.clock.runFor(2900)
  await expect(page).toHaveURL('/create-account/success')
  await page.clock.runFor(200)
  await expect(page).toHaveURL('/')
  await page.clock.resume()
  const menu = await shell(page).openMenu()
  await expect(menu.getByRole('radio', { name: COMPANY.name })).toBeChecked()
})

test('a field refused by the server leads back to its step with ERROR_SAVE_FORM_ALERT and keeps the input', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/status of 422/u) // provoked below
  const page = await visit(await newPerson())
  await toTerms(page)
  const answered = Promise.withResolvers<undefined>()
  await page.route('**/api/v1/account/accounts', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await answered.promise
    return route.fulfill({
      status: 422,
      json: { error: { code: 'validation', description: 'לא תקין', detail: { vat_number: ['invalid_tax_id'] } } },
    })
  })
  await page.getByText(t('terms:end'), { exact: true }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: t('terms:confirm') }).click()
  await expect(page.getByRole('button', { name: t('terms:busy') })).toBeDisabled() // no second press while it works
  answered.resolve(undefined)
  await expect(page.getByRole('alert').filter({ hasText: 'ERROR_SAVE_FORM_ALERT' })).toBeVisible()
  await expect(page).toHaveURL('/create-account/company-details')
  expect(await errorOf(company(page, 'tax_id'))).toBe(reasonText('invalid_tax_id'))
  await expect(company(page, 'email_billing')).toHaveValue(COMPANY.email_billing)
})

import type { Page } from '@playwright/test'
import { expect } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'

export const COMPANY = {
  name: 'הבמה הקטנה',
  vat_name: 'הבמה הקטנה בע״מ',
  tax_id: '515308203',
  address_city: 'חיפה',
  address_street: 'הנמל',
  address_street_number: '7א',
  phone: '04-8123456',
  email: 'office@example.co.il',
  email_billing: 'billing@example.co.il',
}

const field = (page: Page, key: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${t(`signup:${key}`)}`, 'u') }).first()

export const goOn = (page: Page) => page.getByRole('button', { name: t('signup:continue'), exact: true })

/** Fills in the company step. */
export const fillCompany = async (page: Page): Promise<void> => {
  for (const [name, value] of Object.entries(COMPANY))
    await page.getByLabel(t(`signup:company.${name}`), { exact: true }).fill(value)
}

/** Completes all steps of opening an account. */
export const openAccount = async (page: Page): Promise<void> => {
  await expect(page).toHaveURL('/create-account/company-details')
  await fillCompany(page)
  await page.reload() // the draft is stored in the browser
  await expect(page.getByLabel(t('signup:company.name'), { exact: true })).toHaveValue(COMPANY.name)
  await goOn(page).click()

  await expect(page).toHaveURL('/create-account/bank-details')
  await expect(field(page, 'company.vat_name')).toHaveValue(COMPANY.vat_name)
  await page.getByLabel(t('signup:bank.bank_number')).selectOption('10')
  await page.getByLabel(t('signup:bank.bank_branch_number')).fill('607')
  await page.getByLabel(t('signup:bank.bank_account_number')).fill('11710022')
  await page.locator('input[type="file"]').setInputFiles({
    name: 'ishur-bank.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n'),
  })
  await expect(page.getByText('ishur-bank.pdf')).toBeVisible()
  await goOn(page).click()

  await expect(page).toHaveURL('/create-account/terms-of-use')
  await expect(page.getByRole('button', { name: t('terms:read_on') })).toBeDisabled()
  await page.getByText(t('terms:end'), { exact: true }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: t('terms:confirm') }).click()
  await expect(page.getByText(t('signup:success.word'))).toBeVisible()
  await expect(page).toHaveURL('/', { timeout: 10_000 })
}

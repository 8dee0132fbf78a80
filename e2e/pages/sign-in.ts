import type { Page } from '@playwright/test'
import { codeFor } from '../fixtures/call.ts'
import { expect } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'

/** Enters a phone at the login screen and waits for the code field. */
export const requestCode = async (page: Page, phone: string): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel(t('auth:login.phone'), { exact: true }).fill(phone)
  await page.getByRole('button', { name: t('auth:login.submit') }).click()
  await expect(page).toHaveURL('/login-verify-code')
}

const codeBox = (page: Page) => page.getByLabel(t('auth:verify.code'))

/** Types the code digit by digit; the sixth submits it. */
export const typeCode = async (page: Page, phone: string): Promise<void> => {
  await codeBox(page).pressSequentially(await codeFor(phone))
  await expect(page).not.toHaveURL('/login-verify-code')
}

/** Pastes the code with a hyphen between its halves; the field keeps only the digits. */
export const pasteCode = async (page: Page, phone: string): Promise<void> => {
  const code = await codeFor(phone)
  await codeBox(page).evaluate(
    (box, text) => {
      // Inserts the whole text at once, as a paste does.
      box.focus()
      document.execCommand('insertText', false, text)
    },
    `${code.slice(0, 3)}-${code.slice(3)}`,
  )
  await expect(page).not.toHaveURL('/login-verify-code')
}

/** Types a code that is not the right one and expects the field to be emptied. */
export const wrongCode = async (page: Page, phone: string): Promise<void> => {
  const code = await codeFor(phone)
  await codeBox(page).pressSequentially(code === '000000' ? '111111' : '000000')
  await expect(page.getByText(t('auth:verify.wrong'))).toBeVisible()
  await expect(codeBox(page)).toHaveValue('')
}

/** Completes the registration screen of a new user. */
export const register = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel(t('auth:register.first_name')).fill('נועה')
  await page.getByLabel(t('auth:register.last_name')).fill('בן-דוד')
  await page.getByLabel(t('auth:register.email')).fill(email)
  await page.getByLabel(t('auth:register.id_number')).fill('000000018')
  await page.getByLabel(t('auth:register.female')).check()
  await page.getByRole('button', { name: t('auth:register.submit') }).click()
}

import type { Page } from '@playwright/test'
import { codeFor } from '../fixtures/call.ts'
import { expect } from '../fixtures/strict.ts'
import { say } from '../fixtures/messages.ts'

/** From the login screen to the box for the code. */
export const askForCode = async (page: Page, phone: string): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel(say('auth:login.phone'), { exact: true }).fill(phone)
  await page.getByRole('button', { name: say('auth:login.submit') }).click()
  await expect(page).toHaveURL('/login-verify-code')
}

const codeBox = (page: Page) => page.getByLabel(say('auth:verify.code'))

/** Digit by digit; the sixth sends it. */
export const typeCode = async (page: Page, phone: string): Promise<void> => {
  await codeBox(page).pressSequentially(await codeFor(phone))
  await expect(page).not.toHaveURL('/login-verify-code')
}

/** As the whole SMS is pasted: only the digits of the code count. */
export const pasteCode = async (page: Page, phone: string): Promise<void> => {
  const code = await codeFor(phone)
  await codeBox(page).evaluate(
    (box, text) => {
      box.focus()
      document.execCommand('insertText', false, text)
    },
    `${code.slice(0, 3)}-${code.slice(3)}`,
  )
  await expect(page).not.toHaveURL('/login-verify-code')
}

export const wrongCode = async (page: Page, phone: string): Promise<void> => {
  const code = await codeFor(phone)
  await codeBox(page).pressSequentially(code === '000000' ? '111111' : '000000')
  await expect(page.getByText(say('auth:verify.wrong'))).toBeVisible()
  await expect(codeBox(page)).toHaveValue('')
}

export const register = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel(say('auth:register.first_name')).fill('נועה')
  await page.getByLabel(say('auth:register.last_name')).fill('בן-דוד')
  await page.getByLabel(say('auth:register.email')).fill(email)
  await page.getByLabel(say('auth:register.id_number')).fill('000000018')
  await page.getByLabel(say('auth:register.female')).check()
  await page.getByRole('button', { name: say('auth:register.submit') }).click()
}

import type { Page } from '@playwright/test'
import { t as inHebrew } from '../fixtures/messages.ts'

interface Helper {
  readonly name?: string
  /** Texts in the language of the page. */
  readonly t?: typeof inHebrew
}

/** Joins the gate from the page of a link to it. */
export const joinGate = async (page: Page, { name = 'אביב', t = inHebrew }: Helper = {}): Promise<void> => {
  await page.getByLabel(t('gate-devices:join.name'), { exact: true }).fill(name)
  await page.getByRole('button', { name: t('gate-devices:join.action') }).click()
}

import type { Page } from '@playwright/test'
import { expect } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'

export const scanPage = (page: Page) => ({
  open: (event: string) => page.goto(`/events/${event}/scan-tickets`),
  start: () => page.getByRole('button', { name: t('scan:start'), exact: true }).click(),
  /** Turns the camera off; a code in front of it may cause one more refusal first. */
  async stop(): Promise<void> {
    const off = page.getByRole('button', { name: t('scan:stop'), exact: true }).and(page.locator(':not(dialog *)'))
    await expect(async () => {
      if (await this.result('fail').isVisible()) await this.close()
      await off.click({ timeout: 1000 })
    }).toPass()
  },
  result: (state: 'success' | 'fail' | 'again') => page.getByRole('dialog', { name: t(`scan:result.${state}`) }),
  close: () =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: t('scan:result.close') })
      .click(),
  async type(code: string): Promise<void> {
    await page.getByLabel(t('scan:manual.label')).fill(code)
    await page.getByRole('button', { name: t('scan:manual.send') }).click()
  },
  async expectCounters(scanned: number, unscanned: number, total: number): Promise<void> {
    const counter = (name: string) => page.locator(`[data-name="${name}"] dd`)
    await expect(counter('scanned')).toHaveText(String(scanned))
    await expect(counter('unscanned')).toHaveText(String(unscanned))
    await expect(counter('total')).toHaveText(String(total))
  },
})

import type { Page } from '@playwright/test'
import { expect } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'

/** Somebody at this device has said that the event, which is on another day, is the right one. */
export const answerDay = (page: Page, event: string) =>
  page.addInitScript((uuid) => {
    // An empty page has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('device:other_day', btoa(JSON.stringify([uuid])))
  }, event)

export const scanPage = (page: Page) => ({
  async open(event: string): Promise<void> {
    await answerDay(page, event)
    await page.goto(`/events/${event}/scan-tickets`)
  },
  /** The question before the first entry at an event of another day. */
  dayQuestion: () => page.getByRole('dialog').filter({ hasText: t('gate:other_day.action') }),
  start: () => page.getByRole('button', { name: t('scan:start'), exact: true }).click(),
  /** Turns the camera off; a code in front of it may cause one more refusal first. */
  async stop(): Promise<void> {
    const off = page.getByRole('button', { name: t('scan:stop'), exact: true }).and(page.locator(':not(dialog *)'))
    await expect(async () => {
      if (await this.result('fail').isVisible()) await this.close()
      // A press may arrive and its answer come too late: the camera is off then.
      if (await off.isVisible()) await off.click({ timeout: 1000 }).catch(() => undefined)
      await expect(off).toBeHidden({ timeout: 1000 })
    }).toPass()
  },
  result: (state: 'success' | 'fail' | 'again') => page.locator(`dialog[open][data-state="${state}"]`),
  /** Closes the result; a success may have closed by itself meanwhile. */
  async close(): Promise<void> {
    const result = page.locator('dialog[open][data-state]')
    const button = result.getByRole('button', { name: t('scan:result.close') })
    await button.click({ timeout: 3000 }).catch(() => undefined)
    await expect(result).toBeHidden()
  },
  /** Types into the page, or into the number pad while the camera is on. */
  async type(code: string): Promise<void> {
    const key = page.getByRole('button', { name: t('gate:keys.number'), exact: true })
    if (await key.isVisible()) await key.click()
    await page.getByRole('textbox', { name: t('scan:manual.label') }).fill(code)
    await page.getByRole('button', { name: t('scan:manual.send') }).click()
  },
  /** Types a code that enters, and closes the result. */
  async admit(code: string): Promise<void> {
    await this.type(code)
    await expect(this.result('success')).toBeVisible()
    await this.close()
  },
  /** Types a code that is refused with these texts, and closes the result. */
  async refuse(code: string, ...texts: readonly string[]): Promise<void> {
    await this.type(code)
    for (const text of texts) await expect(this.result('fail')).toContainText(text)
    await this.close()
  },
  async expectCounters(scanned: number, unscanned: number, total: number): Promise<void> {
    const counter = (name: string) => page.locator(`[data-name="${name}"] dd`)
    await expect(counter('scanned')).toHaveText(String(scanned))
    await expect(counter('unscanned')).toHaveText(String(unscanned))
    await expect(counter('total')).toHaveText(String(total))
  },
})

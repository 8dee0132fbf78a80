import type { Locator, Page } from '@playwright/test'
import { expect } from '../house/strict.ts'
import { say } from '../house/words.ts'

/** What stands around every screen of the organisers' app. */
export const shell = (page: Page) => ({
  logo: () => page.getByRole('banner').getByRole('link', { name: say('shell:home') }),
  who: () => page.getByRole('banner').getByRole('button', { name: say('shell:menu.open') }),
  menu: () => page.getByRole('dialog', { name: say('shell:menu.open') }),
  footer: () => page.getByRole('contentinfo'),
  title: () => page.getByRole('main').getByRole('heading', { level: 1 }),
  back: () => page.getByRole('main').getByRole('link', { name: say('parts:back'), exact: true }),
  step: (current: number, total: number) =>
    page.getByRole('main').getByText(say('parts:step', { current, total }), { exact: true }),
  async openMenu(): Promise<Locator> {
    await this.who().click()
    await expect(this.menu()).toBeVisible()
    return this.menu()
  },
})

/** The text that a mantle of a form field says is wrong with it. */
export const toldAt = async (field: Locator): Promise<string> => {
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').filter(Boolean)
  const texts = ids.map((id) => field.page().locator(`[id="${id}"]`).innerText())
  return (await Promise.all(texts)).join(' ')
}

/** A screen of the app without loading the page anew, as a link inside it would. */
export const walkTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState({}, '', to), path)

import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/strict.ts'
import { say } from '../fixtures/messages.ts'

/** What stands around every screen of the organisers' app. */
export const shell = (page: Page) => ({
  logo: () => page.getByRole('banner').getByRole('link', { name: say('shell:home') }),
  who: () => page.getByRole('banner').getByRole('button', { name: say('shell:menu.open') }),
  menu: () => page.getByRole('dialog', { name: say('shell:menu.open') }),
  footer: () => page.getByRole('contentinfo'),
  title: () => page.getByRole('main').getByRole('heading', { level: 1 }),
  back: () => page.getByRole('main').getByRole('link', { name: say('components:back'), exact: true }),
  step: (current: number, total: number) =>
    page.getByRole('main').getByText(say('components:step', { current, total }), { exact: true }),
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

interface Router {
  readonly latestLocation: { readonly href: string }
  readonly state: { readonly status: string; readonly resolvedLocation?: { readonly href: string } }
}

/** The guards have spoken, and the screen that they let through (or sent on to) has its code. */
const hasArrived = (): boolean => {
  const { __TSR_ROUTER__: router } = window as unknown as { readonly __TSR_ROUTER__?: Router }
  // The app begins once it has its words; until then there is no router.
  return router?.state.status === 'idle' && router.state.resolvedLocation?.href === router.latestLocation.href
}

const arrived = (page: Page) => page.waitForFunction(hasArrived, undefined, { polling: 20 })

/** A screen of the app without loading the page anew, as a link inside it would; all guards of its address are asked. */
export const walkTo = async (page: Page, path: string): Promise<void> => {
  await arrived(page)
  await page.evaluate((to) => history.pushState({}, '', to), path)
  await arrived(page)
}

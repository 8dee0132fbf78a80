import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'

/** The frame around every screen of the producer app. */
export const shell = (page: Page) => ({
  logo: () => page.getByRole('banner').getByRole('link', { name: t('shell:home') }),
  who: () => page.getByRole('banner').getByRole('button', { name: t('shell:menu.open') }),
  menu: () => page.getByRole('dialog', { name: t('shell:menu.open') }),
  footer: () => page.getByRole('contentinfo'),
  title: () => page.getByRole('main').getByRole('heading', { level: 1 }),
  back: () => page.getByRole('main').getByRole('link', { name: t('components:back'), exact: true }),
  step: (current: number, total: number) =>
    page.getByRole('main').getByText(t('components:step', { current, total }), { exact: true }),
  async openMenu(): Promise<Locator> {
    await this.who().click()
    await expect(this.menu()).toBeVisible()
    return this.menu()
  },
})

/** The error text of a form field of Mantine. */
export const errorOf = async (field: Locator): Promise<string> => {
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').filter(Boolean)
  const texts = ids.map((id) => field.page().locator(`[id="${id}"]`).innerText())
  return (await Promise.all(texts)).join(' ')
}

interface Router {
  readonly latestLocation: { readonly href: string }
  readonly state: { readonly status: string; readonly resolvedLocation?: { readonly href: string } }
}

/** Waits until the route guards have run and the code of the screen has loaded. */
const hasArrived = (): boolean => {
  const { __TSR_ROUTER__: router } = window as unknown as { readonly __TSR_ROUTER__?: Router }
  // The app starts after its messages have loaded; until then there is no router.
  return router?.state.status === 'idle' && router.state.resolvedLocation?.href === router.latestLocation.href
}

const arrived = (page: Page) => page.waitForFunction(hasArrived, undefined, { polling: 20 })

/** Navigates inside the app without reloading, as a link does; all route guards run. */
export const walkTo = async (page: Page, path: string): Promise<void> => {
  await arrived(page)
  await page.evaluate((to) => history.pushState({}, '', to), path)
  await arrived(page)
}

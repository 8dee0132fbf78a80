import type { Page } from '@playwright/test'
import { expect } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'

/** Cards of the sandbox gateway. */
export const CARD = {
  good: '4580000000001008',
  diners: '36400000000109',
  declined: '4580000000004002',
  late: '4580000000000026',
  thrice: '4580000000000034',
} as const

/** What is typed of a good card, in the order of the fields. */
export const CARD_FIELDS = [
  ['card_number', CARD.good],
  ['expiry', '12/30'],
  ['cvv', '123'],
  ['holder_id', '000000018'],
] as const

/** The public page of an event. */
export const salePage = (page: Page) => ({
  open: (slug: string) => page.goto(`/order/${slug}`),
  quantity: (type: string) =>
    page.getByRole('group', { name: t('sale:buy.quantity_of', { name: type }) }).locator('output'),
  more: (type: string) => page.getByRole('button', { name: `${t('sale:buy.more')}, ${type}` }),
  less: (type: string) => page.getByRole('button', { name: `${t('sale:buy.less')}, ${type}` }),
  go: () => page.getByRole('button', { name: t('sale:buy.go') }),
  /** Selects `count` tickets and goes to the checkout, which reserves them; returns the uuid of the order. */
  async reserve(type: string, count: number): Promise<string> {
    // The page may still show tickets that were selected before.
    await expect(async () => {
      const selected = Number(await this.quantity(type).textContent())
      if (selected !== count) await (selected < count ? this.more(type) : this.less(type)).click({ timeout: 2000 })
      await expect(this.quantity(type)).toHaveText(String(count), { timeout: 500 })
    }).toPass()
    await this.go().click()
    await page.waitForURL(/\/order\/checkout\//u)
    return orderOf(page)
  },
})

/** The uuid of the order in the path of the checkout. */
export const orderOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

export interface Buyer {
  readonly name: string
  readonly phone: string
  readonly email?: string
}

/** The checkout pages of one order. */
export const checkoutPage = (page: Page) => {
  const gateway = page.frameLocator(`iframe[title="${t('checkout:payment.frame')}"]`)
  const field = (name: string) => gateway.locator(`input[name="${name}"]`)
  return {
    timer: () => page.getByRole('timer'),
    continue: () => page.getByRole('button', { name: t('checkout:details.continue') }),
    confirmFree: () => page.getByRole('button', { name: t('checkout:details.confirm_free') }),
    heading: (key: string) => page.getByRole('heading', { name: t(`checkout:${key}`) }),
    async describe({ name, phone, email }: Buyer): Promise<void> {
      await page.getByLabel(t('checkout:details.name'), { exact: true }).fill(name)
      await page.getByLabel(t('checkout:details.phone'), { exact: true }).fill(phone)
      if (email) await page.getByLabel(t('checkout:details.email')).fill(email)
    },
    cardField: field,
    payButton: () => gateway.locator('button[type="submit"].pay'),
    async fillCard(number: string): Promise<void> {
      for (const [name, text] of CARD_FIELDS) await field(name).fill(name === 'card_number' ? number : text)
    },
    async pay(number: string): Promise<void> {
      await this.fillCard(number)
      await this.payButton().click()
    },
    again: () => page.getByRole('button', { name: new RegExp(t('checkout:failed.again', { sum: '' }).trim(), 'u') }),
    openTickets: () => page.getByRole('link', { name: t('checkout:done.open') }),
  }
}

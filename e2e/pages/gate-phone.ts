import { admissionList } from '@kartis/contract/admission-list.ts'
import type { Page } from '@playwright/test'
import { orderFree } from '../fixtures/buy.ts'
import { callAs } from '../fixtures/call.ts'
import type { Sale } from '../fixtures/events.ts'
import { t } from '../fixtures/messages.ts'
import { settled } from '../fixtures/stored.ts'
import { expect } from '../fixtures/strict.ts'
import { scanPage } from './scan.ts'

/** What a browser reports of requests without a network. */
export const GONE = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to fetch|N1/u

/** What the phone says of entries that the server does not have yet. */
export const waitingText = (count: number): string => t('scan:door.waiting', { count })

/** Buys free tickets; their codes. */
export const codesOf = async (sale: Sale, quantity: number): Promise<string[]> =>
  (await orderFree(sale, { name: 'רון אביב', quantity })).tickets.map(({ code }) => code)

/** When each ticket entered, as the server has it. */
export const entriesOf = async (sale: Sale) => {
  const { data } = await callAs(sale.producer)(admissionList, { params: { uuid: sale.event.uuid }, query: {} })
  return data.tickets.map(({ redeemed_at }) => redeemed_at)
}

/** Opens the scan page and waits until it works without a network. */
export const openGate = async (page: Page, sale: Sale) => {
  const scan = scanPage(page)
  await scan.open(sale.event.uuid)
  await expect(page.getByText(t('gate:mode.online'))).toBeVisible()
  await settled(page)
  return scan
}

/** Takes the network away and waits until the phone says that it is alone. */
export const goAlone = async (page: Page): Promise<void> => {
  await page.context().setOffline(true)
  await expect(page.getByText(t('gate:mode.alone'), { exact: true })).toBeVisible()
}

/** Gives the network back and waits until what waited on the phone has been sent. */
export const goOnline = async (page: Page, waiting: number): Promise<void> => {
  await page.context().setOffline(false)
  await expect(page.getByText(waitingText(waiting))).toBeHidden({ timeout: 25_000 })
}

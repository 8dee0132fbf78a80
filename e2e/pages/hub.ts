import type { Page } from '@playwright/test'
import { t } from '../fixtures/messages.ts'
import { expect } from '../fixtures/strict.ts'

const SERVER = /\/(?:api\/|healthz)/u

/** Errors of devices that are cut off the server. */
export const HUB_ERRORS = /ERR_FAILED|Failed to fetch|N1|wasm|ArrayBuffer/u

/**
 * Cuts a device off the server, or ends that. The files of the app are on the device, as its service worker has them.
 * Chromium's own switch would cut the devices off each other as well.
 */
export const cut = async (page: Page, isCut: boolean): Promise<void> => {
  const context = page.context()
  if (isCut) await context.route(SERVER, (route) => route.abort('failed'))
  else await context.unroute(SERVER)
  await page.evaluate((name) => dispatchEvent(new Event(name)), isCut ? 'offline' : 'online')
}

/** Makes the device of this page the hub of its event. */
export const startHub = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: t('hub:off.action') }).click()
  await expect(page.getByText(t('hub:on.title', { count: 0 }))).toBeVisible()
}

/** Opens the page of the hub of an event and makes its device the hub. */
export const openHub = async (page: Page, event: string): Promise<void> => {
  await page.goto(`/events/${event}/gate-hub`)
  await page.waitForLoadState('networkidle')
  await startHub(page)
}

/** Opens the code for the next phone. */
export const openHubCode = async (hub: Page): Promise<ReturnType<Page['locator']>> => {
  await hub.getByRole('button', { name: t('hub:add.open'), exact: true }).click()
  const code = hub.getByRole('img', { name: t('hub:add.code') })
  await expect(code).toBeVisible()
  return code
}

/** The code that a dialog shows, as text. */
export const hubCodeText = async (page: Page): Promise<string> => {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('hub:code.show_text') }).click()
  return dialog.getByLabel(t('hub:code.text'), { exact: true }).inputValue()
}

/** Enters the code of the other device as text. */
export const enterHubCode = async (page: Page, code: string): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('hub:code.enter'), { exact: true }).fill(code)
  await dialog.getByRole('button', { name: t('hub:code.send'), exact: true }).click()
}

/** Connects a phone to the hub by the text of the two codes. `again`: the phone has had this hub before. */
export const pairByText = async (hub: Page, phone: Page, again = false): Promise<void> => {
  await openHubCode(hub)
  const offer = await hubCodeText(hub)
  expect(offer.length).toBeLessThan(250)
  await phone.getByRole('button', { name: t(again ? 'hub:card.again' : 'hub:card.connect') }).click()
  await enterHubCode(phone, offer)
  await expect(phone.getByRole('img', { name: t('hub:pair.code') })).toBeVisible()
  const answer = await hubCodeText(phone)
  await hub.getByRole('button', { name: t('hub:add.scan') }).click()
  await enterHubCode(hub, answer)
  await expect(phone.getByText(t('hub:pair.done')).last()).toBeVisible()
  await expect(hub.getByRole('dialog')).toBeHidden()
}

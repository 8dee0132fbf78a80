import { showOrder } from '@kartis/contract/orders.ts'
import hubText from '@kartis/i18n/messages/he/hub.json' with { type: 'json' }
import scanText from '@kartis/i18n/messages/he/scan.json' with { type: 'json' }
import type { Producer } from '@kartis/testing/people.ts'
import type { Browser, Page } from '@playwright/test'

/** What the page says of the list on this device. */
const LIST = scanText['door']
/** A phone of the middle class against the machine of the benchmark. */
const SLOWER = 4
const WHOLE_LIST_MS = 120_000
const SERVER = /\/(?:api\/|healthz)/

export interface GatePhone {
  readonly page: Page
  /** From the last byte of the snapshot to the list that decides. */
  readonly readyMs: () => Promise<number>
  /** Until the list with numbers and names is stored. */
  readonly wholeList: () => Promise<void>
  /** Cuts the phone off the server. */
  readonly cut: () => Promise<void>
  /** As slow as a phone, or as fast as this machine: storing 100,000 tickets at a phone's pace takes minutes and is no figure. */
  readonly slow: (isSlow: boolean) => Promise<void>
  /** Turns the camera on, until its picture moves, or off. */
  readonly camera: (isOn: boolean) => Promise<void>
  /** Types a code as a scanner does, and waits for green. In milliseconds. */
  readonly scan: (code: string) => Promise<number>
}

/** The signed codes of tickets of these orders. */
export const codesOf = async (owner: Producer, orders: readonly string[]): Promise<string[]> => {
  const codes: string[] = []
  for (const uuid of orders)
    for (const { code } of (await owner.call(showOrder, { params: { uuid }, query: { with: ['tickets'] } })).data
      .tickets ?? [])
      if (code) codes.push(code)
  return codes
}

/** Runs in the page: notes when the line about the list says its time. */
const watchList = (prefix: string): void => {
  const look = (): void => {
    const isThere = [...document.querySelectorAll('p, small')].some((line) => (line.textContent ?? '').includes(prefix))
    if (isThere) Reflect.set(window, 'listAt', performance.now())
    else requestAnimationFrame(look)
  }
  addEventListener('DOMContentLoaded', look)
}

/** Runs in the page: the keys of a scanner, and the time until the result is shown. */
const typeCode = (code: string): Promise<number> =>
  new Promise((resolve) => {
    const press = (key: string, place: string) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code: place, bubbles: true, cancelable: true }))
    for (const digit of code) press(digit, `Digit${digit}`)
    const began = performance.now()
    const look = (): void => {
      if (document.querySelector('dialog[open][data-state="success"]')) resolve(performance.now() - began)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
    press('Enter', 'Enter')
  })

/** The scan page, or the page of the hub, of a member on a phone that is slower than this machine. */
export const openPhone = async (
  browser: Browser,
  url: string,
  { token, account }: Producer,
  event: string,
  path = 'scan-tickets',
): Promise<GatePhone> => {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'he-IL',
    viewport: { width: 390, height: 844 },
    permissions: ['camera'],
  })
  const stored = { access_token: token, workspace: account, ['device:other_day']: JSON.stringify([event]) }
  await context.addInitScript((values) => {
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, btoa(value))
  }, stored)
  await context.addInitScript(watchList, LIST.list_at.split('{{')[0] ?? '')
  const page = await context.newPage()
  const browserSession = await context.newCDPSession(page)
  const slow = async (isSlow: boolean): Promise<void> => {
    await browserSession.send('Emulation.setCPUThrottlingRate', { rate: isSlow ? SLOWER : 1 })
  }
  await slow(true)
  await page.goto(`/events/${event}/${path}`)
  const isIdle = () => page.waitForLoadState('networkidle', { timeout: WHOLE_LIST_MS })
  return {
    page,
    slow,
    readyMs: async () => {
      await page.waitForFunction(() => Reflect.has(window, 'listAt'), undefined, { timeout: WHOLE_LIST_MS })
      return page.evaluate(() => {
        const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        const file = files.find(({ name }) => name.includes('/check_in/snapshot'))
        return (Reflect.get(window, 'listAt') as number) - (file?.responseEnd ?? Number.NaN)
      })
    },
    wholeList: async () => {
      await isIdle()
      if (path !== 'scan-tickets') return
      await page.waitForFunction(
        (label) => document.querySelector(`button[aria-label="${label}"]:not([data-busy])`) !== null,
        LIST.refresh,
        { timeout: WHOLE_LIST_MS },
      )
    },
    cut: async () => {
      await context.route(SERVER, (route) => route.abort('failed'))
      await page.evaluate(() => dispatchEvent(new Event('offline')))
    },
    camera: async (isOn) => {
      const name = isOn ? scanText.start : scanText.stop
      await page.getByRole('button', { name, exact: true }).and(page.locator(':not(dialog *)')).click()
      if (isOn) await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1)
      else await page.locator('video').waitFor({ state: 'detached' })
    },
    scan: async (code) => {
      const took = await page.evaluate(typeCode, code)
      // It closes by itself after two seconds; pressed, it takes less.
      await page.evaluate((label) => {
        const buttons = document.querySelectorAll<HTMLElement>('dialog[open][data-state] button')
        for (const button of buttons) if (button.textContent === label) button.click()
      }, scanText.result.close)
      await page.waitForFunction(() => document.querySelector('dialog[open][data-state]') === null)
      return took
    },
  }
}

const codeText = async (page: Page): Promise<string> => {
  const dialog = page.locator('dialog[open]')
  await dialog.getByRole('button', { name: hubText.code.show_text }).click()
  return dialog.getByLabel(hubText.code.text, { exact: true }).inputValue()
}

const enterCode = async (page: Page, code: string): Promise<void> => {
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel(hubText.code.enter, { exact: true }).fill(code)
  await dialog.getByRole('button', { name: hubText.code.send, exact: true }).click()
}

/** Starts the hub and connects a phone to it by the text of the two codes. */
export const pairPhones = async ({ page: hub }: GatePhone, { page: phone }: GatePhone): Promise<void> => {
  hub.setDefaultTimeout(120_000)
  phone.setDefaultTimeout(120_000)
  await hub.getByRole('button', { name: hubText.off.action }).click()
  await hub.getByRole('button', { name: hubText.add.open, exact: true }).click()
  const offer = await codeText(hub)
  await phone.getByRole('button', { name: hubText.card.connect }).click()
  await enterCode(phone, offer)
  const answer = await codeText(phone)
  await hub.getByRole('button', { name: hubText.add.scan }).click()
  await enterCode(hub, answer)
  await phone.getByText(hubText.pair.done).waitFor()
  await hub.locator('dialog[open]').waitFor({ state: 'hidden' })
}

/** Runs in the page: how many tickets its database has. */
const countStored = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('kartis')
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const counting = opening.result.transaction('tickets').objectStore('tickets').count()
      counting.addEventListener('success', () => {
        opening.result.close()
        resolve(counting.result)
      })
      counting.addEventListener('error', () => reject(counting.error))
    })
  })

/** Waits until a phone has stored so many tickets: while it does, it answers nobody in time. */
export const untilStored = async ({ page }: GatePhone, tickets: number): Promise<void> => {
  const until = Date.now() + WHOLE_LIST_MS
  while ((await page.evaluate(countStored)) < tickets) {
    if (Date.now() > until) throw new Error('the list of tickets was not stored')
    await page.waitForTimeout(500)
  }
}

/** How many entries the page of a hub counts. */
export const grantedBy = async ({ page, slow }: GatePhone): Promise<number> => {
  await slow(false)
  await page.waitForTimeout(1000)
  return Number(await page.locator('dl dd').first().innerText())
}

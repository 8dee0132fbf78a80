import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Role } from '@kartis/domain/permissions.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Frame, Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { type Facts, gatherFacts, ordersIn, releaseOrders } from '../screenshots/facts.ts'
import { PRODUCER_SCREENS } from '../screenshots/producer-screens.ts'
import { SALE_SCREENS } from '../screenshots/sale-screens.ts'
import type { Screen } from '../screenshots/screen.ts'
import { newFreeSale, orderFree } from '../fixtures/buy.ts'
import { callAs } from '../fixtures/call.ts'
import { enlarge, lostTexts, wideBoxes } from '../fixtures/large-text.ts'
import { onceInRun } from '../fixtures/once.ts'
import { newPerson, newPhone, newProducer, signIn } from '../fixtures/people.ts'
import { newMember } from '../fixtures/team.ts'
import { DESKTOP, openBrowserPages, PHONE, settle, type BrowserPages } from '../fixtures/runner.ts'
import { expect, type PageErrors, test as base } from '../fixtures/strict.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** States that are short, occur once, or cover the choice of language: checked in Hebrew at phone size only. */
const FLEETING = new Set(['scan-camera', 'scan-fail', 'scan-success', 'signup-4-success'])

/** Holds last ten minutes, all screens of a worker may take longer. */
const RENEWED_AFTER_MS = 5 * 60_000

/** Facts with orders whose holds do not expire while a screen is looked at. */
const whileHeld = (gather: () => Promise<Facts>) => {
  let held: { readonly facts: Facts; readonly at: number } | undefined
  return {
    facts: async (): Promise<Facts> => {
      if (!held || Date.now() - held.at > RENEWED_AFTER_MS) held = { facts: await gather(), at: Date.now() }
      return held.facts
    },
    /** A worker starts anew after each failed test: without it the event would be sold out after some of them. */
    release: async (): Promise<void> => {
      if (held) await releaseOrders(held.facts.buying)
    },
  }
}

/** Per worker: people of its own, so that other workers do not change their language. */
const ownPeople = async ({ people, account, accounts }: Omit<Facts, 'buying'>): Promise<Facts['people']> => {
  const colleague = (of: 'producer' | 'settled' | 'direct', account: string, role: Role) =>
    newMember({ manager: { ...people[of], call: callAs({ token: people[of].token, account }) }, account }, role)
  const producer = await colleague('producer', account, 'manager')
  // The own orders of a buyer are a screen too.
  await orderFree(await newFreeSale(), { name: 'דנה כהן', phone: producer.phone })
  return {
    producer,
    scanner: await colleague('producer', account, 'scanner'),
    settled: await colleague('settled', accounts.settled, 'manager'),
    direct: await colleague('direct', accounts.direct, 'manager'),
    fresh: await newProducer(),
    unaccounted: await newPerson(),
    unnamed: await signIn(newPhone()),
  }
}

const test = base.extend<object, { pages: BrowserPages }>({
  pages: [
    async ({ browser }, use, { workerIndex }) => {
      const facts = await onceInRun('facts', () => gatherFacts())
      const people = await ownPeople(facts)
      const current = whileHeld(async () => {
        const buying = await ordersIn('he', facts.events.on_sale.uuid, facts.ticketType)
        // A worker that takes the place of another one reads the same facts, with tickets that have been scanned.
        const waitingTickets = facts.waitingTickets.slice(
          0,
          facts.waitingTickets.length - (workerIndex % facts.waitingTickets.length),
        )
        return { ...facts, waitingTickets, people, buying }
      })
      await use(openBrowserPages(browser, current.facts))
      await current.release()
    },
    // Many people and sales are made: on a busy machine that takes longer than a test may.
    { scope: 'worker', timeout: 240_000 },
  ],
})

declare global {
  interface Window {
    readonly axe?: { run: (root: Document, options: RunOptions) => Promise<AxeResults> }
  }
}

/** Twice as fast to load as `axe.source`, which is the same code with its comments. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Loads axe once per document: loading it costs more than a run. */
const withAxe = async (frame: Frame): Promise<Frame> => {
  if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(AXE)
  return frame
}

/** No rule in use needs preloaded style sheets, and selectors are needed for violations only. */
const QUICK: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] }, selectors: false }
const EVERYTHING: RunOptions = { runOnly: TAGS }
/** Colours do not depend on the language, and contrast costs more than all other rules together. */
const WITHOUT_CONTRAST: RunOptions = { runOnly: TAGS, rules: { 'color-contrast': { enabled: false } } }

const runAxe = (page: Page, options: RunOptions): Promise<AxeResults> =>
  page.evaluate(async (options) => {
    if (!window.axe) throw new Error('axe is not loaded')
    return window.axe.run(document, options)
  }, options)

/** Accessibility violations of a page and its frames, one line each. */
const violationsOn = async (page: Page, where: string, options = EVERYTHING): Promise<string[]> => {
  for (const frame of page.frames()) await withAxe(frame)
  const quick = await runAxe(page, { ...options, ...QUICK })
  expect(quick.testEngine.name).toBe('axe-core')
  expect(quick.testRunner.name).toBe('axe')
  if (quick.violations.length === 0) return []
  const { violations } = await runAxe(page, { ...options, resultTypes: ['violations'] })
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      const why = failureSummary?.split('\n').slice(1).join(' ').trim() ?? ''
      return `${where}: ${id} at ${target.join(' ')}: ${why}`
    }),
  )
  // Violations that disappeared before the second run were found by the first.
  return found.length > 0 ? found : quick.violations.map(({ id }) => `${where}: ${id}`)
}

/** Size and colours differ alike in every language: on a phone in light colours and on a desktop in dark ones, in Hebrew. */
const inSizesAndColours = async (page: Page): Promise<string[]> => {
  const found = await violationsOn(page, 'he, phone, light')
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  found.push(...(await violationsOn(page, 'he, desktop, dark')))
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(PHONE)
  // The shell of a desktop leaves in the frame after the change.
  await page.evaluate(() => new Promise((done) => void requestAnimationFrame(() => requestAnimationFrame(done))))
  return found
}

/** Switches the language with the page's own control. */
const switchTo = async (page: Page, lang: Lang, isSale: boolean): Promise<void> => {
  const spoken = page.locator(`html[lang="${lang}"]`)
  if (isSale) {
    await page.locator(`header nav a[lang="${lang}"]`).click()
    await spoken.waitFor()
  } else {
    const menu = page.locator('header button[aria-haspopup="dialog"]')
    const inMenu = (await menu.count()) > 0
    if (inMenu) await menu.click()
    await page.locator(`label[lang="${lang}"]`).locator('visible=true').first().click()
    await spoken.waitFor()
    if (inMenu) await page.keyboard.press('Escape')
    await expect(page.locator('dialog[open]')).toHaveCount(0)
  }
  await settle(page)
}

/** They fill the window and have no language control. */
const WITHOUT_SHELL = new Set(['new-seat-map', 'new-area-map', 'gate-board', 'gate-board-evening', 'gate-board-wall'])

/** An open dialog covers the language control, and the sale site reloads its pages. */
const mustReopen = async (page: Page, screen: Screen): Promise<boolean> =>
  WITHOUT_SHELL.has(screen.name) ||
  screen.windowOnly === true ||
  screen.name.includes('-map-editor') ||
  (screen.prepare !== undefined && (SALE_SCREENS.includes(screen) || (await page.locator('dialog[open]').count()) > 0))

const SCREENS = [...PRODUCER_SCREENS, ...SALE_SCREENS]

/**
 * Structure is the same in all languages, and the completeness of texts is a test of the texts. The sale site writes every
 * language in the server, so each of its screens is opened in a second one, unless the browser alone changes it after it
 * was opened; of those, as of the producer app, a third, in turn.
 */
const languagesOf = (screen: Screen): readonly Lang[] => {
  const place = SCREENS.indexOf(screen)
  const second = place % 2 === 0 ? 'en' : 'ar'
  const isWritten = SALE_SCREENS.includes(screen) && !screen.prepare
  return isWritten || place % 3 === 0 ? ['he', second] : ['he']
}

/** Its languages, starting with the one that is open. */
const languages = async (pages: BrowserPages, screen: Screen): Promise<readonly [Lang, ...Lang[]]> => {
  const spoken = await pages.spoken(screen)
  const all = languagesOf(screen)
  const first = all.includes(spoken) ? spoken : 'he'
  return [first, ...all.filter((each) => each !== first)]
}

/** With text of twice the size, on a phone: the sale site loses no text, and no page of either site is wider than the phone. */
const inLargeText = async (page: Page, screen: Screen): Promise<string[]> => {
  await enlarge(page, 200)
  const lost = SALE_SCREENS.includes(screen) ? [...(await lostTexts(page))] : []
  lost.push(...(await wideBoxes(page)))
  await enlarge(page, 100)
  return lost.map((each) => `he, phone, text of 200 per cent: ${each}`)
}

const inEachLanguage = async (pages: BrowserPages, screen: Screen, pageErrors: PageErrors): Promise<string[]> => {
  const found: string[] = []
  const [first, ...others] = await languages(pages, screen)
  let page = await pages.open(screen, first, pageErrors)
  for (const lang of [first, ...others]) {
    if (lang !== first) {
      if (await mustReopen(page, screen)) page = await pages.open(screen, lang, pageErrors)
      else await switchTo(page, lang, SALE_SCREENS.includes(screen))
    }
    found.push(...(await (lang === 'he' ? inSizesAndColours(page) : violationsOn(page, lang, WITHOUT_CONTRAST))))
    if (lang === 'he') found.push(...(await inLargeText(page, screen)))
  }
  await pages.close(page)
  return found
}

const once = async (pages: BrowserPages, screen: Screen, pageErrors: PageErrors): Promise<string[]> => {
  const page = await pages.open(screen, 'he', pageErrors)
  const found = await violationsOn(page, 'he, phone')
  await pages.close(page)
  return found
}

// The assertion lists every violation; tracing so many pages would take longer than the tests.
test.use({ trace: 'off' })

for (const screen of SCREENS) {
  test(`everyone can read and use ${screen.name}, in its languages, on a phone and on a desktop`, async ({
    pages,
    pageErrors,
  }) => {
    if (screen.expects) pageErrors.allow(screen.expects)
    const look = FLEETING.has(screen.name) ? once : inEachLanguage
    expect(await look(pages, screen, pageErrors)).toEqual([])
  })
}

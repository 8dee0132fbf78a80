import { type Lang, LANGS } from '@kartis/i18n/lang.ts'
import type { Frame, Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { gatherFacts, ordersIn } from '../screenshots/facts.ts'
import { PRODUCER_SCREENS } from '../screenshots/producer-screens.ts'
import { SALE_SCREENS } from '../screenshots/sale-screens.ts'
import type { Screen } from '../screenshots/screen.ts'
import { newMember } from '../fixtures/team.ts'
import { DESKTOP, openStage, PHONE, settle, type Stage } from '../fixtures/runner.ts'
import { expect, type Faults, test as base } from '../fixtures/strict.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** States that last for a blink or happen once: looked at in Hebrew on a phone. */
const FLEETING = new Set(['scan-success', 'signup-4-success'])

/** Per worker: people of its own in the demo's team, so that nobody else changes their language. */
const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ browser }, use) => {
      const known = await gatherFacts()
      const team = { manager: known.people.producer, account: known.account }
      const own = { producer: await newMember(team, 'manager'), scanner: await newMember(team, 'scanner') }
      const buying = await ordersIn('he', known.events.on_sale.uuid, known.ticketType)
      await use(openStage(browser, { ...known, people: { ...known.people, ...own }, buying }))
    },
    { scope: 'worker' },
  ],
})

declare global {
  interface Window {
    readonly axe?: { run: (root: Document, options: RunOptions) => Promise<AxeResults> }
  }
}

/** The checker goes into each document once: to read it in again for each look costs more than the look itself. */
const prepared = async (frame: Frame): Promise<Frame> => {
  if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(axe.source)
  return frame
}

/** Of what is loaded beforehand no rule of these needs the style sheets; and where nothing is wrong nobody asks where. */
const QUICK: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] }, selectors: false }
const EVERYTHING: RunOptions = { runOnly: TAGS }
const CONTRAST: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }

const lookAt = (page: Page, options: RunOptions): Promise<AxeResults> =>
  page.evaluate(async (wanted) => {
    if (!window.axe) throw new Error('the checker is not on the page')
    return window.axe.run(document, wanted)
  }, options)

/** What stands in somebody's way on this page and in the frames on it, one line each. */
const hurdles = async (page: Page, where: string, options = EVERYTHING): Promise<string[]> => {
  for (const frame of page.frames()) await prepared(frame)
  const quick = await lookAt(page, { ...options, ...QUICK })
  expect(quick.testEngine.name).toBe('axe-core')
  expect(quick.testRunner.name).toBe('axe')
  if (quick.violations.length === 0) return []
  const { violations } = await lookAt(page, { ...options, resultTypes: ['violations'] })
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      const why = failureSummary?.split('\n').slice(1).join(' ').trim() ?? ''
      return `${where}: ${id} at ${target.join(' ')}: ${why}`
    }),
  )
  // What went away before the second look was there in the first.
  return told.length > 0 ? told : quick.violations.map(({ id }) => `${where}: ${id}`)
}

const inBothSizes = async (page: Page, lang: Lang): Promise<string[]> => {
  const found = await hurdles(page, `${lang}, phone`)
  await page.setViewportSize(DESKTOP)
  found.push(...(await hurdles(page, `${lang}, desktop`)))
  await page.setViewportSize(PHONE)
  return found
}

const inTheDark = async (page: Page): Promise<string[]> => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const found = await hurdles(page, 'he, phone, dark', CONTRAST)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return found
}

/** As the pages' own control does it: no reload where there is a script. */
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

/** A dialog closes its page off from the control of the language, and the sale site makes its pages anew. */
const mustReopen = async (page: Page, screen: Screen): Promise<boolean> =>
  screen.prepare !== undefined && (SALE_SCREENS.includes(screen) || (await page.locator('dialog[open]').count()) > 0)

/** Begins in the language that was read last: each screen is looked at in all of them. */
const languages = async (stage: Stage, screen: Screen): Promise<readonly [Lang, ...Lang[]]> => {
  const first = await stage.spoken(screen)
  return [first, ...LANGS.filter((each) => each !== first)]
}

const inEachLanguage = async (stage: Stage, screen: Screen, faults: Faults): Promise<string[]> => {
  const found: string[] = []
  const [first, ...others] = await languages(stage, screen)
  let page = await stage.open(screen, first, faults)
  for (const lang of [first, ...others]) {
    if (lang !== first) {
      if (await mustReopen(page, screen)) page = await stage.open(screen, lang, faults)
      else await switchTo(page, lang, SALE_SCREENS.includes(screen))
    }
    found.push(...(await inBothSizes(page, lang)))
    if (lang === 'he') found.push(...(await inTheDark(page)))
  }
  await stage.close(page)
  return found
}

const once = async (stage: Stage, screen: Screen, faults: Faults): Promise<string[]> => {
  const page = await stage.open(screen, 'he', faults)
  const found = await hurdles(page, 'he, phone')
  await stage.close(page)
  return found
}

// What is wrong is said in words; a trace of so many pages would take longer than the pages.
test.use({ trace: 'off' })

for (const screen of [...PRODUCER_SCREENS, ...SALE_SCREENS]) {
  test(`everyone can read and use ${screen.name}, in each language, on a phone and on a desktop`, async ({
    stage,
    faults,
  }) => {
    if (screen.expects) faults.allow(screen.expects)
    const look = FLEETING.has(screen.name) ? once : inEachLanguage
    expect(await look(stage, screen, faults)).toEqual([])
  })
}

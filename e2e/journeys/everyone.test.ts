import { AxeBuilder } from '@axe-core/playwright'
import { type Lang, LANGS } from '@kartis/i18n/lang.ts'
import type { Browser, Page } from '@playwright/test'
import { type Facts, gatherFacts, ordersIn } from '../album/facts.ts'
import { PRODUCER_SCREENS } from '../album/producer-screens.ts'
import { SALE_SCREENS } from '../album/sale-screens.ts'
import type { Screen } from '../album/screen.ts'
import { openContext, settle } from '../album/shoot.ts'
import { newMember, reads } from '../house/crew.ts'
import { expect, test as base } from '../house/strict.ts'
import { wordsIn } from '../house/words.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 900 }

/** States that last for a blink or happen once: looked at in Hebrew on a phone. */
const FLEETING = new Set(['scan-success', 'signup-4-success'])

/** Per worker: people of its own in the demo's team, so that nobody else changes their language. */
const test = base.extend<object, { facts: Facts }>({
  facts: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads what is asked for from this pattern
    async ({}, use) => {
      const known = await gatherFacts()
      const team = { manager: known.people.producer, account: known.account }
      const own = { producer: await newMember(team, 'manager'), scanner: await newMember(team, 'scanner') }
      const buying = await ordersIn('he', known.events.on_sale.uuid, known.ticketType)
      await use({ ...known, people: { ...known.people, ...own }, buying })
    },
    { scope: 'worker' },
  ],
})

const isDrawn = (page: Page) =>
  page.waitForFunction(() => {
    const main = document.querySelector('main')
    return (
      document.readyState === 'complete' &&
      document.fonts.status === 'loaded' &&
      main?.querySelector('h1, h2') !== null &&
      !document.querySelector('main [aria-busy="true"]')
    )
  })

/** What stands in somebody's way on this page, one line each. */
const hurdles = async (page: Page, where: string, rules?: readonly string[]): Promise<string[]> => {
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules([...rules]) : axe.withTags(TAGS)).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      const why = failureSummary?.split('\n').slice(1).join(' ').trim() ?? ''
      return `${where}: ${id} at ${target.join(' ')}: ${why}`
    }),
  )
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
  const found = await hurdles(page, 'he, phone, dark', ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return found
}

/** As the app's own control does it: no reload where there is a script. */
const switchTo = async (page: Page, lang: Lang, isSale: boolean): Promise<void> => {
  if (isSale) {
    await page.locator(`header nav a[lang="${lang}"]`).click()
  } else {
    const menu = page.locator('header button[aria-haspopup="dialog"]')
    const inMenu = (await menu.count()) > 0
    if (inMenu) await menu.click()
    await page.locator(`label[lang="${lang}"]`).locator('visible=true').first().click()
    await page.locator(`html[lang="${lang}"]`).waitFor()
    if (inMenu) await page.keyboard.press('Escape')
    await expect(page.locator('dialog[open]')).toHaveCount(0)
  }
  await page.locator(`html[lang="${lang}"]`).waitFor()
  await isDrawn(page)
}

const open = async (browser: Browser, screen: Screen, facts: Facts, lang: Lang): Promise<Page> => {
  const person = screen.as === 'nobody' || screen.as === 'unnamed' ? undefined : facts.people[screen.as]
  if (person) await reads(person, lang)
  const context = await openContext(browser, { screen, lang, width: PHONE.width }, 'light', facts)
  const page = await context.newPage()
  await page.goto(screen.path(facts))
  await isDrawn(page)
  if (!screen.prepare) return page
  await settle(page)
  await screen.prepare({ page, facts, lang, width: PHONE.width, say: wordsIn(lang) })
  await isDrawn(page)
  return page
}

for (const screen of [...PRODUCER_SCREENS, ...SALE_SCREENS]) {
  test(`everyone can read and use ${screen.name}, in each language, on a phone and on a desktop`, async ({
    browser,
    facts,
    faults,
  }) => {
    if (screen.expects) faults.allow(screen.expects)
    const isSale = SALE_SCREENS.includes(screen)
    const found: string[] = []
    let page = await open(browser, screen, facts, 'he')
    if (FLEETING.has(screen.name)) {
      found.push(...(await hurdles(page, 'he, phone')))
    } else {
      found.push(...(await inBothSizes(page, 'he')), ...(await inTheDark(page)))
      for (const lang of LANGS.filter((each) => each !== 'he')) {
        if (screen.prepare) {
          await page.context().close()
          page = await open(browser, screen, facts, lang)
        } else {
          await switchTo(page, lang, isSale)
        }
        found.push(...(await inBothSizes(page, lang)))
      }
    }
    await page.context().close()
    expect(found).toEqual([])
  })
}

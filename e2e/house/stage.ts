import type { Browser, Page } from '@playwright/test'
import { asLang, DEFAULT_LANG, type Lang } from '@kartis/i18n/lang.ts'
import type { Facts } from '../album/facts.ts'
import type { Screen } from '../album/screen.ts'
import { reads } from './crew.ts'
import { walkTo } from '../pages/shell.ts'
import { place } from './server.ts'
import type { Faults } from './strict.ts'
import { wordsIn } from './words.ts'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 900 }

export interface Stage {
  /** The language in which the screen is opened soonest: the one that its visitor has just read. */
  readonly spoken: (screen: Screen) => Promise<Lang>
  /** The screen as its visitor has it, in that language, on a phone, and whatever it wants done first. */
  readonly open: (screen: Screen, lang: Lang, faults: Faults) => Promise<Page>
  /** The page is looked at no more; what was done on it is forgotten before the next screen. */
  readonly close: (page: Page) => Promise<void>
}

const inBase64 = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')

/** What the device remembers of its visitor; the producer app keeps everything in base64. */
const knownOf = (screen: Screen, facts: Facts): Readonly<Record<string, unknown>> => {
  const person = screen.as === 'nobody' ? undefined : facts.people[screen.as]
  const account = screen.as === 'producer' || screen.as === 'scanner' ? facts.account : undefined
  return { ...(person && { access_token: person.token }), ...(account && { workspace: account }) }
}

/** A page of no screen, where nothing writes into the device's storage meanwhile. */
const NOWHERE = '/mark.svg'
/** The browser asks for an icon there, as it does of every address that names none. */
const NO_ICON = /status of 404 .*\/favicon\.ico/u

const newPage = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: place().url,
    viewport: PHONE,
    isMobile: false,
    hasTouch: false,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    permissions: ['camera'],
  })
  return context.newPage()
}

/** Words drawn, nothing waiting. A failure to draw is told by whoever looks for something on the page. */
export const settle = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () =>
      document.readyState === 'complete' &&
      document.fonts.status === 'loaded' &&
      document.querySelector('main h1, main h2, main [role="alert"]') !== null &&
      document.querySelector('[aria-busy="true"]') === null,
    undefined,
    { polling: 50 },
  )
}

/** The device as its visitor would have it: nothing of the screens before. */
const remember = async (page: Page, values: Readonly<Record<string, unknown>>): Promise<void> => {
  await page.goto(NOWHERE)
  await page.evaluate(
    (known) => {
      localStorage.clear()
      sessionStorage.clear()
      for (const [name, value] of known) localStorage.setItem(name, value)
    },
    Object.entries(values).map(([name, value]) => [name, inBase64(value)] as const),
  )
}

const isSale = (path: string): boolean => path.startsWith('/order')

/** What a kept page shows when the test that looked at it has gone. */
interface Kept {
  readonly page: Page
  /** Nobody has touched anything: the app may walk on from here. */
  untouched: boolean
  leave: () => void
}

const langOf = async (page: Page): Promise<Lang | undefined> =>
  asLang(await page.evaluate(() => document.documentElement.lang))

/** From screen to screen inside the app, as people do; anew where something was done, or where another language is read. */
const goTo = async (kept: Kept, screen: Screen, lang: Lang, facts: Facts): Promise<void> => {
  const { page } = kept
  const path = screen.path(facts)
  const here = new URL(page.url())
  const inApp = kept.untouched && !screen.stored && !isSale(path) && !isSale(here.pathname)
  if (inApp && `${here.pathname}${here.search}` !== path && (await langOf(page)) === lang) return walkTo(page, path)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const person = screen.as === 'nobody' || screen.as === 'unnamed' ? undefined : facts.people[screen.as]
  if (person) await reads(person, lang)
  await page.context().clearCookies() // keys of orders that were opened before
  await page.context().addCookies([{ name: 'kartis_lang', value: lang, url: place().url }])
  await remember(page, { ...knownOf(screen, facts), ...screen.stored?.(facts), language: lang })
  await page.goto(path)
}

/** One browser for many screens: each visitor keeps a page, with fonts and code at hand. */
export const openStage = (browser: Browser, facts: Facts): Stage => {
  const pages = new Map<string, Kept>()
  const pageOf = async ({ as }: Screen): Promise<Kept> => {
    const known = pages.get(as) ?? { page: await newPage(browser), untouched: false, leave: () => undefined }
    pages.set(as, known)
    return known
  }
  return {
    async spoken(screen) {
      return (await langOf((await pageOf(screen)).page)) ?? DEFAULT_LANG
    },
    async open(screen, lang, faults) {
      const kept = await pageOf(screen)
      const { page } = kept
      faults.allow(NO_ICON)
      kept.leave()
      kept.leave = faults.watchPage(page)
      await goTo(kept, screen, lang, facts)
      await settle(page)
      kept.untouched = !screen.prepare && !screen.stored
      if (!screen.prepare) return page
      await screen.prepare({ page, facts, lang, width: PHONE.width, say: wordsIn(lang) })
      await settle(page)
      return page
    },
    async close(page) {
      for (const kept of pages.values()) if (kept.page === page) kept.leave()
    },
  }
}

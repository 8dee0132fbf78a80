import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Facts } from '../album/facts.ts'
import type { Screen } from '../album/screen.ts'
import { reads } from './crew.ts'
import { place } from './server.ts'
import type { Faults } from './strict.ts'
import { wordsIn } from './words.ts'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 900 }

export interface Stage {
  /** The screen as its visitor has it, in that language, on a phone, and whatever it wants done first. */
  readonly open: (screen: Screen, lang: Lang, faults: Faults) => Promise<Page>
  readonly close: (page: Page) => Promise<void>
}

const inBase64 = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')

/** What the device remembers; the producer app keeps everything in base64. */
const storedFor = (screen: Screen, facts: Facts): { name: string; value: string }[] => {
  const person = screen.as === 'nobody' ? undefined : facts.people[screen.as]
  const account = screen.as === 'producer' || screen.as === 'scanner' ? facts.account : undefined
  const values: Readonly<Record<string, unknown>> = {
    ...(person && { access_token: person.token }),
    ...(account && { workspace: account }),
    ...screen.stored?.(facts),
  }
  return Object.entries(values).map(([name, value]) => ({ name, value: inBase64(value) }))
}

const newContext = (browser: Browser, screen: Screen, facts: Facts): Promise<BrowserContext> => {
  const { url } = place()
  return browser.newContext({
    baseURL: url,
    viewport: PHONE,
    isMobile: false,
    hasTouch: false,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    permissions: ['camera'],
    storageState: { cookies: [], origins: [{ origin: url, localStorage: storedFor(screen, facts) }] },
  })
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

/** One browser for many screens: people keep theirs, with fonts and code at hand; begun drafts are a browser of their own. */
export const openStage = (browser: Browser, facts: Facts): Stage => {
  const kept = new Map<string, Promise<BrowserContext>>()
  const contextOf = (screen: Screen): Promise<BrowserContext> => {
    if (screen.stored) return newContext(browser, screen, facts)
    const known = kept.get(screen.as) ?? newContext(browser, screen, facts)
    kept.set(screen.as, known)
    return known
  }
  const own = new Set<Page>()
  return {
    async open(screen, lang, faults) {
      const person = screen.as === 'nobody' || screen.as === 'unnamed' ? undefined : facts.people[screen.as]
      if (person) await reads(person, lang)
      const context = await contextOf(screen)
      await context.clearCookies() // keys of orders that were opened before
      await context.addCookies([{ name: 'kartis_lang', value: lang, url: place().url }])
      const page = await context.newPage()
      if (screen.stored) own.add(page)
      faults.watchPage(page)
      await page.addInitScript((text) => localStorage.setItem('language', text), inBase64(lang))
      await page.goto(screen.path(facts))
      await settle(page)
      if (!screen.prepare) return page
      await screen.prepare({ page, facts, lang, width: PHONE.width, say: wordsIn(lang) })
      await settle(page)
      return page
    },
    close: (page) => (own.delete(page) ? page.context().close() : page.close()),
  }
}

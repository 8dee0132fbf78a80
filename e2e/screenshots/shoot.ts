import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { directionOf, type Lang } from '@kartis/i18n/lang.ts'
import { place } from '../fixtures/server.ts'
import { translatorIn } from '../fixtures/messages.ts'
import type { Facts } from './facts.ts'
import type { Theme } from './options.ts'
import type { Screen } from './screen.ts'

export interface Job {
  readonly screen: Screen
  readonly lang: Lang
  readonly width: number
  readonly themes: readonly Theme[]
}

export interface Shot {
  readonly name: string
  readonly lang: Lang
  readonly width: number
  readonly theme: Theme
  readonly file: string
}

export interface Taken {
  readonly shots: readonly Shot[]
  readonly errors: readonly string[]
}

const HEIGHTS = { phone: 844, desktop: 900 } as const
const SETTLE_MS = 4000
const HIGHEST = 8000
const innerHeightOf = (width: number): number => (width < 768 ? HEIGHTS.phone : HEIGHTS.desktop)

const inBase64 = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')

/** Stored values of the device; the producer app stores everything in base64. */
const storedFor = (
  { screen, lang }: Omit<Job, 'themes'>,
  theme: Theme,
  facts: Facts,
): { name: string; value: string }[] => {
  const person = screen.as === 'nobody' ? undefined : facts.people[screen.as]
  const account = screen.as === 'producer' || screen.as === 'scanner' ? facts.account : undefined
  const values: Readonly<Record<string, unknown>> = {
    language: lang,
    theme,
    ...(person && { access_token: person.token }),
    ...(account && { workspace: account }),
    ...screen.stored?.(facts),
  }
  return Object.entries(values).map(([name, value]) => ({ name, value: inBase64(value) }))
}

/** A browser context for the visitor of a screen: size, theme, language and stored values. */
const openContext = async (
  browser: Browser,
  job: Omit<Job, 'themes'>,
  theme: Theme,
  facts: Facts,
): Promise<BrowserContext> => {
  const { url } = place()
  const phone = job.width < 768
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: job.width, height: innerHeightOf(job.width) },
    isMobile: phone,
    hasTouch: phone,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: { he: 'he-IL', en: 'en-IL', ar: 'ar-IL' }[job.lang],
    timezoneId: 'Asia/Jerusalem',
    permissions: ['camera'],
    storageState: { cookies: [], origins: [{ origin: url, localStorage: storedFor(job, theme, facts) }] },
  })
  await context.addCookies([{ name: 'kartis_lang', value: job.lang, url }])
  return context
}

/** Collects the errors of a page. */
const watch = (page: Page, expects: RegExp | undefined): string[] => {
  const seen: string[] = []
  const note = (error: string): void => {
    if (!expects?.test(error)) seen.push(error)
  }
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => note(`page error: ${error.message}`))
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    if (why !== 'net::ERR_ABORTED') note(`not loaded: ${request.url()} ${why}`)
  })
  return seen
}

/** Waits until text and images are rendered and the page has been idle for a moment. */
export const settle = async (page: Page): Promise<void> => {
  const calm = (): Promise<unknown> =>
    page
      .waitForFunction(
        () => {
          const root = document.querySelector('#app, #root, main')
          return (
            root !== null &&
            root.textContent !== '' &&
            document.fonts.status === 'loaded' &&
            !document.querySelector('[aria-busy="true"]') &&
            [...document.images].every((image) => image.complete || image.loading === 'lazy')
          )
        },
        undefined,
        { timeout: SETTLE_MS, polling: 60 },
      )
      .catch(() => undefined)
  await calm()
  await page.waitForTimeout(250)
  await calm()
}

/** Scrolls through the page once, so that lazy images load. */
const seeAll = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const wait = (): Promise<void> => new Promise((done) => setTimeout(done, 40))
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y)
      await wait()
    }
    scrollTo(0, 0)
  })

const PICTURES_MS = 8000

/** Retries while the server is still resizing images. */
const untilPicturesCame = (page: Page): Promise<unknown> =>
  page
    .waitForFunction(() => [...document.images].every((image) => image.complete), undefined, {
      timeout: PICTURES_MS,
      polling: 60,
    })
    .catch(() => undefined)

/** Makes the viewport as tall as the page, so that fixed elements are at the edge of the screenshot. */
const unroll = async (page: Page, width: number): Promise<void> => {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (height > innerHeightOf(width)) await page.setViewportSize({ width, height: Math.min(height, HIGHEST) })
}

/** Themes differ in CSS tokens only, so the page is not reloaded. */
const wear = async (page: Page, theme: Theme): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.evaluate((now) => {
    if (document.documentElement.dataset['theme']) document.documentElement.dataset['theme'] = now
  }, theme)
}

const wrongDirection = async (page: Page, lang: Lang): Promise<string | undefined> => {
  const shown = await page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }))
  return shown.lang === lang && shown.dir === directionOf(lang)
    ? undefined
    : `the page speaks ${shown.lang} (${shown.dir}) and not ${lang}`
}

const wider = async (page: Page): Promise<string | undefined> => {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return over > 1 ? `the page is ${over} px wider than its window` : undefined
}

export interface Devices {
  readonly contextFor: (job: Job, facts: Facts) => Promise<BrowserContext>
  /** Closes a context that is used only once. */
  readonly done: (job: Job, context: BrowserContext) => Promise<void>
}

/** Browser contexts by person, language and width. A reused one has fonts and code cached, which makes a page several times faster. */
export const openDevices = (browser: Browser): Devices => {
  const warm = new Map<string, Promise<BrowserContext>>()
  const isOwn = ({ screen }: Job): boolean => screen.stored !== undefined
  return {
    contextFor: (job, facts) => {
      const [theme = 'light'] = job.themes
      if (isOwn(job)) return openContext(browser, job, theme, facts)
      const key = `${job.screen.as} ${job.lang} ${job.width}`
      const opened = warm.get(key) ?? openContext(browser, job, theme, facts)
      warm.set(key, opened)
      return opened
    },
    done: async (job, context) => {
      if (isOwn(job)) await context.close()
    },
  }
}

/** Opens one screen in one language and width and takes a screenshot in each theme. */
export const shoot = async (devices: Devices, job: Job, facts: Facts, folder: string): Promise<Taken> => {
  const { screen, lang, width } = job
  const [first = 'light'] = job.themes
  const context = await devices.contextFor(job, facts)
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const errors = watch(page, screen.expects)
  const shots: Shot[] = []
  try {
    await page.emulateMedia({ colorScheme: first, reducedMotion: 'reduce' })
    await page.goto(screen.path(facts), { waitUntil: 'load' })
    if (screen.prepare) {
      await settle(page)
      await screen.prepare({ page, facts, lang, width, t: translatorIn(lang) })
    }
    if (!screen.quick) await settle(page)
    if (!screen.windowOnly && !screen.quick) await seeAll(page)
    if (screen.quick) await page.waitForTimeout(400)
    else if (!screen.windowOnly) {
      await unroll(page, width)
      await untilPicturesCame(page)
    }
    for (const theme of job.themes) {
      await wear(page, theme)
      const file = `${screen.name}-${width}-${lang}-${theme}.png`
      await page.screenshot({ path: join(folder, file), fullPage: !screen.windowOnly, animations: 'disabled' })
      shots.push({ name: screen.name, lang, width, theme, file })
    }
    errors.push(...[await wrongDirection(page, lang), await wider(page)].filter((error) => error !== undefined))
  } catch (error) {
    errors.push(`not taken: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`)
    const file = `${screen.name}-${width}-${lang}-${first}.png`
    await page.screenshot({ path: join(folder, file) }).catch(() => undefined)
  } finally {
    await page.close()
    await devices.done(job, context)
  }
  return { shots, errors: errors.map((error) => `${screen.name} ${width} ${lang}: ${error}`) }
}

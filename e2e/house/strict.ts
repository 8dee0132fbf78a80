import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
  type Request,
} from '@playwright/test'
import type { Person, Producer } from './people.ts'
import { place } from './server.ts'

export { expect }
export type { Page }

/** What a page may not do: reach another host, complain in the console, throw. */
export interface Faults {
  readonly watch: (context: BrowserContext) => void
  /** One page alone, where several tests share a browser, until the answer is called. */
  readonly watchPage: (page: Page) => () => void
  /** Faults that this test itself provokes; each needs its reason where it is called. */
  readonly allow: (expected: RegExp) => void
}

const HOME = new Set(['localhost', '127.0.0.1'])
const isOutside = (address: string): boolean => {
  const { protocol, hostname } = new URL(address)
  return /^(?:https?|wss?):$/u.test(protocol) && !HOME.has(hostname)
}

const openFaults = () => {
  const seen: string[] = []
  const allowed: RegExp[] = []
  const hearRequest = (request: Request): void => {
    if (isOutside(request.url())) seen.push(`reached for ${request.url()}`)
  }
  const hearConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error') seen.push(`console: ${message.text()} (${message.location().url})`)
  }
  const hearError = (error: Error): void => void seen.push(`page error: ${error.stack ?? error.message}`)
  const watch = (context: BrowserContext): void => {
    context.on('request', hearRequest)
    context.on('console', hearConsole)
    context.on('weberror', (fault) => hearError(fault.error()))
  }
  const watchPage = (page: Page): (() => void) => {
    page.on('request', hearRequest)
    page.on('console', hearConsole)
    page.on('pageerror', hearError)
    return () => {
      page.off('request', hearRequest)
      page.off('console', hearConsole)
      page.off('pageerror', hearError)
    }
  }
  return {
    faults: { watch, watchPage, allow: (expected: RegExp) => void allowed.push(expected) } satisfies Faults,
    left: () => seen.filter((one) => !allowed.some((expected) => expected.test(one))),
  }
}

type Visit = (who?: Person | Producer) => Promise<Page>

/** A browser of one's own: nothing shared with other visitors of the test. Signed in where a person is given. */
const visitor =
  (browser: Browser, faults: Faults): Visit =>
  async (who) => {
    const { url } = place()
    const stored = (name: string, value: string) => ({ name, value: Buffer.from(value).toString('base64') })
    const context = await browser.newContext({
      baseURL: url,
      ...(who && {
        storageState: {
          cookies: [],
          origins: [
            {
              origin: url,
              localStorage: [
                stored('access_token', who.token),
                ...('account' in who ? [stored('workspace', who.account)] : []),
              ],
            },
          ],
        },
      }),
    })
    if (who) await context.addCookies([refreshCookie(who.cookie)])
    faults.watch(context)
    return context.newPage()
  }

const refreshCookie = (header: string) => {
  const [pair = '', ...rest] = header.split(';').map((part) => part.trim())
  const [name = '', ...value] = pair.split('=')
  const path = rest.find((part) => /^path=/iu.test(part))?.slice('path='.length) ?? '/'
  return { name, value: value.join('='), domain: 'localhost', path, httpOnly: true, sameSite: 'Lax' as const }
}

interface Fixtures {
  readonly faults: Faults
  readonly visit: Visit
}

/** Every test of this room: the server's address, watched pages, visitors with browsers of their own. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads what is asked for from this pattern
  baseURL: async ({}, use) => use(place().url),
  faults: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const { faults, left } = openFaults()
      await use(faults)
      expect(left(), 'the pages of this test were not quiet').toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, faults }, use) => {
    faults.watch(context)
    await use(context)
  },
  visit: async ({ browser, faults }, use) => {
    const pages: Page[] = []
    await use(async (who) => {
      const page = await visitor(browser, faults)(who)
      pages.push(page)
      return page
    })
    // A question that a test holds back may still be under way when the test has seen enough.
    for (const page of pages) await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const page of pages) await page.context().close()
  },
})

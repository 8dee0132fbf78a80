import { listPublicEvents } from '@kartis/contract/public-events.ts'
import { chromiumPath } from '@kartis/testing/chromium.ts'
import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import { median } from './percentiles.ts'
import type { Benchmark, Figure } from './report.ts'
import { startKartis } from './servers.ts'
import { createCaller } from '@kartis/testing/client.ts'

const TARGET = 0.95
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking']

/** Runs Lighthouse with its mobile profile, each time in a new browser, so that nothing is cached. */
const look = async (url: string): Promise<Result> => {
  const chromePath = chromiumPath()
  const chrome = await launch({ chromeFlags: FLAGS, ...(chromePath && { chromePath }) })
  try {
    const seen = await lighthouse(url, {
      port: chrome.port,
      onlyCategories: ['performance', 'accessibility'],
      logLevel: 'silent',
    })
    if (!seen) throw new Error(`nothing was seen at ${url}`)
    return seen.lhr
  } finally {
    chrome.kill()
  }
}

const scoreOf = (seen: readonly Result[], category: string): number =>
  median(seen.map(({ categories }) => categories[category]?.score ?? 0))

const valueOf = (seen: readonly Result[], audit: string): number =>
  median(seen.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

const figuresOf = (name: string, seen: readonly Result[]): Figure[] => [
  {
    name: `${name}, performance`,
    ofCeiling: scoreOf(seen, 'performance'),
    target: TARGET,
    note: [
      `first picture ${seconds(valueOf(seen, 'first-contentful-paint'))}`,
      `largest ${seconds(valueOf(seen, 'largest-contentful-paint'))}`,
      `blocked ${Math.round(valueOf(seen, 'total-blocking-time'))} ms`,
      `shift ${valueOf(seen, 'cumulative-layout-shift').toFixed(3)}`,
    ].join(', '),
  },
  { name: `${name}, accessibility`, ofCeiling: scoreOf(seen, 'accessibility'), target: TARGET },
]

/** The sale page of an event with a picture, on the mobile profile of Lighthouse. */
export const lighthousePage: Benchmark = {
  name: 'lighthouse',
  what: 'the sale page on a phone with a slow network (Lighthouse, mobile profile; the score is of 100%)',
  run: async ({ rounds }) => {
    const server = await startKartis({ NODE_ENV: 'development', DEMO: '1' })
    try {
      const { data } = await createCaller(server.url)(listPublicEvents, {})
      const event = data.find(({ attachments }) => attachments.length > 0)
      if (!event) throw new Error('the demo has no public event with a picture')
      const seen: Result[] = []
      for (let round = 0; round < rounds; round++) seen.push(await look(`${server.url}/order/${event.slug}`))
      return figuresOf('sale page', seen)
    } finally {
      await server.stop()
    }
  },
}

// npm run screens: screenshots of every screen of both sites, from the demo data, into the folder screens/.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from '@kartis/testing/chromium.ts'
import { startKartis } from './fixtures/server.ts'
import { contactSheet } from './screenshots/contact-sheet.ts'
import { setEveryonesLanguage, type Facts, gatherFacts, releaseOrders, ordersIn } from './screenshots/facts.ts'
import { HELP, type Options, readOptions, widthsOf } from './screenshots/options.ts'
import { PRODUCER_SCREENS } from './screenshots/producer-screens.ts'
import { SALE_SCREENS } from './screenshots/sale-screens.ts'
import type { Screen } from './screenshots/screen.ts'
import { type Devices, type Job, openDevices, shoot, type Shot } from './screenshots/shoot.ts'

const FOLDER = join(import.meta.dirname, '../screens')
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

const selectedScreens = ({ only }: Options): Screen[] =>
  [...PRODUCER_SCREENS, ...SALE_SCREENS].filter(
    ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
  )

interface Result {
  readonly shots: Shot[]
  readonly errors: string[]
}

/** Works through the jobs with several pages in parallel. */
const shootAll = async (
  devices: Devices,
  jobs: Job[],
  facts: Facts,
  parallel: number,
  result: Result,
): Promise<void> => {
  const work = async (): Promise<void> => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const taken = await shoot(devices, job, facts, FOLDER)
      result.shots.push(...taken.shots)
      result.errors.push(...taken.errors)
      for (const error of taken.errors) console.error(`  ${error}`)
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
}

const inOrder = (shots: readonly Shot[], screens: readonly Screen[]): Shot[] => {
  const places = new Map(screens.map(({ name }, place) => [name, place]))
  return shots.toSorted(
    (shot, next) => (places.get(shot.name) ?? 0) - (places.get(next.name) ?? 0) || shot.width - next.width,
  )
}

const run = async (options: Options): Promise<number> => {
  const started = Date.now()
  const screens = selectedScreens(options)
  if (screens.length === 0) throw new Error(`no screen is called ${options.only.join(', ')}`)
  const { stop, ...place } = await startKartis(join(import.meta.dirname, 'test-results'))
  if (options.only.length === 0) rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  process.env['KARTIS_E2E'] = JSON.stringify(place)
  const result: Result = { shots: [], errors: [] }
  const executablePath = chromiumPath()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...CHROMIUM_ARGS, ...CAMERA],
  })
  try {
    const facts = await gatherFacts({ history: true })
    for (const lang of options.langs) {
      await setEveryonesLanguage(facts, lang)
      const buying = await ordersIn(lang, facts.events.on_sale.uuid, facts.ticketType)
      const jobs = screens.flatMap((screen) =>
        widthsOf(screen, options).map((width): Job => ({ screen, lang, width, themes: options.themes })),
      )
      console.log(`${lang}: ${jobs.length} pages …`)
      await shootAll(openDevices(browser), jobs, { ...facts, buying }, options.parallel, result)
      await releaseOrders(buying)
    }
  } finally {
    await browser.close()
    await stop()
  }
  writeFileSync(join(FOLDER, 'index.html'), contactSheet(inOrder(result.shots, screens), result.errors))
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(`${result.shots.length} pictures in ${seconds} s, ${result.errors.length} errors: screens/index.html`)
  return result.errors.length > 0 ? 1 : 0
}

const options = readOptions(process.argv.slice(2))
if (!options) console.log(HELP)
else process.exitCode = await run(options)
if (process.connected) process.disconnect()

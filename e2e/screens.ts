// npm run screens: a picture of every screen of both sites, from the demo data, into the folder screens/.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from '@kartis/testing/chromium.ts'
import { startKartis } from './fixtures/server.ts'
import { contactSheet } from './screenshots/contact-sheet.ts'
import { everyoneReads, type Facts, gatherFacts, giveBack, ordersIn } from './screenshots/facts.ts'
import { HELP, type Options, readOptions } from './screenshots/options.ts'
import { PRODUCER_SCREENS } from './screenshots/producer-screens.ts'
import { SALE_SCREENS } from './screenshots/sale-screens.ts'
import type { Screen } from './screenshots/screen.ts'
import { type Devices, type Job, openDevices, shoot, type Shot } from './screenshots/shoot.ts'

const FOLDER = join(import.meta.dirname, '../screens')
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

const wanted = ({ only }: Options): Screen[] =>
  [...PRODUCER_SCREENS, ...SALE_SCREENS].filter(
    ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
  )

interface Album {
  readonly shots: Shot[]
  readonly faults: string[]
}

/** Takes from one list until nothing is left, several pages at once. */
const shootAll = async (devices: Devices, jobs: Job[], facts: Facts, parallel: number, album: Album): Promise<void> => {
  const work = async (): Promise<void> => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const taken = await shoot(devices, job, facts, FOLDER)
      album.shots.push(...taken.shots)
      album.faults.push(...taken.faults)
      for (const fault of taken.faults) console.error(`  ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
}

const inOrder = (shots: readonly Shot[], screens: readonly Screen[]): Shot[] => {
  const places = new Map(screens.map(({ name }, place) => [name, place]))
  return shots.toSorted(
    (one, other) => (places.get(one.name) ?? 0) - (places.get(other.name) ?? 0) || one.width - other.width,
  )
}

const run = async (options: Options): Promise<number> => {
  const started = Date.now()
  const screens = wanted(options)
  if (screens.length === 0) throw new Error(`no screen is called ${options.only.join(', ')}`)
  const { stop, ...place } = await startKartis(join(import.meta.dirname, 'test-results'))
  if (options.only.length === 0) rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  process.env['KARTIS_E2E'] = JSON.stringify(place)
  const album: Album = { shots: [], faults: [] }
  const executablePath = chromiumPath()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...CHROMIUM_ARGS, ...CAMERA],
  })
  try {
    const known = await gatherFacts()
    for (const lang of options.langs) {
      await everyoneReads(known, lang)
      const buying = await ordersIn(lang, known.events.on_sale.uuid, known.ticketType)
      const jobs = screens.flatMap((screen) =>
        options.widths.map((width): Job => ({ screen, lang, width, themes: options.themes })),
      )
      console.log(`${lang}: ${jobs.length} pages …`)
      await shootAll(openDevices(browser), jobs, { ...known, buying }, options.parallel, album)
      await giveBack(buying)
    }
  } finally {
    await browser.close()
    await stop()
  }
  writeFileSync(join(FOLDER, 'index.html'), contactSheet(inOrder(album.shots, screens), album.faults))
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(`${album.shots.length} pictures in ${seconds} s, ${album.faults.length} faults: screens/index.html`)
  return album.faults.length > 0 ? 1 : 0
}

const options = readOptions(process.argv.slice(2))
if (!options) console.log(HELP)
else process.exitCode = await run(options)
if (process.connected) process.disconnect()

import type { Browser, CDPSession, Page } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from '@kartis/testing/chromium.ts'
import type { Producer } from '@kartis/testing/people.ts'
import type { SeatedSale } from '@kartis/testing/seats.ts'
import { BIG_HALL_SEATS, BLOCK, bigHall } from './big-hall.ts'
import { median, percentilesOf } from './percentiles.ts'
import type { Benchmark, Figure } from './report.ts'
import { seatedSale } from './seated-event.ts'
import { hitFigure } from './seats-map.ts'
import { startKartis } from './servers.ts'
import { producer } from './world.ts'

const CATEGORIES = 3
const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** A mid-range phone beside this machine, and slow 4G as Lighthouse simulates it. */
const PHONE_SLOWDOWN = 4
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 }
const OPEN_MS = 1000
const FRAME_MS = 30
const UNDO_MS = 100
const READY_MS = 1500
const PAN_FPS = 50
const PICKER_BYTES = 35_000
/** Pointer moves of one drag. */
const MOVES = 60
const MOVE_MS = 16

const withPage = async <T>(
  browser: Browser,
  { size, isPhone }: { readonly size: typeof DESKTOP; readonly isPhone: boolean },
  use: (page: Page, cdp: CDPSession) => Promise<T>,
): Promise<T> => {
  const context = await browser.newContext({ viewport: size, hasTouch: isPhone, isMobile: isPhone, locale: 'he-IL' })
  try {
    const page = await context.newPage()
    await watchHall(page)
    return await use(page, await context.newCDPSession(page))
  } finally {
    await context.close()
  }
}

/**
 * Notes the first picture of a hall, from the start of each page: a canvas gets its width when it is drawn. A loop of frames
 * that looks for it would be work of the page too, 4.7 of 12.9 s in a trace with a slowed processor.
 */
const watchHall = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const hallShown = new Promise<number>((resolve) => {
      const observer = new MutationObserver((changes) => {
        const isHall = changes.some(({ target }) => target instanceof Element && target.closest('[role="application"]'))
        if (!isHall) return
        observer.disconnect()
        requestAnimationFrame(() => resolve(performance.now()))
      })
      observer.observe(document, { subtree: true, attributeFilter: ['width'] })
    })
    Object.assign(window, { hallShown })
  })
}

/** Milliseconds from the start of the navigation until the hall is on the screen. */
const hallShown = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { hallShown: Promise<number> }).hallShown)

/** Records the time from each frame to the next until it is asked for them. */
const framesWhile = async (page: Page, act: () => Promise<void>): Promise<number[]> => {
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const tick = (now: number): void => {
      frames.push(now - last)
      last = now
      if (isOver) done(frames)
      else requestAnimationFrame(tick)
    }
    let isOver = false
    let done: (frames: number[]) => void = () => undefined
    Object.assign(window, {
      stopFrames: () =>
        new Promise<number[]>((resolve) => {
          done = resolve
          isOver = true
        }),
    })
    requestAnimationFrame(tick)
  })
  await act()
  const frames = await page.evaluate(() => (window as unknown as { stopFrames: () => Promise<number[]> }).stopFrames())
  // The first one began before anything moved.
  return frames.slice(1)
}

const drag = async (page: Page, from: readonly [number, number], way: (step: number) => readonly [number, number]) => {
  await page.mouse.move(...from)
  await page.mouse.down()
  const began = performance.now()
  for (let step = 1; step <= MOVES; step++) {
    const [dx, dy] = way(step)
    await page.mouse.move(from[0] + dx, from[1] + dy)
    const wait = began + step * MOVE_MS - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** Milliseconds from a key until what it changed is on the screen, as the browser itself measures the delay of an input. */
const pressed = async (page: Page, modifier: string, key: string): Promise<number> => {
  await page.keyboard.down(modifier)
  await page.evaluate(() => {
    const pressTook = new Promise<number>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        const press = list.getEntries().findLast(({ name }) => name === 'keydown')
        if (!press) return
        observer.disconnect()
        resolve(press.duration)
      })
      observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
      // What is faster is not reported.
      setTimeout(() => resolve(16), 2000)
    })
    Object.assign(window, { pressTook })
  })
  await page.keyboard.press(key)
  await page.keyboard.up(modifier)
  return page.evaluate(() => (window as unknown as { pressTook: Promise<number> }).pressTook)
}

/** Whole pages: the second visit has the files, as everybody who edits has. */
const editorFigures = async (
  browser: Browser,
  url: string,
  { owner, sale, rounds }: { readonly owner: Producer; readonly sale: SeatedSale; readonly rounds: number },
): Promise<Figure[]> =>
  withPage(browser, { size: DESKTOP, isPhone: false }, async (page) => {
    const stored = { access_token: owner.token, workspace: owner.account }
    await page.addInitScript((values) => {
      for (const [name, value] of Object.entries(values)) localStorage.setItem(name, btoa(value))
    }, stored)
    const path = `${url}/create-event/seats/editor?map=${sale.map}`
    await page.goto(path)
    await hallShown(page)
    const opened: number[] = []
    for (let round = 0; round < rounds; round++) {
      await page.goto(`${url}/venue-templates`)
      await page.goto(path)
      opened.push(await hallShown(page))
    }
    // What runs after opening is not what a drag is measured for.
    await page.waitForTimeout(2000)
    const hall = await page.getByRole('application').boundingBox()
    if (!hall) throw new Error('the editor shows no hall')
    const at = (x: number, y: number): [number, number] => [hall.x + hall.width * x, hall.y + hall.height * y]
    const [first, second] = [at(0.42, 0.5), at(0.58, 0.5)]
    await page.mouse.click(...first)
    await page.keyboard.down('Shift')
    await page.mouse.click(...second)
    await page.keyboard.up('Shift')
    const frames: number[] = []
    const undone: number[] = []
    for (let round = 0; round < rounds; round++) {
      frames.push(...(await framesWhile(page, () => drag(page, first, (step) => [Math.sin(step / 8) * 60, step / 2]))))
      await page.mouse.up()
      await page.waitForTimeout(700)
      undone.push(await pressed(page, 'ControlOrMeta', 'z'))
      await page.waitForTimeout(700)
    }
    const dragged = percentilesOf(frames)
    return [
      {
        name: `the editor opens ${BIG_HALL_SEATS.toLocaleString('en')} seats`,
        p50: median(opened),
        proof: median(opened) <= OPEN_MS,
        note: `at most ${OPEN_MS} ms; the files are on the device`,
      },
      {
        name: `a drag of ${(BLOCK.rows * BLOCK.places * 2).toLocaleString('en')} seats, each frame`,
        ...dragged,
        proof: dragged.p95 <= FRAME_MS,
        note: `p95 at most ${FRAME_MS} ms; ${frames.length} frames`,
      },
      {
        name: 'undo of the drag',
        p50: median(undone),
        proof: median(undone) <= UNDO_MS,
        note: `at most ${UNDO_MS} ms, until it is seen`,
      },
    ]
  })

/** Bytes of script that a visit loaded for its own page, not for the one after it. */
const scriptBytes = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => {
    const ahead = new Set(
      Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]'), ({ href }) => href),
    )
    return Object.fromEntries(
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith('.js') && !ahead.has(name))
        .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize]),
    )
  })

const pickerFigures = async (
  browser: Browser,
  url: string,
  { slug, rounds }: { readonly slug: string; readonly rounds: number },
): Promise<Figure[]> => {
  const cold: number[] = []
  const warm: number[] = []
  let [frames, beyond]: [number[], number] = [[], 0]
  for (let round = 0; round < rounds; round++)
    await withPage(browser, { size: PHONE, isPhone: true }, async (page, cdp) => {
      await cdp.send('Network.enable')
      await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: PHONE_SLOWDOWN })
      // The link of a friend: nothing is on the phone.
      await page.goto(`${url}/order/${slug}/seats`, { waitUntil: 'commit' })
      cold.push(await hallShown(page))
    })
  for (let round = 0; round < rounds; round++)
    await withPage(browser, { size: PHONE, isPhone: true }, async (page, cdp) => {
      await cdp.send('Network.enable')
      await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: PHONE_SLOWDOWN })
      await page.goto(`${url}/order/${slug}`, { waitUntil: 'load' })
      await page.waitForTimeout(2500)
      const before = await scriptBytes(page)
      await page.goto(`${url}/order/${slug}/seats`, { waitUntil: 'commit' })
      warm.push(await hallShown(page))
      const after = await scriptBytes(page)
      beyond = Object.entries(after)
        .filter(([path]) => !(path in before))
        .reduce((sum, [, bytes]) => sum + bytes, 0)
      await page.waitForTimeout(1500)
      const map = page.getByRole('application')
      await map.scrollIntoViewIfNeeded()
      // Close enough that single seats are shown, and many of them.
      const zoomIn = page.locator('[role="application"] ~ [role="group"] button').first()
      for (let step = 0; step < 5; step++) await zoomIn.click()
      await page.waitForTimeout(1500)
      const hall = await map.boundingBox()
      if (!hall) throw new Error('the picker shows no hall')
      const middle = [hall.x + hall.width / 2, hall.y + hall.height / 2] as const
      frames = [
        ...frames,
        ...(await framesWhile(page, () => drag(page, middle, (step) => [Math.sin(step / 10) * 120, step * 2]))),
      ]
      await page.mouse.up()
    })
  const pan = percentilesOf(frames)
  const fps = 1000 / (frames.reduce((sum, ms) => sum + ms, 0) / frames.length)
  return [
    {
      name: 'the map of the picker, from the sale page',
      p50: median(warm),
      proof: median(warm) <= READY_MS,
      note: `at most ${READY_MS} ms; slow 4G, a processor ${PHONE_SLOWDOWN} times slower`,
    },
    { name: 'the same, from a link, with nothing on the phone', p50: median(cold) },
    {
      name: 'script of the picker beyond that of the sale page',
      proof: beyond <= PICKER_BYTES,
      note: `${(beyond / 1000).toFixed(1)} KB, at most ${PICKER_BYTES / 1000}`,
    },
    {
      name: 'the map follows a finger, each frame',
      rate: fps,
      ...pan,
      proof: fps >= PAN_FPS,
      note: `at least ${PAN_FPS} frames a second; a processor ${PHONE_SLOWDOWN} times slower`,
    },
  ]
}

/** What producers and buyers wait for at a hall of 60,000 seats, in a real Chromium. */
export const seatPages: Benchmark = {
  name: 'seat-pages',
  what: `the editor and the picker of ${BIG_HALL_SEATS.toLocaleString('en')} seats in Chromium`,
  run: async ({ rounds }) => {
    const { chromium } = await import('@playwright/test')
    const executablePath = chromiumPath()
    const server = await startKartis({ LOG_LEVEL: 'error' })
    const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) })
    try {
      const owner = await producer(server.url)
      const sale = await seatedSale(owner, { document: bigHall() }, CATEGORIES)
      return [
        hitFigure(),
        ...(await editorFigures(browser, server.url, { owner, sale, rounds })),
        ...(await pickerFigures(browser, server.url, { slug: sale.event.slug, rounds })),
      ]
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}

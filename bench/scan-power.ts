import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import type { Figure } from './report.ts'

const SECONDS = 15
/** A whole core of a phone that is four times slower: what is left of four hours on a battery beside screen and camera. */
const MOST = 0.25

/** Seconds of processor time that the pages of a browser have used, their workers included. */
const pagesCpu = async (browser: Browser): Promise<number> => {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

/**
 * How much of a processor the scan page takes while its camera looks for a code, which it does all evening. No battery
 * is measured: this is the part of its load that the program decides. The camera's own pictures are not in it.
 */
export const searchingFigure = async (browser: Browser): Promise<Figure> => {
  const [before, began] = [await pagesCpu(browser), performance.now()]
  await sleep(SECONDS * 1000)
  const share = (await pagesCpu(browser)) - before
  const part = share / ((performance.now() - began) / 1000)
  return {
    name: 'the scan page while its camera looks for a code',
    proof: part <= MOST,
    note: `${Math.round(part * 100)}% of a processor, at most ${MOST * 100}%: a core of a phone four times slower`,
  }
}

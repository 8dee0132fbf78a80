import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import type { Figure } from './report.ts'

const SECONDS = 15
/** Seconds of processor time that the pages of a browser have used, their workers included. */
const pagesCpu = async (browser: Browser): Promise<number> => {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

/**
 * How much of a processor the scan page takes while its camera looks for a code, which it does all evening. No battery
 * is measured: this is the part of its load that the program decides. The camera's own pictures are not in it. No limit is
 * known that four hours on a battery would need.
 */
export const searchingFigure = async (browser: Browser): Promise<Figure> => {
  const [before, began] = [await pagesCpu(browser), performance.now()]
  await sleep(SECONDS * 1000)
  const share = (await pagesCpu(browser)) - before
  const part = share / ((performance.now() - began) / 1000)
  return {
    name: 'the scan page while its camera looks for a code',
    note: `${Math.round(part * 100)}% of a processor of this machine, with Chromium’s moving test picture`,
  }
}

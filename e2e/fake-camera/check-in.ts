import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from '@kartis/testing/chromium.ts'
import { place } from '../fixtures/server.ts'
import type { PageErrors } from '../fixtures/strict.ts'

export interface CheckInDevice {
  readonly page: Page
  readonly close: () => Promise<void>
}

/** A phone at the entrance, signed in like the given browser, whose camera sees the video. */
export const openCheckIn = async (
  like: BrowserContext,
  video: string,
  pageErrors: PageErrors,
): Promise<CheckInDevice> => {
  const executablePath = chromiumPath()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      ...CHROMIUM_ARGS,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  })
  const context = await browser.newContext({
    baseURL: place().url,
    locale: 'he-IL',
    timezoneId: 'Asia/Jerusalem',
    viewport: { width: 390, height: 844 },
    permissions: ['camera'],
    storageState: await like.storageState(),
  })
  pageErrors.watch(context)
  return { page: await context.newPage(), close: () => browser.close() }
}

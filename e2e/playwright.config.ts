import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from '@kartis/testing/chromium.ts'

/** A camera that shows a test picture, and is let in without asking. */
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

const executablePath = chromiumPath()

/** Journeys in a real Chromium against one server on fresh data. `npm test` builds both sites first. */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: ['journeys/**/*.test.ts'],
  outputDir: join(import.meta.dirname, 'test-results/traces'),
  globalSetup: join(import.meta.dirname, 'fixtures/global-setup.ts'),
  fullyParallel: true,
  workers: 2,
  // A busy machine of a pipeline may be slow once; here a failure is looked at.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    // What a page asks of the network is looked at here; offline.test.ts lets the app live on the device.
    serviceWorkers: 'block',
    locale: 'he-IL',
    timezoneId: 'Asia/Jerusalem',
    // To keep one of each test doubles the work of a run: `--trace on` for the one that is looked into.
    trace: 'on-first-retry',
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    launchOptions: { ...(executablePath && { executablePath }), args: [...CHROMIUM_ARGS, ...CAMERA] },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } }, grep: /@both/ },
  ],
})

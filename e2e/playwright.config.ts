import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from '@kartis/testing/chromium.ts'
import { greyVideo } from './fake-camera/video.ts'

/** A fake camera whose permission is granted without a prompt. */
const CAMERA = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${greyVideo(join(import.meta.dirname, 'test-results/grey.y4m'))}`,
]

const executablePath = chromiumPath()

/** Journeys in a real Chromium against one server on fresh data. `npm test` builds both sites first. */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: ['journeys/**/*.test.ts'],
  outputDir: join(import.meta.dirname, 'test-results/traces'),
  globalSetup: join(import.meta.dirname, 'fixtures/global-setup.ts'),
  fullyParallel: true,
  // More than the two processors of a small machine: tests wait for contacts, jobs and pages.
  workers: 3,
  // A CI machine may be slow once; locally every failure is shown.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    // Requests are watched, so service workers are blocked; offline.test.ts allows them.
    serviceWorkers: 'block',
    locale: 'he-IL',
    timezoneId: 'Asia/Jerusalem',
    // Tracing every test doubles the time of a run; use `--trace on` for a single test.
    trace: 'on-first-retry',
    // Movement is drawn frame by frame: a tenth of the processor time of a run. Tests of movement ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    launchOptions: { ...(executablePath && { executablePath }), args: [...CHROMIUM_ARGS, ...CAMERA] },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } }, grep: /@phone-and-desktop/ },
  ],
})

// Finds or installs a Chromium for the browser tests.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { environment, NODE, outputOf, print, ROOT, run } from './lib.mjs'

const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome']
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const playwrightPath = () => {
  try {
    return createRequire(join(ROOT, 'e2e/package.json'))('playwright-core').chromium.executablePath()
  } catch {
    return undefined
  }
}

const find = () =>
  [
    process.env.CHROME_PATH,
    process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH,
    playwrightPath(),
    ...FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name))),
    ...MAC,
  ].find((path) => path && existsSync(path) && outputOf(path, ['--version']) !== undefined)

const playwrightCli = join(ROOT, 'node_modules/playwright/cli.js')

const INSTALLERS = [
  ['npx playwright install chromium', () => run(NODE, [playwrightCli, 'install', 'chromium'])],
  [
    'playwright install-deps chromium',
    () => (process.getuid?.() === 0 ? run(NODE, [playwrightCli, 'install-deps', 'chromium']) : 1),
  ],
  [
    'apt-get install chromium',
    () =>
      process.getuid?.() === 0
        ? run('sh', ['-c', 'apt-get update && apt-get install -y --no-install-recommends chromium'], {
            env: environment({ DEBIAN_FRONTEND: 'noninteractive' }),
          })
        : 1,
  ],
]

/** Finds a Chromium or installs one; resolves with its path, or undefined. */
export const ensureBrowser = async () => {
  for (const [name, install] of INSTALLERS) {
    const path = find()
    if (path) return path
    print(`No Chromium yet: ${name} …`)
    await install()
  }
  return find()
}

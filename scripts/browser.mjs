// Finds or installs a Chromium for the browser tests.
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { environment, NODE, outputOf, print, ROOT, run } from './lib.mjs'

const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome']
/** Chromium without a window of its own draws pages with two thirds of the processor time. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
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

/** Playwright installs it beside the whole browser, in a folder with the same number. */
const playwrightShell = () => {
  const [, browsers, build] = /^(.*)[\\/]chromium-(\d+)[\\/]/.exec(playwrightPath() ?? '') ?? []
  if (!browsers) return undefined
  const folder = join(browsers, `chromium_headless_shell-${build}`)
  if (!existsSync(folder)) return undefined
  const file = readdirSync(folder, { recursive: true }).find((path) => /headless[-_]shell(?:\.exe)?$/.test(path))
  return file && join(folder, file)
}

const inFolders = (names) => FOLDERS.flatMap((folder) => names.map((name) => join(folder, name)))

const find = ({ whole }) =>
  [
    process.env.CHROME_PATH,
    process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH,
    ...(whole ? [] : [playwrightShell(), ...inFolders(SHELLS)]),
    playwrightPath(),
    ...inFolders(NAMES),
    ...MAC,
  ].find((path) => path && existsSync(path) && outputOf(path, ['--version']) !== undefined)

const playwrightCli = join(ROOT, 'node_modules/playwright/cli.js')

const aptInstall = (name) =>
  process.getuid?.() === 0
    ? run('sh', ['-c', `apt-get update && apt-get install -y --no-install-recommends ${name}`], {
        env: environment({ DEBIAN_FRONTEND: 'noninteractive' }),
      })
    : 1

const installers = ({ whole }) => [
  ['npx playwright install chromium', () => run(NODE, [playwrightCli, 'install', 'chromium'])],
  [
    'playwright install-deps chromium',
    () => (process.getuid?.() === 0 ? run(NODE, [playwrightCli, 'install-deps', 'chromium']) : 1),
  ],
  ...(whole ? [] : [['apt-get install chromium-headless-shell', () => aptInstall('chromium-headless-shell')]]),
  ['apt-get install chromium', () => aptInstall('chromium')],
]

/**
 * Finds a Chromium or installs one; resolves with its path, or undefined. Tests take the one without a window; frames are
 * measured in a `whole` browser.
 */
export const ensureBrowser = async ({ whole = false } = {}) => {
  for (const [name, install] of installers({ whole })) {
    const path = find({ whole })
    if (path) return path
    print(`No Chromium yet: ${name} …`)
    await install()
  }
  return find({ whole })
}

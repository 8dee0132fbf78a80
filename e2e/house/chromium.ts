import { existsSync } from 'node:fs'

const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome']
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** The Chromium that `npm test` found, or one of this machine; nothing: the runner's own. */
export const chromiumPath = (): string | undefined =>
  [
    process.env['CHROME_PATH'],
    process.env['PLAYWRIGHT_CHROMIUM'],
    ...FOLDERS.flatMap((folder) => NAMES.map((name) => `${folder}/${name}`)),
  ].find((path) => path !== undefined && existsSync(path))

/** Quiet and alone: no other host is ever reached, whatever a page asks for. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

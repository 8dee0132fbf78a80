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

/** A list that is given takes the place of the runner's own: what of that matters here stands in it too. */
const WITHOUT = [
  // Chromium draws its address bar by pages of its own, also where nobody sees it: they would cost more than ours.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // What is asked for over HTTP stays there.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  // No questions to the world outside.
  'AimEnabled',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
  // Pages open, close and answer as the runner expects.
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'PaintHolding',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]

/** Quiet and alone: no other host is ever reached, whatever a page asks for. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${WITHOUT.join(',')}`,
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

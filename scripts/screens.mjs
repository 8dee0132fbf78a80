// npm run screens: a screenshot of every screen.
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { runForwarding, ensureBuilt, ensureInstalled, ROOT } from './lib.mjs'

await ensureInstalled()
const chrome = await ensureBrowser()
if (!chrome) {
  console.error('No Chromium could be found or installed: set CHROME_PATH to one.')
  process.exit(1)
}
await ensureBuilt()
runForwarding([join(ROOT, 'e2e/screens.ts'), ...process.argv.slice(2)], { CHROME_PATH: chrome })

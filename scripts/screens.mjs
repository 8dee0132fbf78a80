// npm run screens: a picture of every screen, for people who want to see the whole product.
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { become, ensureBuilt, ensureInstalled, ROOT } from './lib.mjs'

await ensureInstalled()
const chrome = await ensureBrowser()
if (!chrome) {
  console.error('No Chromium could be found or installed: set CHROME_PATH to one.')
  process.exit(1)
}
await ensureBuilt()
become([join(ROOT, 'e2e/screens.ts'), ...process.argv.slice(2)], { CHROME_PATH: chrome })

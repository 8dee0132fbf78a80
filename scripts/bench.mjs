// npm run bench: speeds beside their ceilings.
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { become, ensureBuilt, ensureInstalled, ROOT } from './lib.mjs'

await ensureInstalled()
await ensureBuilt()
const chrome = await ensureBrowser()
become([join(ROOT, 'bench/main.ts'), ...process.argv.slice(2)], chrome ? { CHROME_PATH: chrome } : {})

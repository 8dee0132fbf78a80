// npm run bench: benchmarks, each with its upper limit.
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { runForwarding, ensureBuilt, ensureInstalled, ROOT } from './lib.mjs'

await ensureInstalled()
await ensureBuilt()
const chrome = await ensureBrowser({ whole: true })
runForwarding([join(ROOT, 'bench/main.ts'), ...process.argv.slice(2)], chrome ? { CHROME_PATH: chrome } : {})

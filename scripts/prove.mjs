// npm run prove: breaks things in the middle of a sale and proves that nothing is lost, doubled or oversold.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, ROOT, runForwarding } from './lib.mjs'

await ensureInstalled()
await ensureBuilt()
runForwarding([join(ROOT, 'prove/main.ts'), ...process.argv.slice(2)])

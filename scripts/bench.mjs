// npm run bench: speeds beside their ceilings.
import { join } from 'node:path'
import { become, ensureBuilt, ensureInstalled, ROOT } from './house.mjs'

await ensureInstalled()
await ensureBuilt()
become([join(ROOT, 'bench/main.ts'), ...process.argv.slice(2)])

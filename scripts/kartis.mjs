// npm run kartis -- <command>: the operator's commands.
import { join } from 'node:path'
import { become, ensureInstalled, ROOT } from './lib.mjs'

await ensureInstalled()
become([join(ROOT, 'server/command.ts'), ...process.argv.slice(2)])

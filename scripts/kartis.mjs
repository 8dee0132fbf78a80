// npm run kartis -- <command>: the operator's commands.
import { join } from 'node:path'
import { runForwarding, ensureInstalled, ROOT } from './lib.mjs'

await ensureInstalled()
runForwarding([join(ROOT, 'demo/command.ts'), ...process.argv.slice(2)])

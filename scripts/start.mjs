// npm start, npm run dev: from a fresh clone to a running Kartis.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { become, ensureBuilt, ensureInstalled, environment, NODE, ROOT } from './house.mjs'

const dev = process.argv.includes('--dev')

/** The sale site is rendered by its built bundle: in development that is built again at each change. */
const watchSaleSite = () => {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  for (const more of [[], ['--ssr']]) {
    const child = spawn(NODE, [vite, 'build', '--watch', '--logLevel', 'warn', ...more], {
      cwd: join(ROOT, 'order'),
      stdio: ['ignore', 'inherit', 'inherit'],
      env: environment(),
    })
    process.on('exit', () => child.kill())
  }
}

await ensureInstalled()
await ensureBuilt(dev ? ['order'] : ['producer', 'order'])
if (dev) {
  watchSaleSite()
  become(['--watch', '--watch-preserve-output', join(ROOT, 'server/main.ts'), '--dev'])
} else {
  become([join(ROOT, 'server/main.ts')])
}

// npm start, npm run dev: installs, builds and runs Kartis from a fresh clone.
import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import {
  ensureBuilt,
  ensureInstalled,
  environment,
  NODE,
  onNpmExit,
  print,
  ROOT,
  runForwarding,
  serverFlags,
} from './lib.mjs'

const dev = process.argv.includes('--dev')

/** Rebuilds the storefront at each change: the server renders it from its bundle in development too. */
const watchStorefront = () => {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  for (const options of [[], ['--ssr']]) {
    const child = spawn(NODE, [vite, 'build', '--watch', '--logLevel', 'warn', ...options], {
      cwd: join(ROOT, 'storefront'),
      stdio: ['ignore', 'inherit', 'inherit'],
      env: environment(),
    })
    process.on('exit', () => child.kill())
  }
}

const WATCHED = ['server', 'domain', 'contract', 'i18n', 'seat-map/model', 'simulators', 'demo'].filter((folder) =>
  existsSync(join(ROOT, folder)),
)
const IGNORED = /(^|\/)(node_modules|dist|testing)\/|\.test\.ts$/

/** Runs the server and restarts it whenever one of its sources changes. */
const runAndWatch = () => {
  const state = { child: undefined, ending: false, timer: undefined }
  const start = () => {
    const child = spawn(NODE, [join(ROOT, 'demo/main.ts'), '--dev'], {
      cwd: ROOT,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: environment(),
    })
    state.child = child
    child.once('exit', (code) => {
      state.child = undefined
      if (state.ending) process.exit(code ?? 0)
      if (code) print('The server ended; it starts again when a file changes.')
    })
  }
  const restart = () => {
    if (!state.child) return start()
    print('Restarting …')
    state.child.once('exit', start)
    state.child.kill('SIGTERM')
  }
  const end = (signal) => {
    state.ending = true
    if (state.child) state.child.kill(signal)
    else process.exit(0)
  }
  for (const folder of WATCHED) {
    watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
      if (!name || !/\.(ts|json)$/.test(name) || IGNORED.test(name.replaceAll('\\', '/'))) return
      clearTimeout(state.timer)
      state.timer = setTimeout(restart, 200)
    })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))
  onNpmExit(() => end('SIGTERM'))
  start()
}

await ensureInstalled()
await ensureBuilt(dev ? ['storefront'] : ['producer', 'storefront'])
if (dev) {
  watchStorefront()
  runAndWatch()
} else {
  runForwarding([...serverFlags(), join(ROOT, 'demo/main.ts')])
}

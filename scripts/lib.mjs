// What every root command needs. Runs on Node 20 with nothing installed: plain JavaScript, no packages.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const BIN = join(ROOT, 'node_modules/.bin')
const CACHE = join(ROOT, '.cache')
const WINDOWS = process.platform === 'win32'

/** The Node that the house is pinned to, whatever the machine has. */
export const NODE = join(ROOT, 'node_modules/node/bin', WINDOWS ? 'node.exe' : 'node')

/** Programs of the house first, then the machine's. */
export const environment = (more = {}) => ({
  ...process.env,
  PATH: `${BIN}${WINDOWS ? ';' : ':'}${process.env.PATH ?? ''}`,
  // Sources are stripped and compiled once, not at each start.
  NODE_COMPILE_CACHE: join(CACHE, 'node'),
  ...more,
})

export const say = (text) => process.stdout.write(`${text}\n`)

/** Runs a command to its end with its output shown; answers its exit code. */
export const run = (command, args, options = {}) =>
  new Promise((done) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: environment(), ...options })
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`)
      done(1)
    })
    child.once('exit', (code, signal) => done(code ?? (signal ? 1 : 0)))
  })

const npm = (...args) => {
  const own = process.env.npm_execpath
  return own && /\.c?js$/.test(own)
    ? run(process.execPath, [own, ...args])
    : run(WINDOWS ? 'npm.cmd' : 'npm', args, { shell: WINDOWS })
}

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
const listOf = (path) => JSON.parse(read(join(ROOT, path)) || '{"packages":{}}').packages

/** Does node_modules hold what the lock file names? npm writes its own list of what it has put there. */
const isInstalled = () => {
  if (!existsSync(NODE)) return false
  const there = listOf('node_modules/.package-lock.json')
  return Object.entries(listOf('package-lock.json')).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/') || wanted.link) return true
    // Programs for other machines are named in the lock file and not installed.
    const found = there[path]
    return found ? found.version === wanted.version : Boolean(wanted.optional)
  })
}

/** Installs when something is missing or the lock file has changed. */
export const ensureInstalled = async () => {
  if (isInstalled()) return
  say('Installing packages (npm ci) …')
  let code = await npm('ci', '--no-audit', '--no-fund')
  if (code !== 0) {
    say('npm ci did not manage; trying npm install …')
    code = await npm('install', '--no-save', '--no-audit', '--no-fund')
  }
  if (code !== 0 || !existsSync(NODE)) {
    console.error('The packages could not be installed; npm says why above.')
    process.exit(code || 1)
  }
}

/** Runs a file of the house on its own Node. */
export const runNode = (file, args = [], options = {}) => run(NODE, [join(ROOT, file), ...args], options)

const SKIP = new Set(['node_modules', 'dist', '.cache', 'data', 'testing'])

const filesUnder = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name)
        if (entry.isDirectory()) return SKIP.has(entry.name) ? [] : filesUnder(path)
        return /\.(test\.tsx?|md|tsbuildinfo)$/.test(entry.name) ? [] : [path]
      })
    : []

const SHARED = ['domain', 'i18n', 'contract', 'ui', 'seat-map']

const sourcesHash = (room) => {
  const hash = createHash('sha256').update(read(join(ROOT, 'package-lock.json')))
  for (const path of [...SHARED, room].flatMap((name) => filesUnder(join(ROOT, name))).sort()) {
    hash.update(path).update(readFileSync(path))
  }
  return hash.digest('hex')
}

const vite = (room, ...args) =>
  run(NODE, [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...args], {
    cwd: join(ROOT, room),
  })

const STEPS = {
  producer: async () => (await vite('producer')) || (await runNode('scripts/compress.mjs', ['producer/dist'])),
  storefront: async () =>
    (await vite('storefront')) ||
    (await vite('storefront', '--ssr')) ||
    (await runNode('scripts/compress.mjs', ['storefront/dist/client'])),
}
const RESULT = { producer: 'producer/dist/index.html', storefront: 'storefront/dist/server' }

/** Builds the browser's side of a room when its sources have changed since the last build. */
const ensureRoom = async (room) => {
  if (!existsSync(join(ROOT, room, 'vite.config.ts'))) return
  mkdirSync(CACHE, { recursive: true })
  const stamp = join(CACHE, `built-${room}`)
  const now = sourcesHash(room)
  if (read(stamp) === now && existsSync(join(ROOT, RESULT[room]))) return
  say(`Building ${room} …`)
  const code = await STEPS[room]()
  if (code !== 0) {
    console.error(`${room} could not be built.`)
    process.exit(code)
  }
  writeFileSync(stamp, now)
}

export const ensureBuilt = async (rooms = ['producer', 'storefront']) => {
  await Promise.all(rooms.map(ensureRoom))
}

/** Answers the output of a command, or nothing when it cannot run. */
export const outputOf = (command, args) => {
  const done = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8', env: environment() })
  return done.status === 0 ? done.stdout.trim() : undefined
}

/** Runs a command to its end without showing what it says: the exit code, and everything it printed. */
export const capture = (command, args) => {
  const done = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: environment(),
    maxBuffer: 64 * 1024 * 1024,
  })
  return { code: done.status ?? 1, output: `${done.stdout ?? ''}${done.stderr ?? ''}`.trim() }
}

const parentOf = (pid) => {
  try {
    return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

/** npm passes a signal to its shell only, and a shell that dies takes nobody along: whoever waits for npm would wait alone. */
export const whenNpmEnds = (act) => {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const npm = parentOf(shell)
  const watch = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return
    clearInterval(watch)
    act()
  }, 200)
}

/** Runs for as long as the child does: signals go on to it, its exit code becomes ours. If we are killed, it notices. */
export const become = (args, env = {}) => {
  const child = spawn(NODE, args, { cwd: ROOT, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: environment(env) })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenNpmEnds(() => child.kill('SIGTERM'))
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  return child
}

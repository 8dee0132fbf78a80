// Shared by the commands of the root package. Runs on Node 20 before anything is installed: plain JavaScript, no packages.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const BIN = join(ROOT, 'node_modules/.bin')
const CACHE = join(ROOT, '.cache')
const WINDOWS = process.platform === 'win32'

/** The Node version that the repository pins, whatever the machine has. */
export const NODE = join(ROOT, 'node_modules/node/bin', WINDOWS ? 'node.exe' : 'node')

/** The environment of child processes: the repository's programs come first on the PATH. */
export const environment = (extra = {}) => ({
  ...process.env,
  PATH: `${BIN}${WINDOWS ? ';' : ':'}${process.env.PATH ?? ''}`,
  // Compiled sources are cached between starts.
  NODE_COMPILE_CACHE: join(CACHE, 'node'),
  ...extra,
})

export const print = (text) => process.stdout.write(`${text}\n`)

/** Runs a command with its output shown; resolves with its exit code. */
export const run = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: environment(), ...options })
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`)
      resolve(1)
    })
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })

const npm = (...args) => {
  const script = process.env.npm_execpath
  return script && /\.c?js$/.test(script)
    ? run(process.execPath, [script, ...args])
    : run(WINDOWS ? 'npm.cmd' : 'npm', args, { shell: WINDOWS })
}

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
const packagesIn = (path) => JSON.parse(read(join(ROOT, path)) || '{"packages":{}}').packages

/** Whether node_modules has what the lock file names; npm keeps a list of what it has installed. */
const isInstalled = () => {
  if (!existsSync(NODE)) return false
  const installed = packagesIn('node_modules/.package-lock.json')
  return Object.entries(packagesIn('package-lock.json')).every(([path, expected]) => {
    if (!path.startsWith('node_modules/') || expected.link) return true
    // Packages for other platforms are in the lock file and are not installed.
    const actual = installed[path]
    return actual ? actual.version === expected.version : Boolean(expected.optional)
  })
}

/**
 * npm warns of each package that needs a newer Node than the one that runs npm. They run on the pinned Node, which is
 * one of them, so only errors are shown.
 */
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error']

/** Installs the packages when some are missing or the lock file has changed. */
export const ensureInstalled = async () => {
  if (isInstalled()) return
  print('Installing packages (npm ci; a few minutes the first time) …')
  let code = await npm('ci', ...QUIET)
  if (code !== 0) {
    print('npm ci failed; trying npm install …')
    code = await npm('install', '--no-save', ...QUIET)
  }
  if (code !== 0 || !existsSync(NODE)) {
    console.error('The packages could not be installed; npm says why above.')
    process.exit(code || 1)
  }
}

/** Runs a file of the repository on the pinned Node. */
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

const sourcesHash = (workspace) => {
  const hash = createHash('sha256').update(read(join(ROOT, 'package-lock.json')))
  for (const path of [...SHARED, workspace].flatMap((name) => filesUnder(join(ROOT, name))).sort()) {
    hash.update(path).update(readFileSync(path))
  }
  return hash.digest('hex')
}

const vite = (workspace, ...args) =>
  run(NODE, [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...args], {
    cwd: join(ROOT, workspace),
  })

const BUILD = {
  producer: async () => (await vite('producer')) || (await runNode('scripts/compress.mjs', ['producer/dist'])),
  storefront: async () =>
    (await vite('storefront')) ||
    (await vite('storefront', '--ssr')) ||
    (await runNode('scripts/compress.mjs', ['storefront/dist/client'])),
}
const NAMES = { producer: 'the producer app', storefront: 'the sale site' }
const RESULT = { producer: 'producer/dist/index.html', storefront: 'storefront/dist/server' }

/** Builds the browser code of a workspace when its sources have changed since the last build. */
const ensureWorkspace = async (workspace) => {
  if (!existsSync(join(ROOT, workspace, 'vite.config.ts'))) return
  mkdirSync(CACHE, { recursive: true })
  const stamp = join(CACHE, `built-${workspace}`)
  const hash = sourcesHash(workspace)
  if (read(stamp) === hash && existsSync(join(ROOT, RESULT[workspace]))) return
  print(`Building ${NAMES[workspace]} …`)
  const began = Date.now()
  const code = await BUILD[workspace]()
  if (code !== 0) {
    console.error(`${workspace} could not be built.`)
    process.exit(code)
  }
  writeFileSync(stamp, hash)
  print(`Built ${NAMES[workspace]} in ${Math.round((Date.now() - began) / 1000)} s`)
}

export const ensureBuilt = async (workspaces = ['producer', 'storefront']) => {
  await Promise.all(workspaces.map(ensureWorkspace))
}

/** The output of a command; undefined when it fails. */
export const outputOf = (command, args) => {
  const result = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8', env: environment() })
  return result.status === 0 ? result.stdout.trim() : undefined
}

/** Runs a command without showing its output; returns its exit code and its output. */
export const capture = (command, args) => {
  const result = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: environment(),
    maxBuffer: 64 * 1024 * 1024,
  })
  return { code: result.status ?? 1, output: `${result.stdout ?? ''}${result.stderr ?? ''}`.trim() }
}

const parentOf = (pid) => {
  try {
    return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

/** Calls back when npm ends: npm passes a signal to its shell only, and a shell that is killed does not stop its children. */
export const onNpmExit = (act) => {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const npm = parentOf(shell)
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return
    clearInterval(timer)
    act()
  }, 200)
}

/**
 * How the server collects garbage: a young generation of at most 48 MB, and an old one that is collected when it has grown
 * by 70%, instead of a multiple that depends on the memory of the machine. What NODE_OPTIONS sets is left to it.
 */
export const serverFlags = () => {
  const flags = JSON.parse(readFileSync(join(ROOT, 'server/node-flags.json'), 'utf8'))
  return flags.filter((flag) => !(process.env.NODE_OPTIONS ?? '').includes(flag.split('=')[0]))
}

/**
 * Runs a Node program as this process's continuation: forwards signals and exits with its code. The program sees the IPC
 * channel close when this process is killed.
 */
export const runForwarding = (args, env = {}) => {
  const child = spawn(NODE, args, { cwd: ROOT, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: environment(env) })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  onNpmExit(() => child.kill('SIGTERM'))
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  return child
}

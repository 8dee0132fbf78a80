import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findBinaries } from './binaries.ts'
import { isAlive, type RunningServer, runningServer } from './pid-file.ts'
import { choosePlace, own, type Place, programs } from './place.ts'
import { alone, users } from './users.ts'

export interface EmbeddedPostgres {
  /** For pg: postgres://… of the database `kartis`. */
  readonly url: string
  readonly pid: number
  /** Stops the server, unless another process of this data directory still uses it. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Where cluster, password and log lie. */
  readonly folder: string
  /** false: faster and forgetful, for tests alone. */
  readonly durable?: boolean
  /** Another way to find a place; for tests. */
  readonly place?: (folder: string) => Place
}

const ROLE = 'kartis'
const QUIET = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_line_prefix=%m ',
  'log_checkpoints=off',
  // A new event's tables grow from nothing within seconds, and what was planned for empty ones must not last a minute.
  'autovacuum_naptime=10s',
].flatMap((set) => ['-c', set])
/** Files of the write-ahead log that lie ready, each of 16 MB: room for the orders of a whole opening. */
const ROOM = 16
const DURABLE = ['-c', `min_wal_size=${ROOM * 16}MB`]
const FORGETFUL = [
  '-c',
  'fsync=off',
  '-c',
  'full_page_writes=off',
  '-c',
  'synchronous_commit=off',
  '-c',
  'max_connections=300',
]
const START_LIMIT = 120_000

/** Starts the PostgreSQL of this folder, or joins the one that runs there already. Made on first use. */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const { folder } = options
  mkdirSync(folder, { recursive: true })
  const here = users(folder)
  return alone(folder, async () => {
    here.enter()
    try {
      const place = options.place?.(folder) ?? choosePlace(findBinaries(), folder)
      const password = initialise(place, folder, options.durable ?? true)
      const { pid, port } = (await joinRunning(place)) ?? (await launch(place, folder, options.durable ?? true))
      const url = `postgres://${ROLE}:${password}@127.0.0.1:${port}/${ROLE}`
      await prepare(url, options.durable ?? true)
      return { url, pid, stop: () => alone(folder, async () => void (here.leave() || (await stopServer(place)))) }
    } catch (error) {
      here.leave()
      throw error
    }
  })
}

/** Makes the cluster once; a half-made one never bears its final name. Returns the password. */
const initialise = (place: Place, folder: string, durable: boolean): string => {
  const passwordFile = join(folder, 'password')
  if (existsSync(join(place.cluster, 'PG_VERSION')) && existsSync(passwordFile)) {
    own(place, place.cluster)
    return readFileSync(passwordFile, 'utf8').trim()
  }
  if (existsSync(join(place.cluster, 'PG_VERSION'))) {
    throw new Error(`${passwordFile} is gone, and with it the way into the database beside it.`)
  }
  const password = randomBytes(24).toString('base64url')
  const nest = join(dirname(place.cluster), 'new')
  rmSync(nest, { recursive: true, force: true })
  mkdirSync(nest, { mode: 0o700 })
  const draft = join(nest, 'cluster')
  writeFileSync(join(nest, 'password'), password, { mode: 0o600 })
  own(place, nest)
  const { prefix, uid, gid } = place.launcher
  const [command = '', ...args] = [
    ...prefix,
    programs(place).initdb,
    `--pgdata=${draft}`,
    `--username=${ROLE}`,
    `--pwfile=${join(nest, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ]
  const made = spawnSync(command, args, { uid, gid, cwd: '/', encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`PostgreSQL could not make its files: ${made.stderr || String(made.error)}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  chmodSync(passwordFile, 0o600)
  renameSync(draft, place.cluster)
  rmSync(nest, { recursive: true, force: true })
  return password
}

/** The server that a killed Kartis left running, or that another process of this folder started. */
const joinRunning = async (place: Place): Promise<RunningServer | undefined> => {
  const until = Date.now() + START_LIMIT
  for (;;) {
    const server = runningServer(place.cluster)
    if (!server || server.state === 'ready') return server
    if (Date.now() > until)
      throw new Error(`A PostgreSQL (process ${server.pid}) holds ${place.cluster} and does not answer.`)
    await sleep(25)
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const launch = async (place: Place, folder: string, durable: boolean): Promise<RunningServer> => {
  const log = join(folder, 'postgres.log')
  for (let attempt = 1; attempt <= 5; attempt++) {
    const server = await launchOnce(place, log, await freePort(), durable)
    if (server) return server
    await sleep(300 * attempt)
  }
  const tail = readFileSync(log, 'utf8').trim().split('\n').slice(-8).join('\n')
  throw new Error(`PostgreSQL does not start (${place.launcher.name}); ${log} ends with:\n${tail}`)
}

/** One try; nothing when the program gave up (its port was taken, or a predecessor's memory is not yet free). */
const launchOnce = async (
  place: Place,
  log: string,
  port: number,
  durable: boolean,
): Promise<RunningServer | undefined> => {
  const { prefix, uid, gid } = place.launcher
  const [command = '', ...args] = [
    ...prefix,
    programs(place).postgres,
    '-D',
    place.cluster,
    '-p',
    String(port),
    ...QUIET,
    ...(durable ? DURABLE : FORGETFUL),
  ]
  const output = openSync(log, 'a')
  // In a session of its own: Ctrl-C at the terminal must reach Kartis, which then stops the database in its turn.
  const child = spawn(command, args, { uid, gid, cwd: '/', detached: true, stdio: ['ignore', output, output] })
  closeSync(output)
  const end = { seen: false }
  child.once('exit', () => (end.seen = true))
  child.once('error', () => (end.seen = true))
  child.unref()
  const until = Date.now() + START_LIMIT
  while (!end.seen && Date.now() < until) {
    const server = runningServer(place.cluster)
    if (server?.state === 'ready' && server.port === port) return server
    await sleep(15)
  }
  if (!end.seen) child.kill('SIGQUIT')
  return undefined
}

/** What a server needs before Kartis uses it. */
const prepare = async (url: string, durable: boolean): Promise<void> => {
  const maintenance = new Client({ connectionString: url.replace(/\/kartis$/, '/postgres') })
  await maintenance.connect()
  try {
    const { rowCount } = await maintenance.query('select from pg_database where datname = $1', [ROLE])
    if (!rowCount) await maintenance.query(`create database ${ROLE}`)
    if (durable) await makeRoom(maintenance)
  } finally {
    await maintenance.end()
  }
}

/**
 * PostgreSQL makes a file of its log when the last one is full, and all who write wait for it (up to a tenth of a second, every
 * 20,000 orders). Files of the past are used again, but a new house has none: these are made now.
 */
const makeRoom = async (maintenance: Client): Promise<void> => {
  const { rows } = await maintenance.query('select count(*)::int as ready from pg_ls_waldir()')
  const missing = ROOM - (rows[0]?.ready ?? ROOM)
  if (missing <= 0) return
  for (let made = 0; made < missing; made++)
    await maintenance.query(`select pg_logical_emit_message(false, 'kartis', ''), pg_switch_wal()`)
  await maintenance.query('checkpoint')
}

const stopServer = async (place: Place): Promise<void> => {
  const server = runningServer(place.cluster)
  if (!server) return
  if (process.platform === 'win32') {
    spawnSync(programs(place).pgCtl, ['stop', '-m', 'fast', '-D', place.cluster])
    return
  }
  process.kill(server.pid, 'SIGINT')
  const until = Date.now() + 30_000
  while (isAlive(server.pid) && Date.now() < until) await sleep(20)
}

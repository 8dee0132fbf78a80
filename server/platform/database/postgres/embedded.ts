import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
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
import type { Client } from 'pg'
import type { Logger } from '../../observability/log.ts'
import { makeDataFolder } from '../../storage/make-folders.ts'
import { withConnection } from '../single-connection.ts'
import { APPLICATION_ROLE, applicationPassword, createApplicationRole, handOver } from './application-role.ts'
import { findBinaries } from './binaries.ts'
import { isAlive, type RunningServer, runningServer } from './pid-file.ts'
import { changeOwner, choosePlace, type Place, programs } from './place.ts'
import { supervise } from './supervise.ts'
import { serverUsers, withFolderLock } from './users.ts'

export interface EmbeddedPostgres {
  /** postgres://… of the database `kartis`, as the application's role. */
  readonly url: string
  /** The same as the owner of the cluster, a superuser: for maintenance, never for the application. */
  readonly ownerUrl: string
  readonly pid: number
  /** Stops the server unless another process uses it. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Folder of cluster, password and log. */
  readonly folder: string
  /** false: faster, and data may be lost; for tests. */
  readonly durable?: boolean
  /** Chooses programs, cluster and launcher; for tests. */
  readonly place?: (folder: string) => Place
  /** When given, a server that ends by itself is started again; returns where that is logged. */
  readonly onLoss?: () => Pick<Logger, 'error' | 'warn'>
}

/** The owner of the cluster, and the name of the database. */
const OWNER = 'kartis'
const DATABASE = 'kartis'
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_line_prefix=%m ',
  'log_checkpoints=off',
  // An error names no values: among those of a unique index are keys and phones.
  'log_error_verbosity=terse',
  // Tables of a new event grow within seconds; statistics of empty tables must not be used for a minute.
  'autovacuum_naptime=10s',
].flatMap((setting) => ['-c', setting])
/** Write-ahead log files of 16 MB that are allocated in advance: enough for the orders of a sale's opening. */
const WAL_FILES = 16
const DURABLE = ['-c', `min_wal_size=${WAL_FILES * 16}MB`]
const NOT_DURABLE = [
  '-c',
  'fsync=off',
  '-c',
  'full_page_writes=off',
  '-c',
  'synchronous_commit=off',
  '-c',
  'max_connections=300',
]
const START_TIMEOUT_MS = 120_000

/**
 * Starts the PostgreSQL of this folder, or joins the one that runs there. The cluster is created on first use. With
 * `onLoss`, a server that ends by itself (killed, out of memory) is started again at the same address.
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const { folder, durable = true } = options
  makeDataFolder(folder)
  const users = serverUsers(folder)
  return withFolderLock(folder, async () => {
    users.add()
    try {
      const place = options.place?.(folder) ?? choosePlace(findBinaries(), folder)
      const password = initialise(place, folder, durable)
      const { pid, port } = await joinOrLaunch(place, folder, durable)
      const urlOf = (role: string, secret: string) => `postgres://${role}:${secret}@127.0.0.1:${port}/${DATABASE}`
      const ownerUrl = urlOf(OWNER, password)
      await prepare(ownerUrl, applicationPassword(password), durable)
      const supervision =
        options.onLoss &&
        supervise({
          pid,
          restart: () => withFolderLock(folder, async () => (await joinOrLaunch(place, folder, durable, port)).pid),
          log: options.onLoss,
        })
      return {
        url: urlOf(APPLICATION_ROLE, applicationPassword(password)),
        ownerUrl,
        pid,
        stop: async () => {
          await supervision?.stop()
          await withFolderLock(folder, async () => void (users.remove() || (await stopServer(place))))
        },
      }
    } catch (error) {
      users.remove()
      throw error
    }
  })
}

/** The running server of the folder, or a new one: on `fixedPort`, else on the port of its last start where that is free. */
const joinOrLaunch = async (
  place: Place,
  folder: string,
  durable: boolean,
  fixedPort?: number,
): Promise<RunningServer> => {
  const server = (await joinRunning(place)) ?? (await launch(place, folder, durable, fixedPort))
  if (fixedPort !== undefined && server.port !== fixedPort)
    throw new Error(`PostgreSQL runs on port ${server.port} now, and this process expects it on ${fixedPort}.`)
  writeFileSync(join(folder, 'port'), String(server.port))
  return server
}

/** Creates the cluster once, under a temporary name until it is complete. Returns the password. */
const initialise = (place: Place, folder: string, durable: boolean): string => {
  const passwordFile = join(folder, 'password')
  if (existsSync(join(place.cluster, 'PG_VERSION')) && existsSync(passwordFile)) {
    changeOwner(place, place.cluster)
    return readFileSync(passwordFile, 'utf8').trim()
  }
  if (existsSync(join(place.cluster, 'PG_VERSION'))) {
    throw new Error(`${passwordFile} is missing: the database beside it cannot be opened without it.`)
  }
  const password = randomBytes(24).toString('base64url')
  const staging = join(dirname(place.cluster), 'new')
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { mode: 0o700 })
  const draft = join(staging, 'cluster')
  writeFileSync(join(staging, 'password'), password, { mode: 0o600 })
  changeOwner(place, staging)
  const { prefix, uid, gid } = place.launcher
  const [command = '', ...args] = [
    ...prefix,
    programs(place).initdb,
    `--pgdata=${draft}`,
    `--username=${OWNER}`,
    `--pwfile=${join(staging, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ]
  const result = spawnSync(command, args, { uid, gid, cwd: '/', encoding: 'utf8' })
  if (result.status !== 0)
    throw new Error(`PostgreSQL could not create its cluster: ${result.stderr || String(result.error)}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  chmodSync(passwordFile, 0o600)
  renameSync(draft, place.cluster)
  rmSync(staging, { recursive: true, force: true })
  return password
}

/** The server of this folder that another process has started, or that a killed one has left running. */
const joinRunning = async (place: Place): Promise<RunningServer | undefined> => {
  const until = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const server = runningServer(place.cluster)
    if (!server || server.state === 'ready') return server
    if (Date.now() > until)
      throw new Error(`A PostgreSQL (process ${server.pid}) uses ${place.cluster} and does not respond.`)
    await sleep(25)
  }
}

/** Resolves with `port`, or with another one that is free; 0: any. */
const freePort = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => (port === 0 ? reject(error) : resolve(freePort(0))))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** The port of the last start: a process that lost its server finds the new one there, whoever started it. */
const lastPort = (folder: string): number => {
  try {
    const port = Number(readFileSync(join(folder, 'port'), 'utf8'))
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0
  } catch {
    return 0
  }
}

const launch = async (place: Place, folder: string, durable: boolean, fixedPort?: number): Promise<RunningServer> => {
  const log = join(folder, 'postgres.log')
  for (let attempt = 1; attempt <= 5; attempt++) {
    const port = fixedPort ?? (await freePort(attempt <= 3 ? lastPort(folder) : 0))
    const server = await launchOnce(place, log, port, durable)
    if (server) return server
    await sleep(300 * attempt)
  }
  const tail = readFileSync(log, 'utf8').trim().split('\n').slice(-8).join('\n')
  throw new Error(`PostgreSQL does not start (${place.launcher.name}); ${log} ends with:\n${tail}`)
}

/** One attempt; undefined when the program ended (port in use, or shared memory of a predecessor not yet free). */
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
    ...SETTINGS,
    ...(durable ? DURABLE : NOT_DURABLE),
  ]
  const output = openSync(log, 'a', 0o600)
  // An earlier version left it readable to everybody.
  fchmodSync(output, 0o600)
  // In a session of its own: Ctrl-C must reach Kartis only, which then stops the database.
  const child = spawn(command, args, { uid, gid, cwd: '/', detached: true, stdio: ['ignore', output, output] })
  closeSync(output)
  const exit = { seen: false }
  child.once('exit', () => (exit.seen = true))
  child.once('error', () => (exit.seen = true))
  child.unref()
  const until = Date.now() + START_TIMEOUT_MS
  while (!exit.seen && Date.now() < until) {
    const server = runningServer(place.cluster)
    if (server?.state === 'ready' && server.port === port) return server
    await sleep(15)
  }
  if (!exit.seen) child.kill('SIGQUIT')
  return undefined
}

/** Creates the application's role and the database, hands over what an earlier version owned, allocates the write-ahead log. */
const prepare = async (ownerUrl: string, password: string, durable: boolean): Promise<void> => {
  const writable = await withConnection(ownerUrl.replace(/\/kartis$/, '/postgres'), async (maintenance) => {
    const { rows } = await maintenance.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    if (rows[0]?.standby) return false
    await createApplicationRole(maintenance, password)
    const { rowCount } = await maintenance.query('select from pg_database where datname = $1', [DATABASE])
    if (!rowCount) await maintenance.query(`create database ${DATABASE} owner ${APPLICATION_ROLE}`)
    if (durable) await allocateWal(maintenance)
    return true
  })
  if (writable) await withConnection(ownerUrl, handOver)
}

/**
 * PostgreSQL creates a log file when the last one is full, and all writers wait for it (up to 100 ms, every 20,000 orders).
 * Old files are reused, but a new installation has none, so they are created in advance.
 */
const allocateWal = async (maintenance: Client): Promise<void> => {
  const { rows } = await maintenance.query('select count(*)::int as ready from pg_ls_waldir()')
  const missing = WAL_FILES - (rows[0]?.ready ?? WAL_FILES)
  if (missing <= 0) return
  for (let created = 0; created < missing; created++)
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

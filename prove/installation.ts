import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbedded } from '@kartis/server/platform/database/postgres/embedded.ts'
import { type InMemoryGateway, startInMemoryGateway } from '@kartis/simulators/in-memory-gateway.ts'
import { databasePid, type ServerProcess, startServer } from '@kartis/testing/server.ts'
import { type Balancer, openBalancer } from './balancer.ts'
import { type Proxy, openProxy } from './proxy.ts'

export interface InstallationOptions {
  /** Number of serving processes. */
  readonly processes?: number
  readonly env?: Readonly<Record<string, string>>
  /** A PostgreSQL that ends stays down. */
  readonly isDatabaseAlone?: boolean
  /** A load balancer is before it, so that servers of two versions can share its address. */
  readonly isBalanced?: boolean
  /** A proxy is between the buyers and the server. */
  readonly hasVisitorProxy?: boolean
  /** Writes another version into the folder, which is the first to run; returns its own folder. */
  readonly firstVersion?: (folder: string) => string
  /** Prepares the folder in which PostgreSQL and the files of the server will be. */
  readonly prepare?: (folder: string) => void
}

/** An installation to break: PostgreSQL, a proxy before it, a gateway elsewhere, and the server, each of which ends alone. */
export interface Installation {
  readonly url: string
  readonly gateway: InMemoryGateway
  /** Between the server and PostgreSQL. */
  readonly network: Proxy
  /** Between the buyers and the server, when there is one. */
  readonly visitors: () => Proxy
  /** Connection string of PostgreSQL itself, beside the proxy. */
  readonly database: () => string
  /** The same as the owner of the cluster. */
  readonly ownerDatabase: () => string
  readonly folder: string
  readonly server: () => ServerProcess
  /** Process ids of the serving processes, when there are several. */
  readonly workers: () => readonly number[]
  /** Number of processes that accept connections now. */
  readonly serving: () => number
  /** Starts the server again after it was killed, with other settings where some are given; resolves when it is ready. */
  readonly restart: (env?: Readonly<Record<string, string>>) => Promise<void>
  /** The load balancer, when there is one. */
  readonly balancer: () => Balancer
  /** Starts a server of the version in a folder beside the one that runs, with its settings; resolves when it is ready. */
  readonly startBeside: (root: string) => Promise<ServerProcess>
  /** From now on a server that runs beside is the one of the installation; the other one is stopped. */
  readonly replaceBy: (other: ServerProcess) => Promise<void>
  /** Sends a signal to PostgreSQL. It is started again at the same address. */
  readonly signalDatabase: (signal: NodeJS.Signals) => void
  /** The settings of the server that commands of the operator need as well. */
  readonly env: Readonly<Record<string, string>>
  /** Called before everything is removed. */
  readonly onClose: (act: () => Promise<void> | void) => void
  readonly isReady: () => Promise<boolean>
  readonly log: () => string
  readonly close: () => Promise<void>
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          Number(
            readFileSync(`/proc/${pid}/stat`, 'utf8')
              .replace(/^.*\) /, '')
              .split(' ')[1],
          ) === parent
        )
      } catch {
        return false
      }
    })

const LISTENING = '0A'
/** The column of a socket's number. */
const INODE = 9

/** The sockets of this machine that accept connections at a port, as the open files of a process name them. */
const listenersAt = (port: number): Set<string> =>
  new Set(
    readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/ +/))
      .filter(([, local, , state]) => state === LISTENING && Number.parseInt(local?.split(':')[1] ?? '', 16) === port)
      .map((socket) => `socket:[${socket[INODE]}]`),
  )

/** Number of processes that accept connections at a port, each with sockets of its own. */
const servingAt = (port: number, pids: readonly number[]): number => {
  const listeners = listenersAt(port)
  return pids.filter((pid) => {
    try {
      const files = `/proc/${pid}/fd`
      return readdirSync(files).some((file) => listeners.has(readlinkSync(join(files, file))))
    } catch {
      return false // it or its file is gone by now
    }
  }).length
}

const portOf = (url: string): number => Number(new URL(url).port)

const withPort = (url: string, port: number): string => {
  const address = new URL(url)
  address.port = String(port)
  return address.href
}

const existing = <T>(part: T | undefined, name: string): T => {
  if (!part) throw new Error(`the installation has no ${name}`)
  return part
}

/** Starts an installation on an empty database; resolves when it is ready to sell. */
export const openInstallation = async (options: InstallationOptions = {}): Promise<Installation> => {
  const folder = mkdtempSync(join(tmpdir(), 'kartis-prove-'))
  options.prepare?.(folder)
  const lossLog: string[] = []
  const note = (detail: unknown, text?: string): void => void lossLog.push(text ?? String(detail))
  const postgres: EmbeddedPostgres = await startEmbedded({
    folder: join(folder, 'postgres'),
    ...(!options.isDatabaseAlone && { onLoss: () => ({ error: note, warn: note }) }),
  })
  const network = await openProxy(portOf(postgres.url))
  const gateway = await startInMemoryGateway()
  const logFile = join(folder, 'server.log')
  const key = randomBytes(32).toString('base64')
  const written: string[] = []
  const balancer = options.isBalanced ? await openBalancer() : undefined
  const started = { env: {}, port: undefined as number | undefined }
  const startAt = (place: { readonly log: string; readonly port?: number; readonly root?: string }) =>
    startServer({
      program: 'demo/main.ts',
      host: '127.0.0.1',
      ...(place.port !== undefined && { port: place.port }),
      ...(place.root !== undefined && { root: place.root }),
      logFile: () => place.log,
      env: {
        ...(balancer && { PUBLIC_URL: balancer.url }),
        NODE_ENV: 'test',
        DEMO: '0',
        DATABASE_URL: withPort(postgres.url, network.port),
        KARTIS_KEY: key,
        ...gateway.env,
        ...(options.processes && { WEB_CONCURRENCY: String(options.processes) }),
        ...options.env,
        ...started.env,
      },
    })
  const start = async (root?: string): Promise<ServerProcess> => {
    const running = await startAt({
      log: logFile,
      ...(started.port !== undefined && { port: started.port }),
      ...(root !== undefined && { root }),
    })
    started.port = portOf(running.url)
    if (balancer) balancer.targets = [started.port]
    gateway.serve(balancer?.url ?? running.url)
    return running
  }
  let server = await start(options.firstVersion?.(folder))
  const visitors = options.hasVisitorProxy ? await openProxy(portOf(server.url)) : undefined
  const beside = new Set<ServerProcess>()
  const besideLogs: string[] = []

  const closing: (() => Promise<void> | void)[] = []
  return {
    url: visitors ? `http://127.0.0.1:${visitors.port}` : (balancer?.url ?? server.url),
    gateway,
    network,
    folder,
    visitors: () => existing(visitors, 'proxy before it'),
    database: () => withPort(postgres.url, network.target),
    ownerDatabase: () => withPort(postgres.ownerUrl, network.target),
    server: () => server,
    workers: () => childrenOf(server.pid),
    serving: () => servingAt(portOf(server.url), childrenOf(server.pid)),
    restart: async (env = {}) => {
      written.push(readFileSync(logFile, 'utf8'))
      started.env = env
      // The port of a process that was killed is free at once; its last connections may linger.
      for (let attempt = 1; ; attempt++) {
        try {
          server = await start()
          return
        } catch (error) {
          if (attempt === 5) throw error
          await sleep(200 * attempt)
        }
      }
    },
    balancer: () => existing(balancer, 'load balancer'),
    startBeside: async (root) => {
      const log = join(folder, `beside-${besideLogs.length}.log`)
      besideLogs.push(log)
      const other = await startAt({ log, root })
      beside.add(other)
      return other
    },
    replaceBy: async (other) => {
      const before = server
      server = other
      beside.delete(other)
      await before.stop()
    },
    signalDatabase: (signal) => {
      const pid = databasePid(folder)
      if (pid) process.kill(pid, signal)
    },
    env: { KARTIS_KEY: key, NODE_ENV: 'test' },
    onClose: (act) => void closing.push(act),
    isReady: async () => {
      try {
        return (await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(1500) })).status === 200
      } catch {
        return false
      }
    },
    log: () =>
      [...written, ...[logFile, ...besideLogs].map((file) => readFileSync(file, 'utf8')), ...lossLog].join('\n'),
    close: async () => {
      network.passing = 'pass'
      await Promise.all([server, ...beside].map((each) => each.stop()))
      await balancer?.close()
      await visitors?.close()
      await gateway.close()
      await network.close()
      await postgres.stop()
      for (const act of closing.toReversed()) await act()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

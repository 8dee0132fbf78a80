import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@kartis/simulators/listen.ts'

const READY_MS = 300_000
const READY_LINE = 'Kartis is ready'

export interface ServerProcess {
  readonly url: string
  readonly dataDir: string
  /** Process id of the server itself, not of its supervisor. */
  readonly pid: number
  /** Stops the server and its database and removes the data directory. */
  readonly stop: () => Promise<void>
  /** Sends SIGKILL to the server, no handler of which runs, and waits until its supervisor has cleared up. */
  readonly kill: () => Promise<void>
  readonly hasEnded: () => boolean
}

export interface ServerOptions {
  /** Path relative to the repository. */
  readonly program: string
  /** The folder of another version, with the packages that it needs; this repository without it. */
  readonly root?: string
  readonly env: Readonly<Record<string, string>>
  /** Host name in the server's public URL; it listens on 127.0.0.1 in any case. */
  readonly host: 'localhost' | '127.0.0.1'
  /** A free one without it; a server that was killed is started again on the port that it had. */
  readonly port?: number
  /** Where the log goes, by port; without it, into the data directory. */
  readonly logFile?: (port: number) => string
}

const logOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const untilReady = async (supervisor: ChildProcess, logFile: string): Promise<void> => {
  const deadline = Date.now() + READY_MS
  while (!logOf(logFile).includes(READY_LINE)) {
    if (supervisor.exitCode !== null || Date.now() > deadline)
      throw new Error(`the server did not become ready:\n${logOf(logFile).slice(-4000)}`)
    await sleep(50)
  }
}

/** Starts a server on an empty data directory and waits until it is ready. It ends with this process, however this process ends. */
export const startServer = async (options: ServerOptions): Promise<ServerProcess> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kartis-testing-'))
  const port = options.port ?? (await freePort())
  const url = `http://${options.host}:${port}`
  const logFile = options.logFile?.(port) ?? join(dataDir, 'server.log')
  const supervisor = spawn(
    process.execPath,
    [join(options.root ?? join(import.meta.dirname, '..'), 'testing/supervisor.ts'), dataDir, logFile, options.program],
    {
      stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        ...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: dataDir,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        ...options.env,
      },
    },
  )
  const started = once(supervisor, 'message') as Promise<[number]>
  const stop = async (): Promise<void> => {
    const exited = supervisor.exitCode === null ? once(supervisor, 'exit') : undefined
    supervisor.stdin?.end()
    await exited
  }
  try {
    const [pid] = await started
    await untilReady(supervisor, logFile)
    const kill = async (): Promise<void> => {
      const exited = supervisor.exitCode === null ? once(supervisor, 'exit') : undefined
      process.kill(pid, 'SIGKILL')
      await exited
    }
    return { url, dataDir, pid, stop, kill, hasEnded: () => supervisor.exitCode !== null }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Lines of the `postmaster.pid` of the embedded PostgreSQL: the first is its process id, the fourth its port. */
const postmasterOf = (dataDir: string): readonly string[] | undefined => {
  const [file] = globSync(join(dataDir, 'postgres/**/postmaster.pid'))
  return file ? readFileSync(file, 'utf8').split('\n') : undefined
}

/** Process id of the embedded PostgreSQL; undefined when the server runs without one. */
export const databasePid = (dataDir: string): number | undefined => {
  const postmaster = postmasterOf(dataDir)
  return postmaster && Number(postmaster[0])
}

/** Connection string of the embedded PostgreSQL; undefined when the server runs without one. */
export const databaseUrl = (dataDir: string): string | undefined => {
  const postmaster = postmasterOf(dataDir)
  if (!postmaster) return undefined
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8').trim()
  return `postgres://kartis:${password}@127.0.0.1:${postmaster[3]}/kartis`
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

export interface Cpu {
  readonly server: number
  readonly database: number
}

/** A server under test, in a process of its own. */
export interface Server {
  readonly url: string
  /** Seconds of processor used so far, by the server and by its database. */
  readonly cpu: () => Cpu
  /** Bytes of memory that the server's process has now; 0 where nobody can say. */
  readonly memory: () => number
  /** Address of its database. */
  readonly database: string
  readonly stop: () => Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })

const untilReady = (child: ChildProcess): Promise<void> =>
  new Promise((done, fail) => {
    let said = ''
    const hear = (text: Buffer): void => {
      said += text.toString()
      if (said.includes('Kartis is ready')) done()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', () => fail(new Error(`the server ended before it was ready:\n${said}`)))
  })

const TICKS_PER_SECOND = 100

interface Process {
  readonly parent: number
  readonly cpu: number
  /** Of its children that have ended. */
  readonly gone: number
}

/** From /proc where there is one; elsewhere the figures are left out. */
const processOf = (pid: number | string | undefined): Process | undefined => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const secondsOf = (user: number, system: number): number =>
      ((fields[user] ?? 0) + (fields[system] ?? 0)) / TICKS_PER_SECOND
    return { parent, cpu: secondsOf(11, 12), gone: secondsOf(13, 14) }
  } catch {
    return undefined
  }
}

/** Bytes: now, or the most that it ever had. */
const memoryOf = (pid: number | undefined, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number => {
  try {
    return (
      Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
    )
  } catch {
    return 0
  }
}

/** The embedded database of a data folder, as its own files tell. */
const addressOf = (dataDir: string): string => {
  const file = globSync(join(dataDir, '**/postmaster.pid'))[0]
  if (!file) return ''
  const port = readFileSync(file, 'utf8').split('\n')[3] ?? ''
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8').trim()
  return `postgres://kartis:${password}@127.0.0.1:${port}/kartis`
}

const postmasterOf = (dataDir: string): number | undefined => {
  try {
    const file = globSync(join(dataDir, '**/postmaster.pid'))[0]
    return file ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
  } catch {
    return undefined
  }
}

/** The database's first process and all that it has started, those that have ended with it. */
const databaseCpu = (postmaster: number | undefined): number => {
  if (!postmaster) return 0
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return all.reduce((sum, pid) => {
    const one = processOf(pid)
    if (one && Number(pid) === postmaster) return sum + one.cpu + one.gone
    return one?.parent === postmaster ? sum + one.cpu : sum
  }, 0)
}

let most = 0

/** The most memory, in bytes, that one of the servers stopped since the last question had; 0 where nobody can say. */
export const takePeakMemory = (): number => {
  const peak = most
  most = 0
  return peak
}

const running = new Set<ChildProcess>()
// A run that is broken off leaves no server behind.
process.on('exit', () => running.forEach((child) => child.kill('SIGTERM')))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const startServer = async (program: string, env: Readonly<Record<string, string>>): Promise<Server> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kartis-bench-'))
  const port = await freePort()
  const child = spawn(process.execPath, [join(ROOT, program)], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  await untilReady(child)
  const postmaster = postmasterOf(dataDir)
  return {
    url: `http://127.0.0.1:${port}`,
    database: addressOf(dataDir),
    memory: () => memoryOf(child.pid),
    cpu: () => ({ server: processOf(child.pid)?.cpu ?? 0, database: databaseCpu(postmaster) }),
    stop: async () => {
      most = Math.max(most, memoryOf(child.pid, 'VmHWM'))
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The product as it is started by `npm start`, on its own embedded PostgreSQL, durable. */
export const startKartis = (env: Readonly<Record<string, string>> = {}): Promise<Server> =>
  startServer('server/main.ts', env)

/** The same endpoint with nothing behind it: the ceiling. */
export const startCeiling = (): Promise<Server> => startServer('server/testing/without-database.ts', {})

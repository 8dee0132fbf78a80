import { readdirSync, readFileSync } from 'node:fs'
import { databasePid, databaseUrl, startServer } from '@kartis/testing/server.ts'

export interface Cpu {
  readonly server: number
  readonly database: number
}

/** A server under test, in a process of its own. */
export interface Server {
  readonly url: string
  /** Seconds of processor time used so far, by the server and by its database. */
  readonly cpu: () => Cpu
  /** Resident memory of the server's process, in bytes; 0 without /proc. */
  readonly memory: () => number
  /** Connection string of its database; empty when it has none. */
  readonly database: string
  readonly stop: () => Promise<void>
  /** Sends SIGKILL, which no handler sees. */
  readonly kill: () => Promise<void>
  /** Its processes stand still from now on, its database goes on. */
  readonly pause: () => void
  readonly resume: () => void
}

const TICKS_PER_SECOND = 100

interface ProcessTimes {
  readonly parent: number
  /** Seconds of processor time. */
  readonly cpu: number
  /** Seconds of processor time of its children that have ended. */
  readonly endedChildren: number
}

/** Read from /proc; without it the figures are left out. */
const processTimes = (pid: number | string | undefined): ProcessTimes | undefined => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const seconds = (user: number, system: number): number =>
      ((fields[user] ?? 0) + (fields[system] ?? 0)) / TICKS_PER_SECOND
    return { parent, cpu: seconds(11, 12), endedChildren: seconds(13, 14) }
  } catch {
    return undefined
  }
}

/** Bytes: current (`VmRSS`) or peak (`VmHWM`). */
const memoryOf = (pid: number, field: 'VmRSS' | 'VmHWM'): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** The postmaster and every process that it has started, including those that have ended. */
const databaseCpu = (postmaster: number | undefined): number => {
  if (!postmaster) return 0
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.reduce((sum, pid) => {
    const times = processTimes(pid)
    if (times && Number(pid) === postmaster) return sum + times.cpu + times.endedChildren
    return times?.parent === postmaster ? sum + times.cpu : sum
  }, 0)
}

let peakMemory = 0

/** Peak memory in bytes of the servers that were stopped since the last call; 0 without /proc. */
export const takePeakMemory = (): number => {
  const peak = peakMemory
  peakMemory = 0
  return peak
}

// Ctrl-C ends this process at once; the supervisors of its servers stop them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const start = async (program: string, env: Readonly<Record<string, string>>): Promise<Server> => {
  const server = await startServer({ program, host: '127.0.0.1', env: { NODE_ENV: 'test', DEMO: '0', ...env } })
  const postmaster = databasePid(server.dataDir)
  const resume = (): void => {
    if (!server.hasEnded()) process.kill(server.pid, 'SIGCONT')
  }
  return {
    url: server.url,
    database: databaseUrl(server.dataDir) ?? '',
    memory: () => memoryOf(server.pid, 'VmRSS'),
    cpu: () => ({ server: processTimes(server.pid)?.cpu ?? 0, database: databaseCpu(postmaster) }),
    stop: () => {
      peakMemory = Math.max(peakMemory, memoryOf(server.pid, 'VmHWM'))
      return server.stop()
    },
    kill: () => server.kill(),
    pause: () => {
      process.kill(server.pid, 'SIGSTOP')
      // A process that stands still cannot end.
      process.once('exit', resume)
    },
    resume,
  }
}

/** The product as `npm start` runs it, on its own embedded PostgreSQL with durable commits. It serves whatever comes, however slowly. */
export const startKartis = (env: Readonly<Record<string, string>> = {}): Promise<Server> =>
  start('demo/main.ts', { SHED_ABOVE_MS: '0', ...env })

/** The same, which refuses what it cannot serve quickly, as it does by default. */
export const startSheddingKartis = (): Promise<Server> => start('demo/main.ts', {})

/** The same, which serves whatever comes and says for how long its event loop stood still (`stallSince`). */
export const startWatchedKartis = (socket: string, env: Readonly<Record<string, string>>): Promise<Server> =>
  start('server/testing/stall-probe.ts', { SHED_ABOVE_MS: '0', STALL_SOCKET: socket, ...env })

/** The reservation endpoint without database and decision: the ceiling. */
export const startCeiling = (): Promise<Server> => start('server/testing/without-database.ts', {})

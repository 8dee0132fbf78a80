import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const READY_MS = 120_000
const FIRST_PORT = 4600
const LAST_PORT = 4699

/** Where the tests find the server; worker processes read it from the environment. */
export interface Place {
  readonly url: string
  readonly dataDir: string
}

export const place = (): Place => {
  const told = process.env['KARTIS_E2E']
  if (!told) throw new Error('no server: the tests run through e2e/playwright.config.ts')
  return JSON.parse(told) as Place
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })

const freePort = async (): Promise<number> => {
  for (let port = FIRST_PORT; port <= LAST_PORT; port++) if (await isFree(port)) return port
  throw new Error(`no free port between ${FIRST_PORT} and ${LAST_PORT}`)
}

const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}

const untilReady = async (keeper: ChildProcess, url: string, log: string): Promise<void> => {
  const until = Date.now() + READY_MS
  while (!(await isReady(url))) {
    if (keeper.exitCode !== null || Date.now() > until)
      throw new Error(`the server did not become ready:\n${readFileSync(log, 'utf8').slice(-4000)}`)
    await sleep(100)
  }
}

export interface Started extends Place {
  readonly stop: () => Promise<void>
}

/** One Kartis as `npm start` runs it, on an empty data directory that goes with it; the demo data is loaded by itself. */
export const startKartis = async (logFolder: string): Promise<Started> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kartis-e2e-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  mkdirSync(logFolder, { recursive: true })
  const log = join(logFolder, `server-${port}.log`)
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'keeper.ts'), dataDir, log], {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      ...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DEMO: '1',
      RATE_LIMITS: 'off',
      MESSAGES: 'outbox',
      PAYMENTS: 'sandbox',
      LOG_LEVEL: 'warn',
    },
  })
  const stop = async (): Promise<void> => {
    const gone = keeper.exitCode === null ? once(keeper, 'exit') : undefined
    keeper.stdin?.end()
    await gone
  }
  try {
    await untilReady(keeper, url, log)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, dataDir, stop }
}

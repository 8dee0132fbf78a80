import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from './platform/database/ids.ts'
import type { Plugin } from './platform/http/route.ts'
import { readSettings } from './settings.ts'
import { serve } from './serve.ts'
import { freePort, INHERITED } from './testing/child.ts'
import { openWorld, type World } from './testing/world.ts'

let world: World
const dataDir = mkdtempSync(join(tmpdir(), 'kartis-serve-'))
beforeAll(async () => {
  world = await openWorld({ modules: [] })
})
afterAll(async () => {
  await world.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const start = (env: Record<string, string>) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...INHERITED,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      DATABASE_URL: world.url,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  /** Everything printed, and what was printed as an error. */
  const output = { text: '', errors: '' }
  const collect = (bytes: Buffer): void => void (output.text += bytes.toString())
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  child.stderr.on('data', (bytes: Buffer) => void (output.errors += bytes.toString()))
  const ready = (async () => {
    while (!output.text.includes('Kartis is ready') && child.exitCode === null) await sleep(30)
    if (child.exitCode !== null) throw new Error(output.text)
  })()
  // A test that expects the start to fail awaits `ended` instead.
  ready.catch(() => undefined)
  return { child, ready, output, ended: once(child, 'exit') as Promise<[number | null, string | null]> }
}

describe('graceful stop', () => {
  test('a stop finishes running requests and jobs, and soon accepts no new ones', async () => {
    const port = await freePort()
    const done: string[] = []
    const slow: Plugin = async (app, { jobs, db }) => {
      jobs.define('slow-job', async () => {
        await sleep(400)
        await db.selectFrom('users').select('id').limit(1).execute()
        done.push('job')
      })
      app.get('/slow', async (_request, reply) => {
        await jobs.enqueue(db, 'slow-job', {})
        await sleep(2600)
        await db.selectFrom('users').select('id').limit(1).execute()
        return reply.send('finished')
      })
    }
    const settings = readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir, PORT: String(port) })
    const { stop } = await serve(settings, world.url, { modules: [slow] })
    const answer = fetch(`http://127.0.0.1:${port}/slow`).then((reply) => reply.text())
    await sleep(300)
    const stopped = stop()
    await sleep(20)
    // While others do not know yet, it serves on, and says that the connection ends; a proxy learns it from /readyz.
    const last = await fetch(`http://127.0.0.1:${port}/readyz`)
    expect([last.status, last.headers.get('connection')]).toEqual([503, 'close'])
    await sleep(2500)
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
    expect(await answer).toBe('finished')
    await stopped
    expect(done).toEqual(['job'])
  })

  test('a signal ends the process with success', async () => {
    const { child, ready, ended } = start({ PORT: String(await freePort()) })
    await ready
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})

describe('failed start', { timeout: 120_000 }, () => {
  test('a wrong setting ends the start with one line that names it', async () => {
    const { output, ended } = start({ PORT: 'many' })
    expect((await ended)[0]).toBe(1)
    expect(output.text.trim()).toBe('PORT is wrong: it must be a whole number from 1 to 65535.')
  })

  test('production refuses settings of development', async () => {
    const { output, ended } = start({ NODE_ENV: 'production' })
    expect((await ended)[0]).toBe(1)
    expect(output.text.trim()).toBe('MESSAGES is wrong: production must send for real, it must be live.')
  })

  test('a port in use and an unreachable database are reported in one line', async () => {
    const port = String(await freePort())
    const first = start({ PORT: port })
    await first.ready
    const second = start({ PORT: port })
    expect((await second.ended)[0]).toBe(1)
    expect(second.output.errors.trim()).toBe(`PORT is wrong: ${port} is taken, it must be a free port.`)
    const third = start({ PORT: port, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
    expect((await third.ended)[0]).toBe(1)
    expect(third.output.errors).toMatch(/^DATABASE_URL is wrong: no PostgreSQL answers at 127.0.0.1:9\/none/)
  })
})

describe('several processes', { timeout: 120_000 }, () => {
  test('several processes share the port and the metrics, and one that dies is replaced', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const { child, ready, ended } = start({ PORT: String(port), WEB_CONCURRENCY: '2', LOG_LEVEL: 'silent' })
    await ready
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    for (let i = 0; i < 30; i++) await fetch(`${url}/api/v1/${newId()}`)
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const counted = /http_request_duration_seconds_count\{[^}]*status="404"[^}]*\} (\d+)/.exec(metrics)
    expect(Number(counted?.[1])).toBe(30)

    const workers = await workersOf(child.pid ?? 0)
    expect(workers).toHaveLength(2)
    process.kill(workers[0] ?? 0, 'SIGKILL')
    for (let i = 0; i < 600; i++) {
      await sleep(100)
      const now = await workersOf(child.pid ?? 0)
      if (now.length === 2 && !now.includes(workers[0] ?? 0)) break
    }
    expect(await workersOf(child.pid ?? 0)).toHaveLength(2)
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  })

  test('no request hangs when a process is killed under load, its end is printed, and the port is not shared with another server', async () => {
    const port = await freePort()
    const settings = { PORT: String(port), WEB_CONCURRENCY: '2', LOG_LEVEL: 'silent' }
    const { child, ready, ended, output } = start(settings)
    await ready
    const other = start(settings)
    expect(await other.ended).toEqual([1, null])
    expect(other.output.errors).toContain(`${port} is taken`)
    const until = performance.now() + 2500
    const seen = { answered: 0, broken: 0, hung: 0 }
    const visitors = Array.from({ length: 32 }, async () => {
      while (performance.now() < until) seen[await visit(`http://127.0.0.1:${port}/readyz`)] += 1
    })
    await sleep(500)
    const [killed = 0] = await workersOf(child.pid ?? 0)
    process.kill(killed, 'SIGKILL')
    await Promise.all(visitors)
    expect(seen.hung).toBe(0)
    expect(seen.answered).toBeGreaterThan(100)
    expect(output.errors).toContain('A server process ended (SIGKILL)')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})

/** One request on a connection of its own. */
const visit = (url: string): Promise<'answered' | 'broken' | 'hung'> =>
  new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 8000 }, (response) => {
      response.resume().once('end', () => resolve('answered'))
      response.once('error', () => resolve('broken'))
    })
    request.once('timeout', () => {
      resolve('hung')
      request.destroy()
    })
    request.once('error', () => resolve('broken'))
  })

const workersOf = async (parent: number): Promise<number[]> => {
  const list = spawn('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], { stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  list.stdout.on('data', (bytes: Buffer) => void (text += bytes.toString()))
  await once(list, 'close')
  return text
    .split('\n')
    .filter((line) => line.includes('main.ts'))
    .map((line) => Number.parseInt(line, 10))
}

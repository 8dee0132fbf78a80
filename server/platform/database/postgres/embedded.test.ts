import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { migrate, pendingMigrations } from '../migrate.ts'
import { findBinaries } from './binaries.ts'
import { startEmbedded } from './embedded.ts'
import { launchers, reaches } from './launcher.ts'
import { isAlive } from './pid-file.ts'
import { choosePlace } from './place.ts'

const folders: string[] = []
/** Like `mktemp -d`: nobody but its owner may enter. */
const closedFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kartis-pg-'))
  chmodSync(folder, 0o700)
  folders.push(folder)
  return folder
}

const made = mkdtempSync(join(tmpdir(), 'kartis-made-'))
beforeAll(async () => {
  const server = await startEmbedded({ folder: made, durable: false })
  await server.stop()
})
afterAll(() => rmSync(made, { recursive: true, force: true }))

/** As a first start leaves it: to make a cluster takes longer than to copy one. */
const madeFolder = (): string => {
  const folder = closedFolder()
  cpSync(realpathSync(join(made, 'cluster')), join(folder, 'cluster'), { recursive: true })
  chmodSync(join(folder, 'cluster'), 0o700)
  copyFileSync(join(made, 'password'), join(folder, 'password'))
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const ask = async (url: string, text: string): Promise<unknown> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return Object.values(rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

const gone = async (pid: number): Promise<boolean> => {
  for (let i = 0; i < 100 && isAlive(pid); i++) await sleep(30)
  return !isAlive(pid)
}

describe('the embedded PostgreSQL', () => {
  test('is made once, speaks UTF-8, and finds its data again', async () => {
    const folder = closedFolder()
    const first = await startEmbedded({ folder })
    expect(await ask(first.url, 'show server_encoding')).toBe('UTF8')
    expect(String(await ask(first.url, 'show server_version'))).toMatch(/^18\./)
    await ask(first.url, `create table kept as select 'שלום'::text as word`)
    await first.stop()
    expect(await gone(first.pid)).toBe(true)

    const began = Date.now()
    const second = await startEmbedded({ folder })
    expect(Date.now() - began).toBeLessThan(5000)
    expect(await ask(second.url, 'select word from kept')).toBe('שלום')
    await second.stop()
  })

  test('has room in its log before the first sale opens, and the same room after a restart', async () => {
    const folder = madeFolder()
    const ready = 'select count(*)::int from pg_ls_waldir()'
    for (const _start of ['first', 'second']) {
      const server = await startEmbedded({ folder })
      expect(await ask(server.url, ready)).toBe(16)
      await server.stop()
    }
  })

  test('its password is for its owner’s eyes, and the wrong one opens nothing', async () => {
    const folder = closedFolder()
    const server = await startEmbedded({ folder, durable: false })
    expect(statSync(join(folder, 'password')).mode & 0o077).toBe(0)
    await expect(ask(server.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
    await server.stop()
  })

  test('two that start together share one server, and the last to leave stops it', async () => {
    const folder = closedFolder()
    const program = join(folder, 'other.ts')
    const embedded = join(import.meta.dirname, 'embedded.ts')
    writeFileSync(
      program,
      `import { startEmbedded } from ${JSON.stringify(embedded)}
       const server = await startEmbedded({ folder: ${JSON.stringify(join(folder, 'pg'))}, durable: false })
       console.log(server.pid)
       process.stdin.once('data', async () => { await server.stop(); process.exit(0) })`,
    )
    const other = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
    const [mine, theirs] = await Promise.all([
      startEmbedded({ folder: join(folder, 'pg'), durable: false }),
      new Promise<number>((resolve) => other.stdout.once('data', (line) => resolve(Number(line)))),
    ])
    expect(mine.pid).toBe(theirs)
    await mine.stop()
    expect(isAlive(theirs)).toBe(true)
    other.stdin.write('stop\n')
    expect(await gone(theirs)).toBe(true)
  })

  test('killed with everything committed, it comes back with everything committed', async () => {
    const folder = madeFolder()
    const first = await startEmbedded({ folder })
    await ask(first.url, 'create table sold as select generate_series(1, 1000) as n')
    process.kill(first.pid, 'SIGKILL')
    expect(await gone(first.pid)).toBe(true)
    const second = await startEmbedded({ folder })
    expect(second.pid).not.toBe(first.pid)
    expect(await ask(second.url, 'select count(*)::int from sold')).toBe(1000)
    await second.stop()
  })

  test('a pid file that names some other living process does not keep it from starting', async () => {
    const folder = madeFolder()
    const first = await startEmbedded({ folder, durable: false })
    const pidFile = join(folder, 'cluster/postmaster.pid')
    const left = readFileSync(pidFile, 'utf8')
    process.kill(first.pid, 'SIGKILL')
    await gone(first.pid)
    writeFileSync(pidFile, left.replace(/^\d+/, String(process.pid)))
    const second = await startEmbedded({ folder, durable: false })
    expect(await ask(second.url, 'select 1')).toBe(1)
    await second.stop()
  })

  test('a half-made cluster is made anew', async () => {
    const folder = closedFolder()
    cpSync(join(made, 'cluster/base'), join(folder, 'half/new/cluster/base'), { recursive: true })
    const server = await startEmbedded({ folder: join(folder, 'half'), durable: false })
    expect(await ask(server.url, 'select 1')).toBe(1)
    expect(readdirSync(join(folder, 'half'))).not.toContain('new')
    await server.stop()
  })
})

describe.runIf(process.getuid?.() === 0)('under root', () => {
  test('it never runs as root, even where only root may look', async () => {
    const folder = closedFolder()
    const server = await startEmbedded({ folder, durable: false })
    expect(statSync(join(folder, 'cluster')).uid).not.toBe(0)
    expect(statSync(`/proc/${server.pid}`).uid).not.toBe(0)
    await server.stop()
  })

  test.each(launchers().map((launcher) => [launcher.name, launcher] as const))(
    '%s: starts wherever it reaches',
    async (_name, launcher) => {
      const folder = closedFolder()
      const binaries = findBinaries()
      const open = mkdtempSync(join(tmpdir(), 'kartis-open-'))
      folders.push(open)
      chmodSync(open, 0o755)
      const where = [folder, open].find((one) => reaches(launcher, join(binaries.home, 'bin/postgres'), one))
      // A machine may forbid this way; another one is then taken.
      if (!where) return
      const server = await startEmbedded({
        folder: where,
        durable: false,
        place: (home) => choosePlace(binaries, home, [launcher]),
      })
      expect(await ask(server.url, 'select 1')).toBe(1)
      await server.stop()
    },
  )

  test('where no way leads inside, programs and data move out and the link tells where', async () => {
    const folder = closedFolder()
    const outside = mkdtempSync('/var/tmp/kartis-out-')
    folders.push(outside)
    chmodSync(outside, 0o755)
    const start = () =>
      startEmbedded({ folder, durable: false, place: (home) => choosePlace(findBinaries(), home, [], outside) })
    const first = await start()
    await ask(first.url, 'create table kept as select 7 as n')
    await first.stop()
    const second = await start()
    expect(await ask(second.url, 'select n from kept')).toBe(7)
    await second.stop()
    expect(readdirSync(outside).some((name) => name.startsWith('postgresql-18'))).toBe(true)
  })
})

describe('migrations', () => {
  test('two processes at once: one works, the other waits, both end with the same schema', async () => {
    const folder = madeFolder()
    const server = await startEmbedded({ folder, durable: false })
    const all = await pendingMigrations(server.url)
    expect(all.length).toBeGreaterThan(2)
    const applied = await Promise.all([migrate(server.url), migrate(server.url), migrate(server.url)])
    expect(applied.flat().sort()).toEqual(all)
    expect(await pendingMigrations(server.url)).toEqual([])
    await server.stop()
  })
})

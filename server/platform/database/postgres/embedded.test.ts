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
/** A folder that only its owner may enter, like that of `mktemp -d`. */
const privateFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kartis-pg-'))
  chmodSync(folder, 0o700)
  folders.push(folder)
  return folder
}

const template = mkdtempSync(join(tmpdir(), 'kartis-template-'))
beforeAll(async () => {
  const server = await startEmbedded({ folder: template, durable: false })
  await server.stop()
})
afterAll(() => rmSync(template, { recursive: true, force: true }))

/** A folder with a cluster; a copy is faster than a new one. */
const folderWithCluster = (): string => {
  const folder = privateFolder()
  cpSync(realpathSync(join(template, 'cluster')), join(folder, 'cluster'), { recursive: true })
  chmodSync(join(folder, 'cluster'), 0o700)
  copyFileSync(join(template, 'password'), join(folder, 'password'))
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const query = async (url: string, text: string): Promise<unknown> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return Object.values(rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

const hasEnded = async (pid: number): Promise<boolean> => {
  for (let i = 0; i < 100 && isAlive(pid); i++) await sleep(30)
  return !isAlive(pid)
}

describe('embedded PostgreSQL', () => {
  test('the cluster is created once, in UTF-8, and keeps its data', async () => {
    const folder = privateFolder()
    const first = await startEmbedded({ folder })
    expect(await query(first.url, 'show server_encoding')).toBe('UTF8')
    expect(String(await query(first.url, 'show server_version'))).toMatch(/^18\./)
    await query(first.url, `create table kept as select 'שלום'::text as word`)
    await first.stop()
    expect(await hasEnded(first.pid)).toBe(true)

    const began = Date.now()
    const second = await startEmbedded({ folder })
    expect(Date.now() - began).toBeLessThan(5000)
    expect(await query(second.url, 'select word from kept')).toBe('שלום')
    await second.stop()
  })

  test('the write-ahead log is allocated at the first start, and not again after a restart', async () => {
    const folder = folderWithCluster()
    const ready = 'select count(*)::int from pg_ls_waldir()'
    for (const _start of ['first', 'second']) {
      const server = await startEmbedded({ folder })
      expect(await query(server.ownerUrl, ready)).toBe(16)
      await server.stop()
    }
  })

  test('the password file is readable by its owner only, and a wrong password is refused', async () => {
    const folder = privateFolder()
    const server = await startEmbedded({ folder, durable: false })
    expect(statSync(join(folder, 'password')).mode & 0o077).toBe(0)
    await expect(query(server.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
    await server.stop()
  })

  test('the log is readable by its owner only, and names no value of an index that refused it', async () => {
    const folder = folderWithCluster()
    writeFileSync(join(folder, 'postgres.log'), 'of an earlier version\n', { mode: 0o644 })
    const server = await startEmbedded({ folder, durable: false })
    await query(server.url, 'create table keys (key text primary key)')
    const insert = () => query(server.url, `insert into keys select chr(115) || repeat('x', 3) || 'ret'`)
    await insert()
    await expect(insert()).rejects.toThrow(/unique/)
    await server.stop()
    const log = readFileSync(join(folder, 'postgres.log'), 'utf8')
    expect(log).toContain('unique constraint')
    expect(log).not.toContain('sxxxret')
    expect(statSync(join(folder, 'postgres.log')).mode & 0o077).toBe(0)
  })

  test('two processes that start together share one server, and the last one stops it', async () => {
    const folder = privateFolder()
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
    const [own, otherPid] = await Promise.all([
      startEmbedded({ folder: join(folder, 'pg'), durable: false }),
      new Promise<number>((resolve) => other.stdout.once('data', (line) => resolve(Number(line)))),
    ])
    expect(own.pid).toBe(otherPid)
    await own.stop()
    expect(isAlive(otherPid)).toBe(true)
    other.stdin.write('stop\n')
    expect(await hasEnded(otherPid)).toBe(true)
  })

  test('a killed server has all committed data after the next start', async () => {
    const folder = folderWithCluster()
    const first = await startEmbedded({ folder })
    await query(first.url, 'create table sold as select generate_series(1, 1000) as n')
    process.kill(first.pid, 'SIGKILL')
    expect(await hasEnded(first.pid)).toBe(true)
    const second = await startEmbedded({ folder })
    expect(second.pid).not.toBe(first.pid)
    expect(await query(second.url, 'select count(*)::int from sold')).toBe(1000)
    await second.stop()
  })

  test('a server that is killed while it is used is started again at the same address, with its data', async () => {
    const folder = folderWithCluster()
    const lines: string[] = []
    const log = { error: (_fields: object, line: string) => lines.push(line), warn: () => undefined }
    const server = await startEmbedded({ folder, onLoss: () => log as never })
    await query(server.url, 'create table sold as select generate_series(1, 1000) as n')
    for (const signal of ['SIGKILL', 'SIGQUIT'] as const) {
      const pid = Number(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])
      process.kill(pid, signal)
      expect(await hasEnded(pid)).toBe(true)
      await expect
        .poll(() => query(server.url, 'select count(*)::int from sold').catch(String), { timeout: 20_000 })
        .toBe(1000)
    }
    expect(lines).toEqual(Array(2).fill('the embedded PostgreSQL ended; it is started again'))
    const last = Number(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])
    await server.stop()
    expect(await hasEnded(last)).toBe(true)
    await sleep(600)
    expect(await query(server.url, 'select 1').catch(() => 'stopped')).toBe('stopped')
  })

  test('a pid file with the pid of another program does not prevent a start', async () => {
    const folder = folderWithCluster()
    const first = await startEmbedded({ folder, durable: false })
    const pidFile = join(folder, 'cluster/postmaster.pid')
    const content = readFileSync(pidFile, 'utf8')
    process.kill(first.pid, 'SIGKILL')
    await hasEnded(first.pid)
    writeFileSync(pidFile, content.replace(/^\d+/, String(process.pid)))
    const second = await startEmbedded({ folder, durable: false })
    expect(await query(second.url, 'select 1')).toBe(1)
    await second.stop()
  })

  test('an incomplete cluster is created again', async () => {
    const folder = privateFolder()
    cpSync(join(template, 'cluster/base'), join(folder, 'half/new/cluster/base'), { recursive: true })
    const server = await startEmbedded({ folder: join(folder, 'half'), durable: false })
    expect(await query(server.url, 'select 1')).toBe(1)
    expect(readdirSync(join(folder, 'half'))).not.toContain('new')
    await server.stop()
  })
})

describe.runIf(process.getuid?.() === 0)('under root', () => {
  test('PostgreSQL does not run as root, even in a folder that only root may enter', async () => {
    const folder = privateFolder()
    const server = await startEmbedded({ folder, durable: false })
    expect(statSync(join(folder, 'cluster')).uid).not.toBe(0)
    expect(statSync(`/proc/${server.pid}`).uid).not.toBe(0)
    await server.stop()
  })

  test.each(launchers().map((launcher) => [launcher.name, launcher] as const))(
    'the launcher "%s" starts a server where it can read the folder',
    async (_name, launcher) => {
      const folder = privateFolder()
      const binaries = findBinaries()
      const open = mkdtempSync(join(tmpdir(), 'kartis-open-'))
      folders.push(open)
      chmodSync(open, 0o755)
      const where = [folder, open].find((candidate) =>
        reaches(launcher, join(binaries.home, 'bin/postgres'), candidate),
      )
      // A machine may not support this launcher; another one is then used.
      if (!where) return
      const server = await startEmbedded({
        folder: where,
        durable: false,
        place: (home) => choosePlace(binaries, home, [launcher]),
      })
      expect(await query(server.url, 'select 1')).toBe(1)
      await server.stop()
    },
  )

  test('programs and data are moved outside a folder that no launcher can read, and a link points to them', async () => {
    const folder = privateFolder()
    const outside = mkdtempSync('/var/tmp/kartis-out-')
    folders.push(outside)
    chmodSync(outside, 0o755)
    const start = () =>
      startEmbedded({ folder, durable: false, place: (home) => choosePlace(findBinaries(), home, [], outside) })
    const first = await start()
    await query(first.url, 'create table kept as select 7 as n')
    await first.stop()
    const second = await start()
    expect(await query(second.url, 'select n from kept')).toBe(7)
    await second.stop()
    expect(readdirSync(outside).some((name) => name.startsWith('postgresql-18'))).toBe(true)
  })
})

describe('the role of the application', () => {
  const refusalOf = (url: string, text: string): Promise<string> =>
    query(url, text).then(
      () => 'allowed',
      (error: Error & { code?: string }) => error.code ?? error.message,
    )
  const NOT_ALLOWED = '42501'

  test('is no superuser: it reads no file of the machine, runs no program, and creates no role and no database', async () => {
    const server = await startEmbedded({ folder: folderWithCluster(), durable: false })
    expect(
      await query(
        server.url,
        `select (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls) from pg_roles where rolname = current_user`,
      ),
    ).toBe(false)
    for (const statement of [
      `select pg_read_file('/etc/hostname')`,
      `select pg_ls_dir('/')`,
      `select lo_import('/etc/hostname')`,
      `copy (select 1) to program 'true'`,
      `alter system set work_mem = '1GB'`,
      'create role other superuser',
      'create database other',
      'set role kartis',
      'select passwd from pg_shadow',
    ])
      expect([statement, await refusalOf(server.url, statement)]).toEqual([statement, NOT_ALLOWED])
    expect(await refusalOf(server.ownerUrl, `select pg_ls_dir('/')`)).toBe('allowed')
    await server.stop()
  })

  test('takes over what an earlier version, which connected as the owner, has in the folder', async () => {
    const folder = folderWithCluster()
    const earlier = await startEmbedded({ folder, durable: false })
    const postgres = earlier.ownerUrl.replace(/\/kartis$/, '/postgres')
    for (const statement of ['drop database kartis', 'drop role kartis_app', 'create database kartis'])
      await query(postgres, statement)
    await migrate(earlier.ownerUrl)
    await query(earlier.ownerUrl, `create schema jobs`)
    await query(earlier.ownerUrl, `create type jobs.state as enum ('created')`)
    await query(earlier.ownerUrl, `create table jobs.job (id serial, state jobs.state) partition by list (state)`)
    await query(earlier.ownerUrl, `create table jobs.part partition of jobs.job default`)
    await query(earlier.ownerUrl, `create function jobs.f() returns int language sql as 'select 1'`)
    await query(earlier.ownerUrl, `insert into users (id, phone) values (gen_random_uuid(), '+972501234567')`)
    await earlier.stop()

    const server = await startEmbedded({ folder, durable: false })
    const others = `
      select count(*)::int from (
        select relowner as owner from pg_class where relnamespace in ('public'::regnamespace, 'jobs'::regnamespace)
        union all select proowner from pg_proc where pronamespace in ('public'::regnamespace, 'jobs'::regnamespace)
        union all select typowner from pg_type where typnamespace in ('public'::regnamespace, 'jobs'::regnamespace)
        union all select nspowner from pg_namespace where nspname = 'jobs'
        union all select datdba from pg_database where datname = 'kartis'
      ) owned where owner <> 'kartis_app'::regrole`
    expect(await query(server.url, others)).toBe(0)
    expect(await query(server.url, 'select phone from users')).toBe('+972501234567')
    await query(server.url, `insert into jobs.job values (default, 'created')`)
    await query(server.url, 'alter table users add column later int')
    await query(server.url, 'drop schema jobs cascade')
    await server.stop()
  })
})

describe('migrations', () => {
  test('of several processes one migrates while the others wait, and all see the same schema', async () => {
    const folder = folderWithCluster()
    const server = await startEmbedded({ folder, durable: false })
    const all = await pendingMigrations(server.url)
    expect(all.length).toBeGreaterThan(2)
    const applied = await Promise.all([migrate(server.url), migrate(server.url), migrate(server.url)])
    expect(applied.flat().sort()).toEqual(all)
    expect(await pendingMigrations(server.url)).toEqual([])
    await server.stop()
  })
})

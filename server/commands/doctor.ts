import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Kernel } from '../kernel/context.ts'
import { openDatabase, serverVersion } from '../kernel/database.ts'
import { pendingMigrations } from '../kernel/migrate.ts'
import type { Settings } from '../kernel/settings.ts'
import { type Command, type Context, withKernelOn } from './command.ts'

const ROOT = join(import.meta.dirname, '../..')
const GIGABYTE = 1024 ** 3
const LEAST_FREE = 1

export interface Finding {
  readonly good: boolean
  readonly line: string
}

const good = (line: string): Finding => ({ good: true, line })
const bad = (line: string): Finding => ({ good: false, line })

const disk = ({ dataDir }: Settings): Finding => {
  const { bavail, bsize } = statfsSync(dataDir)
  const free = (bavail * bsize) / GIGABYTE
  const line = `disk: ${free.toFixed(1)} GB free at ${dataDir}`
  return free < LEAST_FREE ? bad(`${line}; less than ${LEAST_FREE} GB is dangerous`) : good(line)
}

const folder = ({ dataDir }: Settings): Finding => {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK)
    return good(`data: ${dataDir} can be written`)
  } catch {
    return bad(`data: ${dataDir} cannot be written by this user`)
  }
}

const built = (): Finding => {
  const missing = ['producer/dist/index.html', 'order/dist/client'].filter((path) => !existsSync(join(ROOT, path)))
  return missing.length === 0
    ? good('sites: built')
    : bad(`sites: ${missing.join(', ')} not built; npm start builds them`)
}

const clock = async ({ db }: Kernel): Promise<Finding> => {
  const before = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const skew = Math.abs((rows[0]?.now.getTime() ?? 0) - (before + Date.now()) / 2)
  const line = `clock: ${Math.round(skew)} ms from the database's`
  return skew > 2000 ? bad(`${line}; holds and codes would end early or late`) : good(line)
}

const messages = async ({ db }: Kernel): Promise<Finding> => {
  const { rows } = await sql<{ late: number; dead: number }>`
    select count(*) filter (where status = 'queued' and created_at < now() - interval '10 minutes')::int as late,
           count(*) filter (where status = 'dead')::int as dead from messages`.execute(db)
  const { late = 0, dead = 0 } = rows[0] ?? {}
  const line = `messages: ${late} waiting for more than ten minutes, ${dead} given up`
  return late + dead > 0 ? bad(line) : good(line)
}

const deadLetters = async ({ jobs }: Kernel): Promise<Finding[]> => {
  const dead = await jobs.dead(50)
  if (dead.length === 0) return [good('jobs: no dead letters')]
  return [
    bad(`jobs: ${dead.length} dead letters (doctor --retry puts them back into their queues)`),
    ...dead.map(({ name, died_at, error, id }) =>
      bad(`  ${died_at.toISOString()} ${name} ${id}: ${error.slice(0, 200)}`),
    ),
  ]
}

/** Everything that can be looked at without changing it. */
export const examine = async (settings: Settings, url: string): Promise<Finding[]> => {
  const pending = await pendingMigrations(url)
  const findings = [
    good(`database: PostgreSQL ${await serverVersion(url)}${settings.databaseUrl ? '' : ', embedded'}`),
    pending.length === 0
      ? good('migrations: all applied')
      : bad(`migrations: ${pending.join(', ')} not applied; npm run kartis -- migrate`),
    folder(settings),
    disk(settings),
    built(),
  ]
  if (pending.length > 0) return findings
  const inside = await withKernelOn(settings, url, async (kernel) => [
    await clock(kernel),
    await messages(kernel),
    ...(await deadLetters(kernel)),
  ])
  return [...findings, ...inside]
}

const retry = ({ settings, say }: Context, url: string): Promise<void> =>
  withKernelOn(settings, url, async ({ jobs }) => say(`${await jobs.requeueDead()} jobs are in their queues again.`))

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'look at database, migrations, disk, clock, messages and dead letters',
  usage: ['doctor', 'doctor --retry    put dead letters back into their queues'],
  run: async (context) => {
    const { settings, args, say } = context
    const { values } = parseArgs({ args: [...args], options: { retry: { type: 'boolean', default: false } } })
    const database = await openDatabase(settings)
    try {
      if (values.retry) await retry(context, database.url)
      const findings = await examine(settings, database.url)
      for (const { good: fine, line } of findings) say(`${fine ? '✓' : '✗'} ${line}`)
      return findings.every((one) => one.good) ? 0 : 1
    } finally {
      await database.stop()
    }
  },
}

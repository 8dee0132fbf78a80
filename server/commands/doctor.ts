import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import { openDatabase, serverVersion } from '../platform/database/open-database.ts'
import { deadLetters, deliveryHealth, requeueDeadLetters } from '../platform/notifications/dead-letters.ts'
import { pendingMigrations } from '../platform/database/migrate.ts'
import type { Settings } from '../platform/config/settings.ts'
import { type Command, type Context, withPlatformOn } from './command.ts'

const ROOT = join(import.meta.dirname, '../..')
const GIGABYTE = 1024 ** 3
const MIN_FREE = 1

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
  return free < MIN_FREE ? bad(`${line}; less than ${MIN_FREE} GB is dangerous`) : good(line)
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

const clock = async ({ db }: Platform): Promise<Finding> => {
  const before = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const skew = Math.abs((rows[0]?.now.getTime() ?? 0) - (before + Date.now()) / 2)
  const line = `clock: ${Math.round(skew)} ms from the database's`
  return skew > 2000 ? bad(`${line}; holds and codes would end early or late`) : good(line)
}

const AT_MOST_MINUTES = 10

const messages = async ({ db }: Platform): Promise<Finding> => {
  const { queued, failed, dead } = await deliveryHealth(db)
  const late = queued.oldest && Date.now() - queued.oldest.getTime() > AT_MOST_MINUTES * 60_000
  const line = `messages: ${queued.count} waiting, ${failed.count} to be tried again, ${dead.count} given up`
  if (late) return bad(`${line}; the oldest waits since ${queued.oldest?.toISOString()}: does a server run?`)
  return dead.count > 0 ? bad(line) : good(line)
}

const letters = async (platform: Platform): Promise<Finding[]> => {
  const dead = await deadLetters(platform, 50)
  const told = [
    ...dead.messages.map(
      ({ id, channel, template, last_error: why }) => `  ${channel} ${template} ${id}: ${why ?? ''}`,
    ),
    ...dead.jobs.map(
      ({ id, name, died_at: at, error }) => `  ${at.toISOString()} ${name} ${id}: ${error.slice(0, 200)}`,
    ),
  ]
  if (told.length === 0) return [good('dead letters: none')]
  return [bad(`dead letters: ${told.length} (doctor --retry sends them on their way again)`), ...told.map(bad)]
}

/** Everything that can be looked at without changing it. */
export const examine = async (settings: Settings, url: string): Promise<Finding[]> => {
  const pending = await pendingMigrations(url)
  const findings = [
    good(`database: PostgreSQL ${await serverVersion(url)}${settings.databaseUrl ? '' : ', embedded'}`),
    pending.length === 0
      ? good('migrations: all applied')
      : bad(`migrations: ${pending.join(', ')} not applied; npm run kartis -- migrate`),
    ...settings.warnings.map((warning) => bad(`settings: ${warning}`)),
    folder(settings),
    disk(settings),
    built(),
  ]
  if (pending.length > 0) return findings
  const inside = await withPlatformOn(settings, url, async (platform) => [
    await clock(platform),
    await messages(platform),
    ...(await letters(platform)),
  ])
  return [...findings, ...inside]
}

const retry = ({ settings, say }: Context, url: string): Promise<void> =>
  withPlatformOn(settings, url, async (platform) => {
    const { messages, jobs } = await requeueDeadLetters(platform)
    say(`${messages} messages and ${jobs} other jobs are in their queues again.`)
  })

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'look at database, migrations, disk, clock, messages and dead letters',
  usage: ['doctor', 'doctor --retry    put dead letters back into their queues'],
  run: async (context) => {
    const { settings, args, say } = context
    const { values } = parseArgs({ args: [...args], options: { retry: { type: 'boolean', default: false } } })
    const database = await openDatabase(settings)
    try {
      if (values.retry) await retry(context, database.direct)
      const findings = await examine(settings, database.direct)
      for (const { good: fine, line } of findings) say(`${fine ? '✓' : '✗'} ${line}`)
      return findings.every((one) => one.good) ? 0 : 1
    } finally {
      await database.stop()
    }
  },
}

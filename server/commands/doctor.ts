import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import { openDatabase, serverVersion } from '../platform/database/open-database.ts'
import { deadLetters, deliveryHealth, requeueDeadLetters } from '../platform/notifications/dead-letters.ts'
import { pendingMigrations } from '../platform/database/migrate.ts'
import type { Settings } from '../platform/config/settings.ts'
import { type Command, type CommandContext, withPlatformOn } from './command.ts'
import { examineLedger } from './ledger-findings.ts'
import { parseArguments } from './parse-arguments.ts'
import { money } from './settlement-lines.ts'

const ROOT = join(import.meta.dirname, '../..')
const GIGABYTE = 1024 ** 3
const MIN_FREE_GB = 1

export interface Finding {
  readonly ok: boolean
  readonly line: string
}

const ok = (line: string): Finding => ({ ok: true, line })
const problem = (line: string): Finding => ({ ok: false, line })

const disk = ({ dataDir }: Settings): Finding => {
  const { bavail, bsize } = statfsSync(dataDir)
  const free = (bavail * bsize) / GIGABYTE
  const line = `disk: ${free.toFixed(1)} GB free at ${dataDir}`
  return free < MIN_FREE_GB ? problem(`${line}; less than ${MIN_FREE_GB} GB is dangerous`) : ok(line)
}

const folder = ({ dataDir }: Settings): Finding => {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK)
    return ok(`data: ${dataDir} can be written`)
  } catch {
    return problem(`data: ${dataDir} cannot be written by this user`)
  }
}

const built = (): Finding => {
  const missing = ['producer/dist/index.html', 'storefront/dist/client'].filter((path) => !existsSync(join(ROOT, path)))
  return missing.length === 0
    ? ok('sites: built')
    : problem(`sites: ${missing.join(', ')} not built; npm start builds them`)
}

const clock = async ({ db }: Platform): Promise<Finding> => {
  const before = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const skew = Math.abs((rows[0]?.now.getTime() ?? 0) - (before + Date.now()) / 2)
  const line = `clock: ${Math.round(skew)} ms from the database's`
  return skew > 2000 ? problem(`${line}; holds and codes would end early or late`) : ok(line)
}

const MAX_QUEUED_MINUTES = 10

const messages = async ({ db }: Platform): Promise<Finding> => {
  const { queued, failed, dead } = await deliveryHealth(db)
  const late = queued.oldest && Date.now() - queued.oldest.getTime() > MAX_QUEUED_MINUTES * 60_000
  const line = `messages: ${queued.count} waiting, ${failed.count} to be retried, ${dead.count} dead`
  if (late) return problem(`${line}; the oldest has waited since ${queued.oldest?.toISOString()}: does a server run?`)
  return dead.count > 0 ? problem(line) : ok(line)
}

const deadLetterFindings = async (platform: Platform): Promise<Finding[]> => {
  const dead = await deadLetters(platform, 50)
  const lines = [
    ...dead.messages.map(
      ({ id, channel, template, last_error: why }) => `  ${channel} ${template} ${id}: ${why ?? ''}`,
    ),
    ...dead.jobs.map(
      ({ id, name, died_at: at, error }) => `  ${at.toISOString()} ${name} ${id}: ${error.slice(0, 200)}`,
    ),
  ]
  if (lines.length === 0) return [ok('dead letters: none')]
  return [problem(`dead letters: ${lines.length} (doctor --retry queues them again)`), ...lines.map(problem)]
}

/** Differences that are printed; the log of a server has all of an upgrade. */
const MAX_LINES = 200

const ledger = async (platform: Platform): Promise<Finding[]> => {
  const { events, differences } = await examineLedger(platform)
  if (differences.length === 0) return [ok(`ledger: ${events} events have the same sums as their payments`)]
  const differing = new Set(differences.map(({ eventId }) => eventId)).size
  return [
    problem(`ledger: ${differing} of ${events} events differ from their payments`),
    ...differences
      .slice(0, MAX_LINES)
      .map(({ eventId, sum, payments, ledger: booked }) =>
        problem(`  ${eventId} ${sum}: payments ${money(payments)}, ledger ${money(booked)}`),
      ),
    ...(differences.length > MAX_LINES ? [problem(`  and ${differences.length - MAX_LINES} more sums`)] : []),
  ]
}

/** Checks the installation without changing it. */
export const examine = async (settings: Settings, url: string): Promise<Finding[]> => {
  const pending = await pendingMigrations(url)
  const findings = [
    ok(`database: PostgreSQL ${await serverVersion(url)}${settings.databaseUrl ? '' : ', embedded'}`),
    pending.length === 0
      ? ok('migrations: all applied')
      : problem(`migrations: ${pending.join(', ')} not applied; npm run kartis -- migrate`),
    ...settings.warnings.map((warning) => problem(`settings: ${warning}`)),
    folder(settings),
    disk(settings),
    built(),
  ]
  if (pending.length > 0) return findings
  const inDatabase = await withPlatformOn(settings, url, async (platform) => [
    await clock(platform),
    await messages(platform),
    ...(await deadLetterFindings(platform)),
    ...(await ledger(platform)),
  ])
  return [...findings, ...inDatabase]
}

const retry = ({ settings, print }: CommandContext, url: string): Promise<void> =>
  withPlatformOn(settings, url, async (platform) => {
    const { messages, jobs } = await requeueDeadLetters(platform)
    print(`${messages} messages and ${jobs} other jobs are in their queues again.`)
  })

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'look at database, migrations, disk, clock, messages, dead letters and the ledger',
  usage: ['doctor', 'doctor --retry    put dead letters back into their queues'],
  run: async (context) => {
    const { settings, args, print } = context
    const { values } = parseArguments(args, { retry: { type: 'boolean', default: false } }, 0)
    const database = await openDatabase(settings)
    try {
      if (values.retry) await retry(context, database.direct)
      const findings = await examine(settings, database.direct)
      for (const finding of findings) print(`${finding.ok ? '✓' : '✗'} ${finding.line}`)
      return findings.every((finding) => finding.ok) ? 0 : 1
    } finally {
      await database.stop()
    }
  },
}

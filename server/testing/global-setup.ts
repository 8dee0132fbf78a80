import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { buildApp } from '../app.ts'
import { migrate } from '../platform/database/migrate.ts'
import { APPLICATION_ROLE } from '../platform/database/postgres/application-role.ts'
import { startEmbedded } from '../platform/database/postgres/embedded.ts'
import { openLog } from '../platform/observability/log.ts'
import { openPlatform } from '../platform/open-platform.ts'
import { readSettings } from '../settings.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this test run; every test file works in its own copy of `kartis_template`. */
    postgres: string
    /** The same as its owner, who creates databases. */
    postgresOwner: string
  }
}

export const TEMPLATE = 'kartis_template'

interface TestPostgres {
  readonly url: string
  readonly ownerUrl: string
  readonly stop: () => Promise<void>
}

const start = async (): Promise<TestPostgres> => {
  const folder = mkdtempSync(join(tmpdir(), 'kartis-test-'))
  const server = await startEmbedded({ folder: join(folder, 'postgres'), durable: false })
  // It runs in a session of its own and would outlive a failed setup.
  const stop = async (): Promise<void> => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await createTemplate({ ...server, stop }, folder)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: server.url, ownerUrl: server.ownerUrl, stop }
}

/** Vitest loads this file once for each project, so what they share stands in the process. */
declare global {
  var testPostgres: { readonly started: Promise<TestPostgres>; users: number } | undefined
}

/** Starts one PostgreSQL for the whole run, with a migrated template database that tests copy. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const shared = (globalThis.testPostgres ??= { started: start(), users: 0 })
  shared.users++
  const { url, ownerUrl, stop } = await shared.started
  project.provide('postgres', url)
  project.provide('postgresOwner', ownerUrl)
  return async () => {
    if (--shared.users === 0) await stop()
  }
}

const createTemplate = async ({ url: serverUrl, ownerUrl }: TestPostgres, folder: string): Promise<void> => {
  const admin = new Client({ connectionString: ownerUrl })
  try {
    await admin.connect()
    await admin.query(`create database ${TEMPLATE} owner ${APPLICATION_ROLE}`)
  } finally {
    await admin.end()
  }
  const url = serverUrl.replace(/\/kartis$/, `/${TEMPLATE}`)
  await migrate(url)
  await createQueues(url, join(folder, 'data'))
}

/** The queues of every job: a server that starts finds them instead of creating some fifty. */
const createQueues = async (url: string, dataDir: string): Promise<void> => {
  const settings = readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_URL: url })
  const log = openLog({ ...settings, production: true })
  const { platform, close } = openPlatform(settings, { url, work: false, log, poolSizes: { main: 2, reports: 1 } })
  const app = await buildApp(platform)
  await platform.jobs.start()
  await app.close()
  await platform.jobs.stop(1)
  await close()
}

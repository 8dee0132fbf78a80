import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabases } from '../platform/database/db.ts'
import { openJobs } from '../platform/jobs/jobs.ts'
import { openLog } from '../platform/observability/log.ts'
import { migrate } from '../platform/database/migrate.ts'
import { APPLICATION_ROLE } from '../platform/database/postgres/application-role.ts'
import { startEmbedded } from '../platform/database/postgres/embedded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this test run; every test file works in its own copy of `kartis_template`. */
    postgres: string
    /** The same as its owner, who creates databases. */
    postgresOwner: string
  }
}

export const TEMPLATE = 'kartis_template'

/** Starts one PostgreSQL for the whole run, with a migrated template database that tests copy. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'kartis-test-'))
  const server = await startEmbedded({ folder: join(folder, 'postgres'), durable: false })
  // It runs in a session of its own and would outlive a failed setup.
  const stop = async (): Promise<void> => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await createTemplate(server)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('postgres', server.url)
  project.provide('postgresOwner', server.ownerUrl)
  return stop
}

const createTemplate = async ({ url: serverUrl, ownerUrl }: { url: string; ownerUrl: string }): Promise<void> => {
  const admin = new Client({ connectionString: ownerUrl })
  try {
    await admin.connect()
    await admin.query(`create database ${TEMPLATE} owner ${APPLICATION_ROLE}`)
  } finally {
    await admin.end()
  }
  const url = serverUrl.replace(/\/kartis$/, `/${TEMPLATE}`)
  await migrate(url)
  await createQueueSchema(url)
}

const createQueueSchema = async (connectionString: string): Promise<void> => {
  const log = openLog({ production: true, logLevel: 'silent' })
  const { db, close } = openDatabases(connectionString)
  const jobs = openJobs({ connectionString, db, log, work: false })
  await jobs.start()
  await jobs.stop(1)
  await close()
}

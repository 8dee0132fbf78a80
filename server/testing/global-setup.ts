import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabases } from '../platform/database/db.ts'
import { openJobs } from '../platform/jobs/jobs.ts'
import { openLog } from '../platform/observability/log.ts'
import { migrate } from '../platform/database/migrate.ts'
import { startEmbedded } from '../platform/database/postgres/embedded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this test run; every test file works in its own copy of `kartis_template`. */
    postgres: string
  }
}

export const TEMPLATE = 'kartis_template'

/** Starts one PostgreSQL for the whole run, with a migrated template database that tests copy. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'kartis-test-'))
  const server = await startEmbedded({ folder: join(folder, 'postgres'), durable: false })
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const url = server.url.replace(/\/kartis$/, `/${TEMPLATE}`)
  await migrate(url)
  await createQueueSchema(url)
  project.provide('postgres', server.url)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const createQueueSchema = async (connectionString: string): Promise<void> => {
  const log = openLog({ production: true, logLevel: 'silent' })
  const { db, close } = openDatabases(connectionString)
  const jobs = openJobs({ connectionString, db, log, work: false })
  await jobs.start()
  await jobs.stop(1)
  await close()
}

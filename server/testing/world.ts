import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CallOf, requestOf } from '@kartis/contract/client.ts'
import type { Endpoint, ReplyOf } from '@kartis/contract/endpoint.ts'
import type { ErrorReply } from '@kartis/contract/errors.ts'
import { Client } from 'pg'
import { inject } from 'vitest'
import { buildApp } from '../app.ts'
import { restoreBackup } from '../commands/backup/read-backup.ts'
import type { Platform } from '../platform/platform.ts'
import type { Db } from '../platform/database/db.ts'
import { newId } from '../platform/database/ids.ts'
import { APPLICATION_ROLE } from '../platform/database/postgres/application-role.ts'
import { openLog } from '../platform/observability/log.ts'
import { openPlatform } from '../platform/open-platform.ts'
import type { App, Plugin } from '../platform/http/route.ts'
import { GATEWAYS, type Payments } from '../modules/payments/payments/index.ts'
import type { WaitingRooms } from '../modules/selling/waiting-room/index.ts'
import { readSettings } from '../settings.ts'
import { testGatewayDescriptor } from './gateway.ts'
import { type TestClock, testClock } from './clock.ts'
import { TEMPLATE } from './global-setup.ts'

export interface WorldOptions {
  /** Environment variables on top of the defaults; RATE_LIMITS is off by default. */
  readonly env?: Record<string, string>
  /** Modules instead of the real ones. */
  readonly modules?: readonly Plugin[]
  readonly now?: Date | string
  /** Milliseconds for which public reads are cached; 0 by default, so that a test sees its own changes. */
  readonly sharedReadMs?: number
  /** Another server on the database, keys and clock of this world; close it first. */
  readonly beside?: World
  /** A backup of an earlier version instead of an empty database, restored and migrated as in an upgrade. */
  readonly upgradedFrom?: { readonly archive: string; readonly masterKey: string }
  /** Takes the lines of the log; with `LOG_LEVEL` in `env`. */
  readonly logTo?: { readonly write: (line: string) => void }
  /** The address through which the server reaches its database, for a pooler in between. */
  readonly through?: (url: string) => Promise<string>
}

export interface Caller {
  /** Bearer token. */
  readonly token?: string | undefined
  /** Uuid of the workspace. */
  readonly account?: string | undefined
  /** `X-Order-Token` */
  readonly orderToken?: string | undefined
  readonly lang?: string
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer<R> {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>
  /** The reply in the type of its contract; valid only when `error` is undefined. */
  readonly body: R
  readonly error: ErrorReply['error'] | undefined
  readonly text: string
  readonly bytes: Buffer
}

/** A whole server on a database of its own, with a clock that the test controls. */
export interface World {
  readonly app: App
  readonly platform: Platform
  /** Not in a world with modules of its own. */
  readonly payments: Payments
  /** Not in a world with modules of its own. */
  readonly waitingRooms: WaitingRooms
  readonly db: Db
  readonly clock: TestClock
  /** Postgres address of this world's database. */
  readonly url: string
  /** Folder of keys and uploads. */
  readonly dataDir: string
  /** Calls an endpoint of the contract. */
  readonly call: <E extends Endpoint>(endpoint: E, call?: Partial<CallOf<E>> & Caller) => Promise<Answer<ReplyOf<E>>>
  /** Requests any URL: `http('GET', '/healthz')`. */
  readonly http: (method: string, url: string, body?: unknown, caller?: Caller) => Promise<Answer<unknown>>
  /** Runs the subscriptions to domain events until none is left: messages that follow from a call are then written. */
  readonly handleEvents: () => Promise<void>
  readonly close: () => Promise<void>
}

const headersOf = (caller: Caller): Record<string, string> => ({
  ...(caller.token && { authorization: `Bearer ${caller.token}` }),
  ...(caller.account && { 'x-account-id': caller.account }),
  ...(caller.orderToken && { 'x-order-token': caller.orderToken }),
  ...(caller.lang && { 'accept-language': caller.lang }),
  ...(caller.idempotencyKey && { 'idempotency-key': caller.idempotencyKey }),
  ...caller.headers,
})

const parsed = (text: string, type: string): unknown => (text && type.includes('json') ? JSON.parse(text) : undefined)

const callerOf = (app: App) => {
  const http: World['http'] = async (method, url, body, who = {}) => {
    const form = body instanceof FormData ? new Response(body) : undefined
    const headers = {
      ...(form ? { 'content-type': form.headers.get('content-type') ?? '' } : {}),
      ...(body !== undefined && !form && typeof body !== 'string' ? { 'content-type': 'application/json' } : {}),
      ...headersOf(who),
    }
    const payload = form
      ? Buffer.from(await form.arrayBuffer())
      : typeof body === 'object'
        ? JSON.stringify(body)
        : (body as string)
    const reply = await app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(body === undefined ? {} : { payload }),
    })
    const answer = parsed(reply.body, reply.headers['content-type'] ?? '')
    const { error } = (answer ?? {}) as Partial<ErrorReply>
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: answer,
      error,
      text: reply.body,
      bytes: reply.rawPayload,
    }
  }
  const call: World['call'] = async (endpoint, args) => {
    const { body, method, url } = requestOf(endpoint, (args ?? {}) as CallOf<typeof endpoint>)
    const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const who: Caller = args ?? {}
    const answer = await http(method, url, body, { ...who, headers: { ...type, ...who.headers } })
    return answer as Answer<ReplyOf<typeof endpoint>>
  }
  return { http, call }
}

interface WorldDatabase {
  /** Postgres address of the world's database, without a pooler. */
  readonly url: string
  readonly dataDir: string
  readonly clock: TestClock
  readonly drop: () => Promise<void>
}

const createDatabase = async ({ beside, now, upgradedFrom }: WorldOptions): Promise<WorldDatabase> => {
  if (beside) return { ...beside, drop: async () => undefined }
  const postgres = inject('postgres')
  const name = `world_${newId().replaceAll('-', '')}`
  const admin = new Client({ connectionString: inject('postgresOwner') })
  await admin.connect()
  const template = upgradedFrom ? '' : `template ${TEMPLATE} strategy file_copy`
  await admin.query(`create database ${name} owner ${APPLICATION_ROLE} ${template}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'kartis-world-'))
  if (upgradedFrom) {
    mkdirSync(join(dataDir, 'keys'))
    writeFileSync(join(dataDir, 'keys/master.key'), upgradedFrom.masterKey)
  }
  return {
    url: postgres.replace(/\/kartis$/, `/${name}`),
    dataDir,
    clock: testClock(now),
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The real modules, loaded only for worlds that use them, with the gateway of the tests beside the real ones. */
const servicesOf = async (platform: Platform) => {
  const { createModules, createServices } = await import('../modules.ts')
  const services = createServices(platform, [...GATEWAYS, testGatewayDescriptor])
  return { ...services, modules: createModules(services) }
}

/** Opens a world. Close it when the test file is done: `afterAll(() => world.close())`. */
export const openWorld = async (options: WorldOptions = {}): Promise<World> => {
  const { url, dataDir, clock, drop } = await createDatabase(options)
  const through = await options.through?.(url)
  const settings = readSettings({
    NODE_ENV: 'test',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'fatal',
    ...options.env,
    DATA_DIR: dataDir,
    DATABASE_URL: through ?? url,
    ...(through && { DATABASE_DIRECT_URL: url }),
  })
  if (options.upgradedFrom) await restoreBackup(settings, url, options.upgradedFrom.archive, true)
  const log = openLog({ ...settings, production: true }, options.logTo)
  const { platform, close } = openPlatform(settings, {
    url: through ?? url,
    work: false,
    clock: clock.now,
    log,
    poolSizes: { main: 5, reports: 2 },
  })
  const services = options.modules ? undefined : await servicesOf(platform)
  const app = await buildApp(platform, {
    validatesReplies: true,
    sharedReadMs: options.sharedReadMs ?? 0,
    modules: options.modules ?? services?.modules ?? [],
  })
  await platform.jobs.start()
  await app.ready()
  return {
    app,
    platform,
    get payments() {
      if (!services) throw new Error('this world has modules of its own, and no payments')
      return services.payments
    },
    get waitingRooms() {
      if (!services) throw new Error('this world has modules of its own, and no waiting rooms')
      return services.waitingRooms
    },
    db: platform.db,
    clock,
    url,
    dataDir,
    ...callerOf(app),
    handleEvents: () => platform.domainEvents.drain(),
    close: async () => {
      await app.close()
      await platform.jobs.stop(1)
      await close()
      await drop()
    },
  }
}

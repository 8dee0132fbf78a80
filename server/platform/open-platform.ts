import type { Platform } from './platform.ts'
import { type Databases, openDatabases, openReplicaPool, type Pooler } from './database/db.ts'
import { createDomainEvents } from './domain-events/domain-events.ts'
import { createErrorReports } from './observability/error-reports.ts'
import { scannerOf } from './security/malware-scanner.ts'
import { filesOf } from './storage/files.ts'
import { newId } from './database/ids.ts'
import { createGauges } from './observability/gauges.ts'
import { openJobs } from './jobs/jobs.ts'
import { openKeys } from './security/keys.ts'
import { type Logger, openLog } from './observability/log.ts'
import { createNotifications } from './notifications/notifications.ts'
import { openReplica } from './database/replica.ts'
import { createFrameOrigins } from './http/frame-origins.ts'
import { createSelfFetch } from './http/self-fetch.ts'
import type { Settings } from './config/settings.ts'

export interface PlatformOptions {
  /** Address of the migrated database. */
  readonly url: string
  /** Whether this process runs jobs, or only enqueues them. */
  readonly work: boolean
  readonly clock?: () => Date
  readonly log?: Logger
  readonly poolSizes?: { main: number; reports: number }
}

export interface OpenPlatform {
  readonly platform: Platform
  readonly pools: Databases['pools']
  /** Closes the connections. Stop the jobs before. */
  readonly close: () => Promise<void>
}

const poolerOf = ({ databaseDirectUrl, databasePrepares }: Settings): Pooler | undefined =>
  databaseDirectUrl === undefined ? undefined : { prepares: databasePrepares }

/** Opens everything that a process needs. */
export const openPlatform = (settings: Settings, options: PlatformOptions): OpenPlatform => {
  const log = options.log ?? openLog(settings)
  const { db, reportDb, pools, close } = openDatabases(options.url, log, {
    sizes: options.poolSizes,
    pooler: poolerOf(settings),
  })
  const replicaPool = settings.databaseReplicaUrl ? openReplicaPool(settings.databaseReplicaUrl, log) : undefined
  const replica = replicaPool && openReplica(db, replicaPool.db, log)
  const clock = options.clock ?? (() => new Date())
  const errorReports = createErrorReports({ settings, clock, log })
  const jobs = openJobs({
    connectionString: settings.databaseDirectUrl ?? options.url,
    db,
    log,
    work: options.work,
    onDeadJob: errorReports.report,
  })
  const domainEvents = createDomainEvents({ db, jobs, log, clock })
  const keys = openKeys({ masterKey: settings.key, dataDir: settings.dataDir })
  const files = filesOf(settings)
  const notifications = createNotifications({ settings, jobs, keys, files, db, newId, clock, log })
  const closeAll = async (): Promise<void> => {
    await notifications.close()
    await errorReports.flush()
    replica?.close()
    await replicaPool?.close()
    await close()
  }
  return {
    platform: {
      settings,
      db,
      reportDb,
      publicRead: replica?.read ?? ((read) => read(db)),
      clock,
      newId,
      log,
      keys,
      files,
      malware: scannerOf(settings),
      notifications,
      jobs,
      domainEvents,
      errorReports,
      gauges: createGauges(),
      selfFetch: createSelfFetch(settings.publicUrl),
      frameOrigins: createFrameOrigins(settings.payments.origins, new URL(settings.publicUrl).origin),
    },
    pools,
    close: closeAll,
  }
}

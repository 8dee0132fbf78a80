import type { Db } from './database/db.ts'
import type { DomainEvents } from './domain-events/domain-events.ts'
import type { ErrorReports } from './observability/error-reports.ts'
import type { Files } from './storage/files.ts'
import type { Gauges } from './observability/gauges.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Keys } from './security/keys.ts'
import type { Logger } from './observability/log.ts'
import type { MalwareScanner } from './security/malware-scanner.ts'
import type { Notifications } from './notifications/notifications.ts'
import type { RunPublicRead } from './database/replica.ts'
import type { FrameOrigins } from './http/frame-origins.ts'
import type { SelfFetch } from './http/self-fetch.ts'
import type { Settings } from './config/settings.ts'

/** What every module may use. It holds no state that another process needs: processes share PostgreSQL only. */
export interface Platform {
  readonly settings: Settings
  readonly db: Db
  /** Connections for reports and exports, so that these never delay a sale. */
  readonly reportDb: Db
  /** Public reads, which may be stale for a moment: from the replica where there is one. */
  readonly publicRead: RunPublicRead
  readonly clock: () => Date
  /** UUID version 7. */
  readonly newId: () => string
  readonly log: Logger
  readonly keys: Keys
  readonly files: Files
  readonly malware: MalwareScanner
  readonly notifications: Notifications
  readonly jobs: Jobs
  readonly domainEvents: DomainEvents
  readonly errorReports: ErrorReports
  readonly gauges: Gauges
  readonly selfFetch: SelfFetch
  readonly frameOrigins: FrameOrigins
}

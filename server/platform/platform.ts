import type { Db } from './database/db.ts'
import type { DomainEvents } from './domain-events/domain-events.ts'
import type { ErrorReports } from './observability/error-reports.ts'
import type { Files } from './storage/files.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Keys } from './security/keys.ts'
import type { Logger } from './observability/log.ts'
import type { Notifications } from './notifications/notifications.ts'
import type { PublicReads } from './database/replica.ts'
import type { Settings } from './config/settings.ts'

/** What every module may reach. Nothing in it is kept that another process needs: PostgreSQL is all they share. */
export interface Platform {
  readonly settings: Settings
  readonly db: Db
  /** Reports and exports; never waits in front of a sale. */
  readonly reportDb: Db
  /** What the public reads and what may lag a moment: from the replica where there is one. */
  readonly publicRead: PublicReads
  readonly clock: () => Date
  /** UUID version 7. */
  readonly newId: () => string
  readonly log: Logger
  readonly keys: Keys
  readonly files: Files
  readonly notifications: Notifications
  readonly jobs: Jobs
  readonly domainEvents: DomainEvents
  readonly errorReports: ErrorReports
}

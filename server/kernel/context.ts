import type { Db } from './db.ts'
import type { FaultReports } from './faults.ts'
import type { Files } from './files.ts'
import type { Jobs } from './jobs.ts'
import type { Keys } from './keys.ts'
import type { Logger } from './log.ts'
import type { Post } from './post.ts'
import type { PublicReads } from './replica.ts'
import type { Settings } from './settings.ts'

/** What every module may reach. Nothing in it is kept that another process needs: PostgreSQL is all they share. */
export interface Kernel {
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
  readonly post: Post
  readonly jobs: Jobs
  readonly faults: FaultReports
}

import type { CashierTables } from './schema-cashier.ts'
import type { ConsentsTables } from './schema-consents.ts'
import type { CouponsTables } from './schema-coupons.ts'
import type { DataRightsTables } from './schema-data-rights.ts'
import type { EventsTables } from './schema-events.ts'
import type { MapsTables } from './schema-maps.ts'
import type { OrdersTables } from './schema-orders.ts'
import type { PeopleTables } from './schema-people.ts'
import type { ReportsTables } from './schema-reports.ts'
import type { WaitingRoomTables } from './schema-waiting-room.ts'

/** The rows as they lie in PostgreSQL: snake_case, agorot as integers, instants as Date. A test compares this with the migrated database. */
export interface Database
  extends
    PeopleTables,
    EventsTables,
    OrdersTables,
    CashierTables,
    ConsentsTables,
    CouponsTables,
    ReportsTables,
    MapsTables,
    DataRightsTables,
    WaitingRoomTables {}

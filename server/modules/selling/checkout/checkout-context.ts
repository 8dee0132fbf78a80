import type { Platform } from '../../../platform/platform.ts'
import type { Payments } from '../../payments/payments/index.ts'
import type { EventFactsCache } from '../orders/index.ts'
import type { WaitingRooms } from '../waiting-room/index.ts'
import type { HoldBudget } from './hold-budget.ts'
import type { OrderAccess } from './order-access.ts'
import type { OrderPoll } from './order-poll.ts'
import type { OrderReads } from './order-reads.ts'
import type { OrderWrites } from './order-writes.ts'
import type { Reservations } from './reserve.ts'
import type { Settlements } from './settlements.ts'

/** What the actions of a checkout share: made once for an application. */
export interface CheckoutContext {
  readonly platform: Platform
  readonly payments: Payments
  readonly settlements: Settlements
  readonly reads: OrderReads
  readonly writes: OrderWrites
  readonly waitingRooms: WaitingRooms
  readonly reservations: Reservations
  readonly holdBudget: HoldBudget
  readonly facts: EventFactsCache
  readonly poll: OrderPoll
  readonly access: OrderAccess
}

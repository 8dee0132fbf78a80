import type { Agorot } from '@kartis/domain/money.ts'
import type { OrderState } from '@kartis/domain/order.ts'
import type { OrderRow } from './orders-queries.ts'

/** A sold seat as its ticket is to say it. */
export interface ChangedSeat {
  readonly seat_no: number
  readonly uuid: string
  readonly floor?: string
  readonly section: string
  readonly row: string
  readonly number: string
  readonly gate?: string
}

/** The subject of all of them is the order. */
export interface OrderEventData {
  'order.paid': {
    readonly tickets: number
    readonly total: Agorot
    readonly channel: OrderRow['channel']
    /** Whether there was an address for the tickets. One that is added later gets them by `order.tickets_resent`. */
    readonly contact: boolean
  }
  'order.partially_refunded': { readonly from: OrderState }
  'order.refunded': { readonly from: OrderState }
  'order.cancelled': { readonly from: OrderState }
  'order.expired': { readonly from: OrderState }
  /**
   * Some or all tickets of a sold order were cancelled; `refund` is on its way back, less `fee`. `left` tickets stay valid,
   * `held` of them with other people. Events of older versions have none of `left`, `held` and `fee`. `quiet`: the buyer was
   * notified already.
   */
  'order.tickets_cancelled': {
    readonly tickets: number
    readonly refund: Agorot
    readonly left?: number
    readonly held?: number
    readonly fee?: Agorot
    readonly quiet?: boolean
  }
  /** Money that bought nothing goes back: it came after the tickets had gone (`late`), or was charged a second time. */
  'order.payment_returned': { readonly payment: string; readonly amount: Agorot; readonly late: boolean }
  /** Name or contact were corrected. */
  'order.buyer_changed': { readonly fields: readonly string[] }
  /**
   * The link to the valid tickets was requested again. The messages were counted against the budgets of the contact that the
   * order had with this `link_turn`; events of older versions have none.
   */
  'order.tickets_resent': { readonly tickets: number; readonly link_turn?: number }
  /** Another person has accepted a ticket of the order. The messages to both were counted against their budgets. */
  'order.ticket_transferred': { readonly transfer: string; readonly ticket: string }
  /** A ticket that another person holds was issued anew, and its link has ended. Its message was counted. */
  'order.held_ticket_reissued': { readonly transfer: string; readonly ticket: string }
  /** The buyer asked to cancel without signing in: the producer decides. */
  'order.cancellation_requested': Readonly<Record<string, never>>
  /** A member closed the request without cancelling. */
  'order.cancellation_request_closed': Readonly<Record<string, never>>
  /** Sold seats of the order read differently now, or are others. Each with what is printed of it. */
  'order.seats_changed': { readonly seats: readonly ChangedSeat[] }
  /**
   * Time or place of an event moved, and its buyers are to be notified. The subject is the event. A postponement entitles to
   * a full refund; events of older versions do not say whether it is one.
   */
  'event.moved': { readonly change: 'time' | 'place' | 'both'; readonly is_postponed?: boolean }
}

declare module '../../../platform/domain-events/event-types.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- adds the events of orders
  interface DomainEventData extends OrderEventData {}
}

import { type Refusal, refuse } from './refusal.ts'

/**
 * The refusal of a cart that exceeds a purchase limit. `bought` is what the phone has from other orders, where the limit
 * counts them; without a ticket type the limit counts all types together.
 */
export const overPurchaseLimit = (limit: number, bought = 0, ticketTypeId?: string): Refusal =>
  refuse('purchase_limit', {
    detail: {
      limit,
      bought,
      left: Math.max(0, limit - bought),
      ...(ticketTypeId !== undefined && { events_ticket_uuid: ticketTypeId }),
    },
  })

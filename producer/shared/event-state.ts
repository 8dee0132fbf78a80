import type { Event } from '@kartis/contract/events.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import type { ChipProps } from '@kartis/ui/components/chip.tsx'

/** Chip colour of an event's phase, the same on every screen. */
const PHASE_STATES: Readonly<Record<Event['phase'], NonNullable<ChipProps['state']>>> = {
  draft: 'info',
  on_sale: 'good',
  last_tickets: 'warn',
  sold_out: 'good',
  not_started: 'info',
  sale_ended: 'quiet',
  running: 'accent',
  over: 'quiet',
  archived: 'quiet',
}

/** The chip of an event: its phase, and of a cancelled one that it was cancelled; it is no draft like others. */
export const eventChip = ({ cancelled_at: cancelled, phase }: Pick<Event, 'cancelled_at' | 'phase'>) =>
  cancelled === null
    ? ({ state: PHASE_STATES[phase], label: `states:event.${phase}` } as const)
    : ({ state: 'bad', label: 'states:event.cancelled' } as const)

/** Chip colour of a ticket type's sale state. */
export const SALE_STATES: Readonly<Record<TicketType['sale_state'], NonNullable<ChipProps['state']>>> = {
  on_sale: 'good',
  not_started: 'info',
  ended: 'quiet',
  sold_out: 'good',
  not_for_sale: 'quiet',
}

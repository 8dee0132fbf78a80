import type { Event } from '@kartis/contract/events.ts'
import type { ChipProps } from '@kartis/ui/parts/chip.tsx'

/** The colour of an event's phase, the same on every screen. */
export const PHASE_STATES: Readonly<Record<Event['phase'], ChipProps['state']>> = {
  draft: 'quiet',
  on_sale: 'good',
  last_tickets: 'warn',
  sold_out: 'accent',
  not_started: 'info',
  sale_ended: 'quiet',
  running: 'accent',
  over: 'quiet',
  archived: 'quiet',
}

import { startOfDayIn } from '@kartis/domain/zone.ts'

export const STATUSES = ['paid', 'partially_refunded', 'refunded', 'cancelled'] as const
export const CHANNELS = ['online', 'cashier', 'invitation'] as const
export const PERIODS = ['today', 'week', 'month'] as const

/** The chosen filters of sold tickets; an empty text does not filter. */
export interface OrdersFilter {
  /** A state, or an open request to cancel. */
  readonly status: '' | 'requested' | (typeof STATUSES)[number]
  readonly channel: '' | (typeof CHANNELS)[number]
  /** A ticket type's uuid. */
  readonly type: string
  readonly period: '' | (typeof PERIODS)[number]
}

export const NO_FILTER: OrdersFilter = { status: '', channel: '', type: '', period: '' }

export const isFiltered = (filter: OrdersFilter): boolean => Object.values(filter).some((value) => value !== '')

const DAYS = { today: 0, week: 6, month: 29 } as const
const DAY_MS = 86_400_000

/** The filters as the API takes them; a period begins with a whole day of the event's zone. */
export const filterQuery = ({ status, channel, type, period }: OrdersFilter, zone: string, now: Date) => ({
  ...(status === 'requested' ? { cancellation_requested: 'true' } : status !== '' && { status }),
  ...(channel !== '' && { channel }),
  ...(type !== '' && { events_ticket_uuid: type }),
  ...(period !== '' && {
    created_from: startOfDayIn(zone, new Date(now.getTime() - DAYS[period] * DAY_MS)).toISOString(),
  }),
})

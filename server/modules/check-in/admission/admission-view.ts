import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import type { scanTicket } from '@kartis/contract/admission.ts'
import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { scanCounters } from '@kartis/domain/admission.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type CheckInTicket, viewTicket } from '../../selling/ticketing/index.ts'

export const viewCheckInTicket = (
  platform: Platform,
  ticket: CheckInTicket,
  counters: ScanStatistics | undefined,
): ReplyOf<typeof scanTicket>['data'] => ({
  ticket: { ...viewTicket(platform, ticket), holder: ticket.holder, order_number: ticket.order_number },
  scan_statistics: counters ?? scanCounters(0, 0),
})

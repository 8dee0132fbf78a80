import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import type { scanTicket } from '@kartis/contract/admission.ts'
import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { scanCounters } from '@kartis/domain/admission.ts'
import type { Kernel } from '../../../platform/platform.ts'
import { type DoorTicket, viewTicket } from '../../selling/ticketing/index.ts'

export const viewDoorTicket = (
  kernel: Kernel,
  ticket: DoorTicket,
  counters: ScanStatistics | undefined,
): ReplyOf<typeof scanTicket>['data'] => ({
  ticket: { ...viewTicket(kernel, ticket), holder: ticket.holder, order_number: ticket.order_number },
  scan_statistics: counters ?? scanCounters(0, 0),
})

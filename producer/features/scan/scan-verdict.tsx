import type { Event } from '@kartis/contract/events.ts'
import type { LocalAdmissionList } from '../../shared/check-in/admission-list.ts'
import { ticketsOfOrder } from '../../shared/check-in/find-in-list.ts'
import { orderNumberOf } from '../../shared/check-in/order-index.ts'
import { type Group, ResultOverlay } from './result-overlay.tsx'
import type { useScan } from './use-scan.ts'

/** How many of the same order are inside; undefined for one ticket alone, or one that the list does not have. */
const groupOf = (list: LocalAdmissionList | undefined, order: string): Group | undefined => {
  const all = list ? ticketsOfOrder(list, order) : []
  const valid = all.filter(({ cancelled_at }) => cancelled_at === undefined)
  const inside = valid.filter(({ redeemed_at, left_at }) => redeemed_at !== undefined && left_at === undefined)
  return valid.length > 1 ? { inside: inside.length, tickets: valid.length } : undefined
}

interface ScanVerdictProps {
  readonly event: Event
  readonly scanned: Pick<ReturnType<typeof useScan>, 'overlay' | 'retry' | 'override' | 'close'>
  readonly list: LocalAdmissionList | undefined
  readonly isEarly: boolean
  /** Opens the order, to admit who is left of it. */
  readonly onOrder: (number: string) => void
}

/** The result of a scan, with what this device knows of its order. */
export function ScanVerdict({ event, scanned, list, isEarly, onOrder }: ScanVerdictProps) {
  const { overlay, retry, override, close } = scanned
  const order = overlay?.state === 'success' ? orderNumberOf(overlay.ticket) : ''
  return (
    <ResultOverlay
      overlay={overlay}
      eventName={event.name}
      inside={event.scan_statistics?.total_inside ?? event.scan_statistics?.total_scanned}
      zone={event.timezone}
      isEarly={isEarly}
      group={groupOf(list, order)}
      onGroup={() => {
        close()
        onOrder(order)
      }}
      onClose={close}
      onRetry={retry}
      onOverride={list?.facts.mayOverride === true ? override : undefined}
    />
  )
}

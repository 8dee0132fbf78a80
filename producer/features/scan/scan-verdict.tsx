import type { Event } from '@kartis/contract/events.ts'
import type { LocalAdmissionList } from '../../shared/check-in/admission-list.ts'
import { ticketsOfOrder } from '../../shared/check-in/find-in-list.ts'
import { orderNumberOf } from '../../shared/check-in/order-index.ts'
import type { Admitted } from '../../shared/check-in/recent-entries.ts'
import { offline } from '../../shared/connection.ts'
import { type Group, ResultOverlay } from './result-overlay.tsx'
import type { useScan } from './use-scan.ts'
import type { Undo } from './use-undo.ts'

/** How many of the same order are inside; undefined for one ticket alone, or one that the list does not have. */
const groupOf = (list: LocalAdmissionList | undefined, order: string): Group | undefined => {
  const all = list ? ticketsOfOrder(list, order) : []
  const valid = all.filter(({ cancelled_at }) => cancelled_at === undefined)
  const inside = valid.filter(({ redeemed_at, left_at }) => redeemed_at !== undefined && left_at === undefined)
  return valid.length > 1 ? { inside: inside.length, tickets: valid.length } : undefined
}

/** Whoever made an entry takes it back; one of a ticket that had entered before is for leads, by the server. */
const mayTakeBack = ({ isAgain }: Admitted, { isAllowed }: Undo, isOffline: boolean): boolean =>
  isAgain !== true || (isAllowed && !isOffline)

interface ScanVerdictProps {
  readonly event: Event
  readonly scanned: Pick<ReturnType<typeof useScan>, 'overlay' | 'retry' | 'override' | 'hold' | 'close' | 'forget'>
  readonly list: () => LocalAdmissionList | undefined
  readonly isEarly: boolean
  readonly undo: Undo
  /** Opens the order, to admit who is left of it. */
  readonly onOrder: (number: string) => void
}

/** The result of a scan, with what this device knows of its order. */
export function ScanVerdict({ event, scanned, list: listNow, isEarly, undo, onOrder }: ScanVerdictProps) {
  const { retry, override, hold, close, forget } = scanned
  const overlay = scanned.overlay.use()
  const isOffline = offline.use()
  const list = overlay && listNow()
  const success = overlay?.state === 'success' ? overlay : undefined
  const entry = success?.entry
  const order = success ? orderNumberOf(success.ticket) : ''
  const counters = success?.counters ?? event.scan_statistics
  const takeBack = async ({ ticketUuid: uuid, number, holder, name, isAgain }: Admitted) => {
    hold()
    // The type of a ticket is no guest: it is said only where there is not even a number.
    const guest = holder ?? (number === '' ? name : undefined)
    if (await undo.run({ uuid, name: guest, number, own: isAgain === true ? undefined : entry })) forget(uuid)
    close()
  }
  return (
    <ResultOverlay
      overlay={overlay}
      eventName={event.name}
      inside={counters?.total_inside ?? counters?.total_scanned}
      zone={event.timezone}
      isEarly={isEarly}
      group={groupOf(list, order)}
      // An entry by hand was made in its order, which is open below.
      onGroup={
        success?.byHand === undefined
          ? () => {
              close()
              onOrder(order)
            }
          : undefined
      }
      onUndo={entry && mayTakeBack(entry, undo, isOffline) ? () => void takeBack(entry) : undefined}
      onClose={close}
      onRetry={retry}
      onOverride={list?.facts.mayOverride === true ? override : undefined}
    />
  )
}

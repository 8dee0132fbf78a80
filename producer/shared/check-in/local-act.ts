import type { ListedTicket } from '@kartis/contract/admission-list.ts'
import {
  afterAct,
  type GateDirection,
  NO_RE_ENTRY,
  obstacleTo,
  type Presence,
  type ReEntryRules,
} from '@kartis/domain/re-entry.ts'

/** A passage at a gate, here or on another device. */
export interface LocalAct {
  readonly direction?: GateDirection | undefined
  readonly scanned_at: string
  readonly scan_uuid?: string | undefined
  readonly device_id?: string | undefined
  readonly gate?: string | null | undefined
}

const instant = (text: string): Date | undefined => (text === '' ? undefined : new Date(text))

/** Where a listed ticket is; undefined before it has entered. A time that the device does not know is now. */
const presenceOf = (ticket: ListedTicket, now: Date): Presence | undefined =>
  ticket.redeemed_at === undefined
    ? undefined
    : {
        enteredAt: instant(ticket.reentered_at ?? ticket.redeemed_at) ?? now,
        leftAt: ticket.left_at === undefined ? null : new Date(ticket.left_at),
        dayEntries: ticket.day_entries ?? 1,
      }

/** The ticket once the act has happened; undefined where the list knows of it, or of another that makes it impossible. */
export const ticketAfter = (
  ticket: ListedTicket,
  act: LocalAct,
  rules: ReEntryRules = NO_RE_ENTRY,
): ListedTicket | undefined => {
  const { direction = 'entry', scanned_at: at, scan_uuid, device_id, gate } = act
  const [done, before] = [{ id: scan_uuid ?? '', at: new Date(at), direction }, presenceOf(ticket, new Date(at))]
  if (obstacleTo(done, before, rules) !== undefined) return undefined
  if (!before)
    return {
      ...ticket,
      redeemed_at: at,
      ...(device_id !== undefined && { device_id }),
      ...(scan_uuid !== undefined && { scan_uuid }),
      ...(gate && { gate }),
    }
  const { leftAt, dayEntries } = afterAct(done, before, rules)
  const { left_at: _left, ...inside } = ticket
  return leftAt === null ? { ...inside, reentered_at: at, day_entries: dayEntries } : { ...inside, left_at: at }
}

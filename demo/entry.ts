import type { Platform } from './server.ts'
import { HOUR } from './calendar.ts'
import type { PastOrder, CreatedShow } from './history.ts'
import type { PastRow } from './history-queries.ts'
import { type Dice, idAt } from './random.ts'

interface Entrance {
  readonly gate: string
  readonly device: string
}

const GATES: readonly [Entrance, ...Entrance[]] = [
  { gate: 'שער צפון', device: 'demo-north-1' },
  { gate: 'שער צפון', device: 'demo-north-2' },
  { gate: 'שער דרום', device: 'demo-south-1' },
]

interface EntryContext {
  readonly platform: Pick<Platform, 'keys'>
  readonly random: Dice
  readonly now: Date
  readonly scannerId: string
}

/** Admits ticket holders, most of them early; the scans, with some refused ones. */
export const entriesOf = (
  { platform, random, now, scannerId }: EntryContext,
  on: CreatedShow,
  orders: readonly PastOrder[],
): PastRow<'scans'>[] => {
  const { show, eventId } = on
  if (show.entered === 0) return []
  const openedAt = show.settings.doors_at ? new Date(show.settings.doors_at) : show.when.startsAt
  const until = Math.min(now.getTime() - 60_000, openedAt.getTime() + 5 * HOUR, show.when.endsAt.getTime())
  const scan = (ticketId: string | null, at: Date, place: Entrance, refusal: string | null) => ({
    event_id: eventId,
    id: idAt(random, at),
    ticket_id: ticketId,
    verdict: refusal ? 'refused' : 'admitted',
    refusal,
    code_hash: platform.keys.hmac('scan', ticketId ?? `unknown ${at.getTime()}`),
    device_id: place.device,
    gate: place.gate,
    user_id: scannerId,
    scanned_at: at.toISOString(),
    received_at: at.toISOString(),
  })
  const scans: PastRow<'scans'>[] = []
  for (const order of orders) {
    const from = Math.max(openedAt.getTime(), order.paidAt.getTime() + 5 * 60_000)
    // Tickets of one order enter together.
    if (from >= until || !random.chance(show.entered)) continue
    const at = from + (until - from) * random.next() ** 1.7
    for (const [place, ticket] of order.tickets.entries()) {
      if (ticket.cancelledAt) continue
      const when = new Date(Math.min(until, at + place * 4000))
      const entrance = random.pick(GATES)
      const row = scan(ticket.id, when, entrance, null)
      ticket.entry = { scanId: row.id, at: when, ...entrance }
      scans.push(row)
      if (random.chance(0.015))
        scans.push(scan(ticket.id, new Date(Math.min(now.getTime(), when.getTime() + 40_000)), entrance, 'S2'))
    }
  }
  for (const order of orders.filter(({ tickets }) => tickets.some((ticket) => ticket.cancelledAt)).slice(0, 2)) {
    const cancelled = order.tickets.find((ticket) => ticket.cancelledAt)
    if (cancelled) scans.push(scan(cancelled.id, new Date(until), random.pick(GATES), 'S3'))
  }
  scans.push(scan(null, new Date(until - 90_000), random.pick(GATES), 'S6'))
  return scans
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

const LIMIT_MS = 120_000
const EVERY_MS = 100

/** Waits until so many messages about an event were sent, at most two minutes; returns how many were. */
export const untilQuiet = async (db: Pool, eventId: string, expected: number): Promise<number> => {
  const until = performance.now() + LIMIT_MS
  for (;;) {
    const { rows } = await db.query<{ sent: string }>(
      `select count(*) as sent from messages where event_id = $1 and status = 'sent'`,
      [eventId],
    )
    const sent = Number(rows[0]?.sent ?? 0)
    if (sent >= expected || performance.now() > until) return sent
    await sleep(EVERY_MS)
  }
}

import { MAX_REVISION } from '@kartis/domain/ticket-code.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import { recordTicketChanges } from './ticket-changes.ts'

/**
 * Issues valid tickets of an event anew: their codes of before are void at every gate, also without a network once the
 * device has the change. Returns how many were. The caller holds their locks and calls this last.
 */
export const reissueTickets = async (tx: Tx, eventId: string, ids: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    update tickets set revision = revision + 1
    where event_id = ${eventId} and id = any(${[...ids]}::uuid[]) and status = 'valid' and revision < ${sql.lit(MAX_REVISION)}
    returning id`.execute(tx)
  await recordTicketChanges(
    tx,
    eventId,
    rows.map(({ id }) => id),
    { change: 'reissued' },
  )
  return rows.length
}

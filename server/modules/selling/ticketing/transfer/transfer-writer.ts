import { canMoveTransfer } from '@kartis/domain/ticket-transfer.ts'
import type { Db, Tx } from '../../../../platform/database/db.ts'
import type { TransferRow } from './transfers-queries.ts'

/** The one writer of transfers: a change of state is checked against the table in domain. */

type NewOffer = Pick<
  TransferRow,
  'event_id' | 'id' | 'account_id' | 'order_id' | 'ticket_id' | 'revision' | 'expires_at'
>

/** The caller holds the order's lock and has closed what was offered before. */
export const insertOffer = (tx: Tx, offer: NewOffer, now: Date): Promise<TransferRow> =>
  tx
    .insertInto('ticket_transfers')
    .values({ ...offer, state: 'offered', created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()

type Holder = Pick<TransferRow, 'holder_name' | 'holder_phone' | 'holder_hash' | 'holder_lang'>

type Move =
  | { readonly to: 'accepted'; readonly holder: Holder; readonly now: Date }
  | { readonly to: 'withdrawn' | 'expired'; readonly now: Date }

/** The caller holds the order's lock. Throws when the state table does not allow the move. */
export const moveTransfer = async (tx: Tx, row: TransferRow, move: Move): Promise<void> => {
  if (!canMoveTransfer(row.state, move.to)) throw new Error(`a transfer cannot go from ${row.state} to ${move.to}`)
  const { numUpdatedRows } = await tx
    .updateTable('ticket_transfers')
    .set({ state: move.to, closed_at: move.now, ...(move.to === 'accepted' && move.holder) })
    .where('event_id', '=', row.event_id)
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`transfer ${row.id} is no longer ${row.state}`)
}

/** Writes down that offers have ended; they are refused from that moment on without it. */
export const expireOffers = async (db: Db, now: Date): Promise<void> => {
  await db
    .updateTable('ticket_transfers')
    .set({ state: 'expired', closed_at: now })
    .where('state', '=', 'offered')
    .where('expires_at', '<=', now)
    .execute()
}

/** Removes a person who holds tickets of others; the tickets stay valid. Returns their orders. */
export const eraseHolder = async (tx: Tx, phone: string, accountId: string | undefined): Promise<string[]> => {
  const rows = await tx
    .updateTable('ticket_transfers')
    .set({ holder_name: null, holder_phone: null, holder_hash: null })
    .where('holder_phone', '=', phone)
    .$if(accountId !== undefined, (q) => q.where('account_id', '=', accountId ?? ''))
    .returning('order_id')
    .execute()
  return rows.map(({ order_id: id }) => id)
}

import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../kernel/db.ts'
import type { GatewayWordsTable } from '../../kernel/schema-orders.ts'
import type { GatewayWord } from './gateway.ts'

export type WordRow = Selectable<GatewayWordsTable>

/** Keeps a word once. False when it was said before. */
export const insertWord = async (
  tx: Tx,
  word: { id: string; provider: string; word: GatewayWord; at: Date },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('gateway_words')
    .values({
      id: word.id,
      provider: word.provider,
      provider_key: word.word.key,
      payment_id: word.word.paymentId ?? null,
      body: JSON.stringify({ ...word.word.raw, ...(word.word.providerRef && { provider_ref: word.word.providerRef }) }),
      received_at: word.at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_key']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const readWord = (db: Db, id: string): Promise<WordRow | undefined> =>
  db.selectFrom('gateway_words').selectAll().where('id', '=', id).executeTakeFirst()

/** Writes what became of a word; the first outcome stays. */
export const closeWord = async (db: Db, id: string, outcome: string, at: Date): Promise<void> => {
  await db
    .updateTable('gateway_words')
    .set({ outcome, handled_at: at })
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .execute()
}

import { type Selectable, sql } from 'kysely'
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

export const readWords = (db: Db, ids: readonly string[]): Promise<WordRow[]> =>
  db
    .selectFrom('gateway_words')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()

/** Writes what became of words; the first outcome of each stays. */
export const closeWords = async (
  db: Db,
  closed: readonly { readonly id: string; readonly outcome: string }[],
  at: Date,
): Promise<void> => {
  await sql`
    update gateway_words w set outcome = x.outcome, handled_at = ${at}
    from unnest(${closed.map(({ id }) => id)}::uuid[], ${closed.map(({ outcome }) => outcome)}::text[]) as x (id, outcome)
    where w.id = x.id and w.handled_at is null`.execute(db)
}

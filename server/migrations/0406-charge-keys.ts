import { type Kysely, sql } from 'kysely'

/**
 * What a gateway lists refunds of a charge under, where they do not name the charge's reference (CardCom's Uid): with it a
 * refund made in the gateway's console finds its payment, however old the charge is. Payments of before have it among their stored fields.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column charge_key text`.execute(db)
  await sql`alter table gateway_rows add column charge_key text`.execute(db)
}

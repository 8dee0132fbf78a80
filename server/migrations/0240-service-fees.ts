import { type Kysely, sql } from 'kysely'

/**
 * Who bears the service fee. `ticket_types.price` stays what buyers pay, so that the version before sells at the same
 * price; `service_fee` is the part of it that was added to the producer's price.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_contracts
      add column fee_payer text not null default 'producer',
      add constraint account_contracts_fee_payer_check check (fee_payer in ('producer', 'buyers')) not valid`.execute(
    db,
  )
  await sql`
    alter table ticket_types
      add column service_fee int not null default 0,
      add constraint ticket_types_service_fee_check check (service_fee >= 0) not valid`.execute(db)
}

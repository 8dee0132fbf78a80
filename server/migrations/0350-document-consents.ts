import { type Kysely, sql } from 'kysely'

/** Whether a producer agreed to electronic documents about the fees: a log, the newest row of an account is in force. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table document_consents (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      agreed boolean not null,
      -- The version of the sentence that was shown, and its language.
      text int not null check (text > 0),
      lang text not null,
      user_id uuid not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`
    create index document_consents_of_account on document_consents (account_id, created_at desc, id desc)`.execute(db)
  await sql`
    create function document_consents_only_grow() returns trigger language plpgsql as $$
    begin
      raise exception 'document_consents is a log: a change of mind is a new row';
    end $$`.execute(db)
  await sql`
    create trigger document_consents_only_grow before update on document_consents
    for each row execute function document_consents_only_grow()`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * Sign-ins, refusals, exports, refunds and changes of bank details, members, sessions, passkeys and terminals. Rows are never
 * changed and are deleted only after the time that they are kept: the trigger holds for every program that writes here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table security_log (
      id uuid primary key,
      account_id uuid,
      user_id uuid,
      address_hash text,
      act text not null,
      result text not null check (result in ('done', 'refused')),
      target text,
      detail jsonb not null default '{}',
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index security_log_account on security_log (account_id, created_at desc) where account_id is not null`.execute(
    db,
  )
  await sql`create index security_log_user on security_log (user_id, created_at desc) where account_id is null`.execute(
    db,
  )
  await sql`create index security_log_age on security_log (created_at)`.execute(db)
  await sql`
    create function security_log_append_only() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.created_at < now() - interval '23 months' then
        return old;
      end if;
      raise exception 'security_log is append-only';
    end $$`.execute(db)
  await sql`
    create trigger security_log_append_only before update or delete on security_log
    for each row execute function security_log_append_only()`.execute(db)
}

import { type Kysely, sql } from 'kysely'

const ROLES = sql`role in ('owner', 'manager', 'finance', 'sales', 'box_office', 'check_in_lead', 'scanner')`

/** Seven roles replace two, memberships can be limited to events, and the oldest manager of each account becomes its owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_members drop constraint account_members_role_check, add check (${ROLES}),
    add column all_events boolean not null default true`.execute(db)
  await sql`alter table account_invites drop constraint account_invites_role_check, add check (${ROLES}),
    add column event_ids uuid[]`.execute(db)
  await sql`
    create table account_member_events (
      member_id uuid not null references account_members on delete cascade,
      event_id uuid not null references events on delete cascade,
      primary key (member_id, event_id)
    )`.execute(db)
  await sql`create index account_member_events_event on account_member_events (event_id)`.execute(db)
  await sql`
    update account_members set role = 'owner'
    where id in (
      select distinct on (account_id) id from account_members
      where role = 'manager' order by account_id, created_at, id
    )`.execute(db)
}

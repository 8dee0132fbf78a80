import { type Kysely, sql } from 'kysely'

/**
 * Refund runs: a producer refunds the orders of an event together. A run lists each order once; what became of it is the
 * state of that row. Sums in agorot.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table refund_runs (
      event_id uuid not null,
      id uuid not null,
      account_id uuid not null,
      kind text not null check (kind in ('cancelled', 'postponed', 'changed', 'goodwill')),
      fees text not null check (fees in ('keep', 'return')),
      state text not null check (
        state in ('draft', 'previewed', 'approved', 'running', 'paused', 'finished', 'finished_open')
      ),
      deadline timestamptz,
      message text not null,
      prepared_by uuid not null,
      created_at timestamptz not null,
      approved_by uuid,
      approved_at timestamptz,
      pause_reason text check (pause_reason in ('person', 'event_published')),
      finished_at timestamptz,
      primary key (event_id, id)
    )`.execute(db)
  await sql`create unique index refund_runs_id on refund_runs (id)`.execute(db)
  // An event has at most one preview, and at most one run under way; a cancellation takes over from a run that asks buyers.
  await sql`create unique index refund_runs_preview on refund_runs (event_id) where state in ('draft', 'previewed')`.execute(
    db,
  )
  await sql`
    create unique index refund_runs_active on refund_runs (event_id)
    where state in ('approved', 'running', 'paused')`.execute(db)
  await sql`
    create table refund_run_items (
      event_id uuid not null,
      run_id uuid not null,
      order_id uuid not null,
      state text not null check (
        state in ('planned', 'opted_out', 'waiting_funds', 'queued', 'sent', 'unknown', 'failed', 'manual', 'done')
      ),
      tickets int not null,
      amount int not null,
      fee int not null,
      card int not null,
      terminal int not null,
      cash int not null,
      by_hand text check (by_hand in ('cash', 'not_enough')),
      -- Its refund is being requested, since then.
      started_at timestamptz,
      -- Refunds that were requested for it: their ids are the keys at the gateway.
      refund_ids uuid[] not null default '{}',
      gateway_code text,
      chosen_at timestamptz,
      note text,
      noted_by uuid,
      updated_at timestamptz not null,
      primary key (event_id, run_id, order_id)
    )`.execute(db)
  await sql`create index refund_run_items_state on refund_run_items (event_id, run_id, state, order_id)`.execute(db)
  await sql`create index refund_run_items_order on refund_run_items (event_id, order_id)`.execute(db)
  await sql`
    create index refund_run_items_sent on refund_run_items (event_id, run_id)
    where state in ('sent', 'unknown', 'waiting_funds') or (state = 'queued' and started_at is not null)`.execute(db)
}

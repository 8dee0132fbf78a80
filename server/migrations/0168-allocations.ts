import { type Kysely, sql } from 'kysely'

/** Allocation numbers of invoices, what the Tax Authority replied to each request, and numbers for its failures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table document_allocations (
      document_id uuid primary key references documents,
      state text not null check (state in ('pending', 'allocated', 'refused', 'emergency', 'waived')),
      number text,
      failures int not null default 0,
      -- Of the last reply that was no number.
      code text,
      message text,
      -- An emergency number was reported to the Tax Authority.
      reported_at timestamptz,
      changed_at timestamptz not null,
      changed_by text,
      check ((state in ('allocated', 'emergency')) = (number is not null))
    )`.execute(db)
  await sql`
    create index document_allocations_open on document_allocations (changed_at)
    where state in ('pending', 'refused')`.execute(db)
  await sql`
    create table document_allocation_attempts (
      document_id uuid not null references document_allocations,
      attempt int not null,
      at timestamptz not null,
      outcome text not null check (outcome in ('allocated', 'refused', 'failed')),
      code text not null,
      message text not null,
      primary key (document_id, attempt)
    )`.execute(db)
  await sql`
    create table emergency_allocations (
      issuer_number text not null,
      number text not null,
      loaded_at timestamptz not null,
      loaded_by text not null,
      document_id uuid unique references document_allocations,
      primary key (issuer_number, number)
    )`.execute(db)
}

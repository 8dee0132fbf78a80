import { type Kysely, sql } from 'kysely'

/**
 * Tax documents of the installation, numbered without gaps by issuer and type: the row of `document_series` is locked until
 * the issuing transaction ends. Documents and their lines never change. Sums in agorot.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table document_series (
      issuer_number text not null,
      type text not null check (type in ('tax_invoice', 'tax_invoice_receipt', 'credit_note', 'receipt')),
      last_number int not null default 0,
      last_hash text,
      primary key (issuer_number, type)
    )`.execute(db)
  await sql`
    create table document_accounts (
      account_id uuid primary key,
      last_statement int not null default 0,
      last_payment_seq int not null default 0,
      -- Charged by documents and not paid; below 0 paid before it was charged.
      open bigint not null default 0
    )`.execute(db)
  await sql`
    create table documents (
      id uuid primary key,
      account_id uuid not null,
      issuer_number text not null,
      type text not null,
      number int not null check (number > 0),
      issued_at timestamptz not null,
      -- In Israel.
      day date not null,
      issuer_name text not null,
      issuer_address text not null,
      recipient_name text not null,
      recipient_number text not null,
      recipient_address text not null,
      recipient_vat_type text not null,
      statement_id uuid references statements,
      statement_number int,
      -- The journal of the payment that a receipt is for.
      payment_id uuid,
      cites uuid references documents,
      net bigint not null check (net >= 0),
      vat bigint not null check (vat >= 0),
      total bigint not null check (total > 0),
      paid_means text check (paid_means in ('set_off', 'transfer')),
      paid_amount bigint check (paid_amount > 0),
      previous_hash text,
      hash text not null,
      foreign key (issuer_number, type) references document_series,
      unique (issuer_number, type, number),
      check ((type = 'credit_note') = (cites is not null)),
      check ((paid_means is null) = (paid_amount is null)),
      check (type = 'receipt' or total = net + vat)
    )`.execute(db)
  await sql`create index documents_account on documents (account_id, issued_at desc, id)`.execute(db)
  await sql`create index documents_cites on documents (cites) where cites is not null`.execute(db)
  await sql`create unique index documents_payment on documents (payment_id) where payment_id is not null`.execute(db)
  await sql`
    create table document_lines (
      document_id uuid not null references documents,
      position int not null,
      event_id uuid not null,
      event_name text not null,
      net bigint not null check (net >= 0),
      vat bigint not null check (vat >= 0),
      vat_bp int not null,
      primary key (document_id, position)
    )`.execute(db)
  await sql`create index document_lines_event on document_lines (event_id)`.execute(db)
  await sql`
    create function documents_are_frozen() returns trigger language plpgsql as $$
    begin
      raise exception 'a tax document never changes: a credit note corrects it';
    end $$`.execute(db)
  for (const table of ['documents', 'document_lines'])
    await sql`
      create trigger ${sql.ref(`${table}_frozen`)} before update or delete on ${sql.ref(table)}
      for each statement execute function documents_are_frozen()`.execute(db)
}

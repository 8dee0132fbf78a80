import { type Kysely, sql } from 'kysely'

/** Passkeys as a second factor, the challenges that they sign, and the recovery codes for a lost one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      name text not null,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null default '{}',
      created_at timestamptz not null,
      used_at timestamptz
    )`.execute(db)
  await sql`create index passkeys_user on passkeys (user_id)`.execute(db)
  await sql`
    create table passkey_challenges (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      purpose text not null check (purpose in ('register', 'sign_in', 'reauthenticate')),
      challenge text not null,
      tries int not null default 0,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db)
  await sql`create index passkey_challenges_age on passkey_challenges (expires_at)`.execute(db)
  await sql`
    create table recovery_codes (
      user_id uuid not null references users on delete cascade,
      code_hash text not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    )`.execute(db)
}

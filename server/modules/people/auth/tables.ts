import type { SentPurpose } from '@kartis/domain/code-purpose.ts'
import type { ColumnType, Generated } from 'kysely'
import type { GeneratedStamp, Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

/** Users, identified by their phone. Written by this module. */
export interface UsersTable {
  id: string
  /** E.164 */
  phone: string
  first_name: string | null
  last_name: string | null
  email: string | null
  /** Israeli ID number, encrypted with the key purpose `ID_NUMBER`. */
  id_number_sealed: string | null
  gender: 'male' | 'female' | null
  /** `YYYY-MM-DD` */
  date_birth: string | null
  language: Generated<string>
  /** Null until the user has entered a name. */
  signup_completed_at: StampOrNull
  created_at: GeneratedStamp
  updated_at: GeneratedStamp
}

/** One-time codes. Deleted a day after they expire. */
export interface LoginCodesTable {
  id: string
  /** E.164; need not have a user. */
  phone: string
  /** What it is accepted for, and nothing else. */
  purpose: Generated<SentPurpose>
  /** The entity that it is accepted for, where the purpose has one. */
  subject: string | null
  code_hash: string
  /** The code, encrypted: a resend sends the same one. */
  code_sealed: string
  /** Attempts to enter the code. */
  tries: Generated<number>
  /** SMS sent, those of a replaced code included: the wait for the next one depends on it. */
  sends: Generated<number>
  /** The network that requested it: an IPv4 address, or the /64 of an IPv6 one. */
  ip: string | null
  created_at: GeneratedStamp
  last_sent_at: GeneratedStamp
  expires_at: Stamp
  used_at: StampOrNull
}

/** Sessions of signed-in users. Tokens are stored as keyed hashes only. */
export interface SessionsTable {
  id: string
  /** users.id */
  user_id: string
  access_hash: string
  access_expires_at: Stamp
  refresh_hash: string
  /** Earlier refresh hashes, the newest first; a reused one revokes the session. */
  used_refresh_hashes: Generated<string[]>
  /** When the session ends, however often it is refreshed; a re-authentication moves it. */
  refresh_expires_at: Stamp
  revoked_at: StampOrNull
  revoked_why: string | null
  user_agent: string | null
  created_at: GeneratedStamp
  /** The last use, to about five minutes. */
  seen_at: GeneratedStamp
  /** The last re-authentication; null: none since the sign-in. */
  proved_at: StampOrNull
}

/** Passkeys: the second factor of whoever has one. */
export interface PasskeysTable {
  id: string
  /** users.id */
  user_id: string
  /** As the user calls it. */
  name: string
  /** Base64url */
  credential_id: string
  public_key: Buffer
  /** Signatures that the key says it has made; bigint. */
  counter: ColumnType<string, string | number, string | number>
  /** How browsers reach the key. */
  transports: Generated<string[]>
  created_at: Stamp
  used_at: StampOrNull
}

/** What a passkey is asked to sign, once. Deleted a day after it expires. */
export interface PasskeyChallengesTable {
  id: string
  /** users.id */
  user_id: string
  purpose: 'register' | 'sign_in' | 'reauthenticate'
  challenge: string
  tries: Generated<number>
  expires_at: Stamp
  used_at: StampOrNull
}

/** Codes for whoever lost a passkey, as keyed hashes. */
export interface RecoveryCodesTable {
  /** users.id */
  user_id: string
  code_hash: string
  used_at: StampOrNull
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    users: UsersTable
    login_codes: LoginCodesTable
    sessions: SessionsTable
    passkeys: PasskeysTable
    passkey_challenges: PasskeyChallengesTable
    recovery_codes: RecoveryCodesTable
  }
}

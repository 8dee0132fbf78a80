import type { Generated } from 'kysely'
import type { GeneratedStamp, Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

export interface UsersTable {
  id: string
  phone: string
  first_name: string | null
  last_name: string | null
  email: string | null
  id_number_sealed: string | null
  gender: 'male' | 'female' | null
  date_birth: string | null
  language: Generated<string>
  signup_completed_at: StampOrNull
  created_at: GeneratedStamp
  updated_at: GeneratedStamp
}

export interface LoginCodesTable {
  id: string
  phone: string
  code_hash: string
  code_sealed: string
  tries: Generated<number>
  sends: Generated<number>
  ip: string | null
  created_at: GeneratedStamp
  last_sent_at: GeneratedStamp
  expires_at: Stamp
  used_at: StampOrNull
}

export interface SessionsTable {
  id: string
  user_id: string
  access_hash: string
  access_expires_at: Stamp
  refresh_hash: string
  used_refresh_hashes: Generated<string[]>
  refresh_expires_at: Stamp
  revoked_at: StampOrNull
  revoked_why: string | null
  user_agent: string | null
  created_at: GeneratedStamp
  seen_at: GeneratedStamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    users: UsersTable
    login_codes: LoginCodesTable
    sessions: SessionsTable
  }
}

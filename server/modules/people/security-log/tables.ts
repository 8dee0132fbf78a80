import type { SecurityAct } from '@kartis/domain/security-log.ts'
import type { Json, Stamp } from '../../../platform/database/schema-columns.ts'

/** Who did what that matters for the security of an account, and when. Written by this module; a trigger refuses changes. */
export interface SecurityLogTable {
  id: string
  /** accounts.id; null: an act of a person outside any account, such as a sign-in */
  account_id: string | null
  /** users.id; null: nobody is known by that phone */
  user_id: string | null
  /** Keyed hash of the network, so that equal addresses are recognised without storing any. */
  address_hash: string | null
  act: SecurityAct
  result: 'done' | 'refused'
  /** Uuid of the member, session, order or terminal; or the endpoint of an export or a denied call. */
  target: string | null
  /** Never a code, token, card, ID or account number. */
  detail: Json<Record<string, string | number | null>>
  created_at: Stamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    security_log: SecurityLogTable
  }
}

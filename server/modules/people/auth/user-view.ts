import { language, type User, type Workspace } from '@kartis/contract/auth.ts'
import { maskedId } from '@kartis/domain/israeli-id.ts'
import { permissionsOf } from '@kartis/domain/permissions.ts'
import { fullName } from '@kartis/domain/person-name.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import type { Keys } from '../../../platform/security/keys.ts'
import type { AccountBriefRow, UserRow } from './auth-queries.ts'

/** The key purpose under which ID numbers are encrypted. */
export const ID_NUMBER = 'id_number'

export const viewBrief = ({ id, name, role, all_events }: AccountBriefRow) => ({ id, uuid: id, name, role, all_events })

/** The chosen account with everything that the user may do in it. */
export const viewWorkspace = (row: AccountBriefRow): Workspace => ({
  ...viewBrief(row),
  can: permissionsOf({ role: row.role, events: row.all_events ? null : [] }),
})

export const viewUser = (row: UserRow, accounts: readonly AccountBriefRow[], keys: Keys): User => ({
  id: row.id,
  uuid: row.id,
  name: fullName(row),
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  auth_type: 'phone',
  id_number: row.id_number_sealed === null ? null : maskedId(keys.decrypt(ID_NUMBER, row.id_number_sealed)),
  gender: row.gender,
  date_birth: row.date_birth,
  phone: { phone_number: row.phone, phone_national: nationalPhone(row.phone) },
  settings: { language: language.catch('he').parse(row.language) },
  is_signup_complete: row.signup_completed_at !== null,
  accounts: accounts.map(viewBrief),
})

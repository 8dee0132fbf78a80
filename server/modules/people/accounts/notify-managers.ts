import type { Role } from '@kartis/domain/permissions.ts'
import { fullName } from '@kartis/domain/person-name.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { Message } from '../../../platform/notifications/notifications.ts'
import type { MessageContent } from '../../../platform/notifications/template.ts'
import type { Platform } from '../../../platform/platform.ts'
import { userById } from '../auth/index.ts'
import { accountById } from './accounts-queries.ts'
import { managersOf, type ManagerRow } from './team-queries.ts'
import { accountChanged, type AccountChange } from './templates.ts'

/** A message for each of them: by e-mail where the person has one, else by SMS. */
export const messagesToManagers = (
  people: readonly ManagerRow[],
  accountId: string,
  content: MessageContent,
): Message[] =>
  people.map(({ email, phone, language }) => ({
    ...(email ? { channel: 'email', to: email } : { channel: 'sms', to: phone }),
    lang: language,
    content,
    accountId,
  }))

interface Notice {
  readonly accountId: string
  /** Who made the change. */
  readonly userId: string
  readonly change: AccountChange
  /** Somebody who was a manager until this change. */
  readonly former?: ManagerRow | undefined
  readonly now: Date
}

const isManager = (role: Role): boolean => role === 'owner' || role === 'manager'

/** The person of a row as a manager to notify, if the role is one of a manager. */
export const asManager = (
  row: { readonly user_id: string | null; readonly role: Role; readonly phone: string },
  person: { readonly email: string | null; readonly language: string } | undefined,
): ManagerRow | undefined =>
  row.user_id !== null && person && isManager(row.role)
    ? { id: row.user_id, phone: row.phone, email: person.email, language: person.language }
    : undefined

/**
 * Tells every owner and manager of an account, the one who made it included, about a change of its bank details or its
 * team: whoever did not expect it can act at once.
 */
export const notifyManagers = async (
  platform: Platform,
  tx: Tx,
  { accountId, userId, change, former, now }: Notice,
): Promise<void> => {
  const account = await accountById(tx, accountId)
  const actor = await userById(tx, userId)
  const people = new Map((await managersOf(tx, accountId)).map((person) => [person.id, person]))
  if (former) people.set(former.id, former)
  const by = (actor && fullName(actor)) || actor?.phone || ''
  const content = accountChanged({ account: account?.name ?? '', by, at: now, change })
  await platform.notifications.sendMany(tx, messagesToManagers([...people.values()], accountId, content))
}

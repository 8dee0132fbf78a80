import { maskedPhone } from './phone.ts'

/** A user as rows have it; nothing where the user is gone. */
export interface Named {
  readonly first_name: string | null
  readonly last_name: string | null
  readonly phone: string | null
}

/** First and last name; empty before the sign-up. */
export const fullName = ({ first_name, last_name }: Pick<Named, 'first_name' | 'last_name'>): string =>
  [first_name, last_name].filter(Boolean).join(' ')

/**
 * How the others of an account see who did something: the name, or the masked phone of who has not said one. Null where
 * nobody did it, or the user was erased, whose phone is none any more.
 */
export const personName = (person: Named): string | null =>
  fullName(person) || (person.phone?.startsWith('+') ? maskedPhone(person.phone) : null)

/** The author of a change that members and the operator make: the id of a user, or the name that the operator gave. */
export const authorName = (author: string | null, user: Named): string | null =>
  user.phone === null ? author : personName(user)

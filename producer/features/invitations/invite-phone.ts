import { INVITE_PREFIXES, inviteDigits } from '@kartis/domain/invitation.ts'
import { INVITATION } from '@kartis/domain/limits.ts'
import { parsePhone } from '@kartis/domain/phone.ts'

export interface InvitePhone {
  readonly prefix: string
  /** The digits after the prefix, as typed; more than seven stay, so that nothing is lost. */
  readonly number: string
  /** The number was typed whole and split: it may begin like a prefix. */
  readonly isSplit?: boolean
}

const NATIONAL_DIGITS = 9

const startsLikePrefix = (digits: string): boolean => INVITE_PREFIXES.some((prefix) => digits.startsWith(prefix))

/**
 * What is typed, pasted or filled in beside the prefix. A complete mobile number in any spelling is split, and the prefix
 * follows. Without its 0 it has as many digits as a typing error, so then it must have come at once.
 */
export const typedPhone = (before: InvitePhone, text: string): InvitePhone => {
  const number = inviteDigits(text)
  const phone = parsePhone('972', text)
  const grew = number.length - before.number.length
  if (phone.ok && phone.country.iso === 'IL' && (number.length > NATIONAL_DIGITS || grew > 1)) {
    const national = `0${phone.e164.slice('+972'.length)}`
    return { prefix: national.slice(0, 3), number: national.slice(3), isSplit: true }
  }
  return { prefix: before.prefix, number }
}

export type PhoneProblem =
  | { readonly kind: 'short'; readonly missing: number }
  | { readonly kind: 'long' | 'unfinished' }

/**
 * Why the number cannot be used yet; undefined when it can. Seven digits that begin with a prefix are the first part of a
 * number that is typed whole (`0527654…`), and would reach a stranger.
 */
export const phoneProblem = ({ number, isSplit = false }: InvitePhone): PhoneProblem | undefined => {
  if (number.length > INVITATION.subscriberDigits)
    return startsLikePrefix(number) && number.length < NATIONAL_DIGITS + 1 ? { kind: 'unfinished' } : { kind: 'long' }
  if (!isSplit && startsLikePrefix(number)) return { kind: 'unfinished' }
  const missing = INVITATION.subscriberDigits - number.length
  return missing > 0 ? { kind: 'short', missing } : undefined
}

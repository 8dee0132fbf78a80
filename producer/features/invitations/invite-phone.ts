import { INVITE_PREFIXES, inviteDigits } from '@kartis/domain/invitation.ts'
import { INVITATION } from '@kartis/domain/limits.ts'

export interface InvitePhone {
  readonly prefix: string
  /** Up to seven digits. */
  readonly number: string
}

const WHOLE = 10

/** The typed number: at most seven digits. A complete number, pasted with prefix or country code, is split. */
export const typedPhone = (before: InvitePhone, text: string): InvitePhone => {
  const digits = inviteDigits(text)
  const national = digits.startsWith('972') && digits.length >= WHOLE + 2 ? `0${digits.slice(3)}` : digits
  const prefix = INVITE_PREFIXES.find((prefix) => national.startsWith(prefix))
  if (prefix !== undefined && national.length >= WHOLE)
    return { prefix, number: national.slice(prefix.length, prefix.length + INVITATION.subscriberDigits) }
  return { ...before, number: digits.slice(0, INVITATION.subscriberDigits) }
}

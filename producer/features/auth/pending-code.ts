import { login } from '@kartis/contract/auth.ts'
import type { PhoneValue } from '@kartis/ui/components/phone-field.tsx'
import { api } from '../../shared/api.ts'
import { dropDraft, readDraft, writeDraft } from '../../shared/use-draft.ts'

/** A code that was sent and not entered yet; it survives a reload. */
export interface PendingCode {
  readonly phone: PhoneValue
  readonly phonesId: string
  /** Epoch milliseconds of the earliest next code. */
  readonly resendAt: number
}

const DRAFT = 'login'

export const readPendingCode = (): PendingCode | undefined => {
  const stored: Partial<PendingCode> = readDraft(DRAFT, {})
  return stored.phone !== undefined && stored.phonesId !== undefined
    ? { phone: stored.phone, phonesId: stored.phonesId, resendAt: stored.resendAt ?? 0 }
    : undefined
}

export const dropPendingCode = (): void => dropDraft(DRAFT)

/** Sends a code to the phone and stores that it is pending. */
export const sendCode = async (phone: PhoneValue): Promise<PendingCode> => {
  const body = { phone_country_code: phone.country, phone_number: phone.number, purpose: 'sign_in' } as const
  const { data } = await api(login, { body })
  const pending: PendingCode = { phone, phonesId: data.phones_id, resendAt: Date.parse(data.resend_at) }
  writeDraft(DRAFT, pending)
  return pending
}

import { login } from '@kartis/contract/auth.ts'
import { COUNTRIES } from '@kartis/domain/phone.ts'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { useSession } from '../../shared/session.ts'

/** A code on its way to one's own phone: which one, and when another may be sent. */
export interface SentCode {
  readonly methodId: string
  readonly resendAt: number
}

/** Sends a fresh code to the phone of whoever is signed in. */
export const useOwnCode = (onSent: (sent: SentCode) => void) => {
  const phone = useSession().user?.phone.phone_number ?? ''
  const country = COUNTRIES.find(({ code }) => phone.startsWith(`+${code}`))?.code ?? ''
  return useMutation({
    mutationFn: () => api(login, { body: { phone_country_code: country, phone_number: phone } }),
    onSuccess: ({ data }) => onSent({ methodId: data.phones_id, resendAt: Date.parse(data.resend_at) }),
  })
}

const CODE_REFUSALS = new Set(['code_wrong', 'code_expired', 'code_burned'])

/** Is it the code that was not taken, and not something else? */
export const isAboutCode = (error: unknown): error is ApiError =>
  error instanceof ApiError && CODE_REFUSALS.has(error.code)

import { login } from '@kartis/contract/auth.ts'
import { COUNTRIES } from '@kartis/domain/phone.ts'
import { api } from './api.ts'
import { ApiError } from './api-error.ts'
import { useSession } from './session.ts'
import { useMutation } from './use-mutation.ts'

/** A code sent to the user's own phone and when the next one is possible. */
export interface SentCode {
  readonly methodId: string
  readonly resendAt: number
}

/** Sends a code for one purpose to the signed-in user's phone. */
export const useOwnCode = (purpose: 'confirm' | 'erase', onSent: (sent: SentCode) => void) => {
  const phone = useSession().user?.phone.phone_number ?? ''
  const country = COUNTRIES.find(({ code }) => phone.startsWith(`+${code}`))?.code ?? ''
  return useMutation({
    mutationFn: () => api(login, { body: { phone_country_code: country, phone_number: phone, purpose } }),
    onSuccess: ({ data }) => onSent({ methodId: data.phones_id, resendAt: Date.parse(data.resend_at) }),
  })
}

const CODE_REFUSALS = new Set(['code_wrong', 'code_expired', 'code_burned'])

/** Whether the failure is about the code itself. */
export const isAboutCode = (error: unknown): error is ApiError =>
  error instanceof ApiError && CODE_REFUSALS.has(error.code)

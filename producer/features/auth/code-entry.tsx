import { authenticate, type User } from '@kartis/contract/auth.ts'
import { nationalPhone, parsePhone } from '@kartis/domain/phone.ts'
import { clockText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { CODE_LENGTH, CodeField } from '@kartis/ui/components/code-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { storeAccessToken } from '../../shared/storage.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { useSecondsUntil } from '../../shared/use-seconds-until.ts'
import style from './auth-frame.module.css'
import { LoginProblem } from './phone-entry.tsx'
import type { SecondFactor } from './passkey-step.tsx'
import { dropPendingCode, type PendingCode, sendCode } from './pending-code.ts'
import { waitUntil } from './wait-until.ts'

/** Message key of a refused code; undefined for other failures. */
const codeProblem = (error: unknown): 'expired' | 'burned' | 'wrong' | undefined => {
  if (!(error instanceof ApiError) || error.status !== 422) return undefined
  return error.code === 'code_expired' ? 'expired' : error.code === 'code_burned' ? 'burned' : 'wrong'
}

/** The challenge for the passkey of whoever has one. */
const secondFactorOf = (error: unknown): SecondFactor | undefined =>
  error instanceof ApiError && error.code === 'passkey_required'
    ? // the detail of this refusal, as the contract describes it
      (error.detail as unknown as SecondFactor)
    : undefined

const PasskeyStep = lazy(async () => ({ default: (await import('./passkey-step.tsx')).PasskeyStep }))

export interface CodeEntryProps {
  readonly pending: PendingCode
  readonly onResent: (pending: PendingCode) => void
  /** The phone is signed in on this device; resolves when the screen is left. */
  readonly onSignedIn: (user: User) => Promise<void> | void
  /** The link or button that goes back to the phone number. */
  readonly change: ReactNode
}

/** The code field of every way in. Give it the code's id as its key, so that a new code starts empty. */
export function CodeEntry({ pending, onResent, onSignedIn, change }: CodeEntryProps) {
  const { t } = useTranslation('auth')
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const [short, setShort] = useState(false)
  const begin = async ({ token, user }: { readonly token: string; readonly user: User }) => {
    storeAccessToken(token)
    dropPendingCode()
    queries.clear()
    await onSignedIn(user)
  }
  const checking = useMutation({
    mutationFn: async (typed: string) =>
      (await api(authenticate, { body: { method_id: pending.phonesId, code: typed } })).data,
    meta: { quiet: true },
    onError: () => setCode(''),
    onSuccess: begin,
  })
  const challenge = secondFactorOf(checking.error)
  const wait = useSecondsUntil(waitUntil(checking.error, checking.submittedAt))
  const problem = codeProblem(checking.error)
  const error = short ? t('verify.all_digits') : problem && code === '' ? t(`verify.${problem}`) : undefined

  const submit = () => {
    // A code that was refused is emptied: why it was stays, until something is typed.
    setShort(code.length < CODE_LENGTH && (code !== '' || problem === undefined))
    if (code.length === CODE_LENGTH) checking.mutate(code)
  }

  if (challenge)
    return (
      <Suspense>
        <PasskeyStep challenge={challenge} onSignedIn={begin} change={change} />
      </Suspense>
    )
  return (
    <>
      <form
        className={style.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <CodeField
          label={t('verify.code')}
          value={code}
          error={error}
          disabled={checking.isPending || checking.isSuccess}
          onFull={(full) => checking.mutate(full)}
          onChange={(typed) => {
            setCode(typed)
            setShort(false)
          }}
        />
        <LoginProblem error={checking.error} wait={wait} />
        <Button
          type="submit"
          size="big"
          full
          busy={checking.isPending}
          busyText={t('verify.busy')}
          disabled={wait > 0 || checking.isSuccess}
        >
          {t('verify.submit')}
        </Button>
      </form>
      <div className={style.foot}>
        {change}
        <Resend pending={pending} onResent={onResent} />
      </div>
    </>
  )
}

/** The line that names the phone to which the code was sent. */
export function SentTo({ pending: { phone } }: { readonly pending: PendingCode }) {
  const { t } = useTranslation('auth')
  const parsed = parsePhone(phone.country, phone.number)
  return (
    <>
      {t('verify.sent')}{' '}
      <b>
        <bdi dir="ltr">{parsed.ok ? nationalPhone(parsed.e164) : `+${phone.country} ${phone.number}`}</bdi>
      </b>
    </>
  )
}

/** Resends the code, with a countdown until that is possible. */
function Resend({
  pending,
  onResent,
}: {
  readonly pending: PendingCode
  readonly onResent: (pending: PendingCode) => void
}) {
  const { t } = useTranslation('auth')
  const sending = useMutation({
    mutationFn: () => sendCode(pending.phone),
    onSuccess: (fresh) => {
      showToast({ state: 'good', text: t('verify.resent') })
      onResent(fresh)
    },
  })
  const left = useSecondsUntil(Math.max(pending.resendAt, waitUntil(sending.error, sending.submittedAt) ?? 0))
  if (left > 0) return <span className={style.figure}>{t('verify.resend_in', { time: clockText(left) })}</span>
  return (
    <button type="button" className={style.link} disabled={sending.isPending} onClick={() => sending.mutate()}>
      {t('verify.resend')}
    </button>
  )
}

import { parsePhone } from '@kartis/domain/phone.ts'
import { clockText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { EMPTY_PHONE, PhoneField } from '@kartis/ui/components/phone-field.tsx'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../shared/api-error.ts'
import { reasonText } from '../../shared/field-errors.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { useSecondsUntil } from '../../shared/use-seconds-until.ts'
import style from './auth-frame.module.css'
import { type PendingCode, readPendingCode, sendCode } from './pending-code.ts'
import { waitUntil } from './wait-until.ts'

/** The phone field of every way in; sends the code. */
export function PhoneEntry({ onSent }: { readonly onSent: (pending: PendingCode) => void }) {
  const { t, i18n } = useTranslation('auth')
  const [phone, setPhone] = useState(() => readPendingCode()?.phone ?? EMPTY_PHONE)
  const [error, setError] = useState<string>()
  const sending = useMutation({
    mutationFn: sendCode,
    meta: { quiet: true },
    onSuccess: onSent,
    onError: (error) => setError(error instanceof ApiError && error.status === 422 ? error.description : undefined),
  })
  const wait = useSecondsUntil(waitUntil(sending.error, sending.submittedAt))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = parsePhone(phone.country, phone.number)
    if (!parsed.ok) return setError(reasonText(i18n, parsed.reason))
    setError(undefined)
    return sending.mutate(phone)
  }

  return (
    <form className={style.form} onSubmit={submit} noValidate>
      <PhoneField
        label={t('login.phone')}
        value={phone}
        error={error}
        ready
        onChange={(value) => {
          setPhone(value)
          setError(undefined)
        }}
      />
      <LoginProblem error={sending.error} wait={wait} />
      <Button type="submit" size="big" full busy={sending.isPending} busyText={t('login.busy')} disabled={wait > 0}>
        {t('login.submit')}
      </Button>
    </form>
  )
}

/** Why the code was not sent: rate limit (with the time to wait) or no connection. Field errors show at the field. */
export function LoginProblem({ error, wait }: { readonly error: unknown; readonly wait: number }) {
  const { t } = useTranslation(['auth', 'errors'])
  if (!(error instanceof ApiError) || error.status === 422) return null
  if (error.status === 429)
    return wait > 0 ? <Note state="warn">{t('auth:wait', { time: clockText(wait) })}</Note> : null
  return <Note state="bad">{error.status === 0 ? t('errors:N1') : error.description || t('errors:unspecific')}</Note>
}

import type { User } from '@kartis/contract/auth.ts'
import { signInByPasskey, signInByRecoveryCode } from '@kartis/contract/sessions.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { hasPasskeys, signWithPasskey } from '../../shared/passkey.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import style from './auth-frame.module.css'

/** The challenge that `passkey_required` brings. */
export interface SecondFactor {
  readonly challenge_uuid: string
  readonly options: Readonly<Record<string, unknown>>
}

interface PasskeyStepProps {
  readonly challenge: SecondFactor
  readonly onSignedIn: (signed: { readonly token: string; readonly user: User }) => Promise<void>
  /** The link or button that goes back to the phone number. */
  readonly change: ReactNode
}

/** The step after the code for whoever has a passkey: the passkey, or a recovery code. */
export function PasskeyStep({ challenge, onSignedIn, change }: PasskeyStepProps) {
  const { t } = useTranslation('security')
  const [lost, setLost] = useState(!hasPasskeys())
  return (
    <>
      <p role="status">
        <b>{t('factor.title')}</b>
        <br />
        {t('factor.text')}
      </p>
      {lost ? (
        <RecoveryForm challenge={challenge} onSignedIn={onSignedIn} />
      ) : (
        <PasskeyForm challenge={challenge} onSignedIn={onSignedIn} />
      )}
      <div className={style.foot}>
        {change}
        {hasPasskeys() && (
          <button type="button" className={style.link} onClick={() => setLost(!lost)}>
            {lost ? t('factor.back') : t('factor.lost')}
          </button>
        )}
      </div>
    </>
  )
}

type FormProps = Pick<PasskeyStepProps, 'challenge' | 'onSignedIn'>

function PasskeyForm({ challenge: { challenge_uuid, options }, onSignedIn }: FormProps) {
  const { t } = useTranslation('security')
  const checking = useMutation({
    mutationFn: async () =>
      (await api(signInByPasskey, { body: { challenge_uuid, response: await signWithPasskey(options) } })).data,
    meta: { quiet: true },
    onSuccess: onSignedIn,
  })
  return (
    <div className={style.form}>
      {checking.isError && (
        <Note state="bad">{checking.error instanceof ApiError ? checking.error.description : t('factor.failed')}</Note>
      )}
      <Button
        size="big"
        full
        busy={checking.isPending}
        busyText={t('factor.busy')}
        disabled={checking.isSuccess}
        onClick={() => checking.mutate()}
      >
        {t('factor.use')}
      </Button>
    </div>
  )
}

function RecoveryForm({ challenge: { challenge_uuid }, onSignedIn }: FormProps) {
  const { t } = useTranslation(['security', 'validation'])
  const [code, setCode] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const checking = useMutation({
    mutationFn: async (typed: string) =>
      (await api(signInByRecoveryCode, { body: { challenge_uuid, recovery_code: typed } })).data,
    meta: { quiet: true },
    onSuccess: onSignedIn,
  })
  const { error } = checking
  const isOver = error instanceof ApiError && error.code === 'passkey_refused'
  const problem = error instanceof ApiError && !isOver ? error.description : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsEmpty(code.trim() === '')
    if (code.trim() !== '') checking.mutate(code.trim())
  }
  return (
    <form className={style.form} noValidate onSubmit={submit}>
      {!hasPasskeys() && <Note>{t('security:factor.unsupported')}</Note>}
      <TextField
        label={t('security:factor.recovery')}
        hint={t('security:factor.recovery_hint')}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={code}
        error={isEmpty ? t('validation:required') : problem}
        onChange={({ target }) => {
          setCode(target.value)
          setIsEmpty(false)
          checking.reset()
        }}
      />
      {isOver && <Note state="bad">{t('security:factor.expired')}</Note>}
      <Button
        type="submit"
        size="big"
        full
        busy={checking.isPending}
        busyText={t('security:factor.busy')}
        disabled={checking.isSuccess}
      >
        {t('security:factor.recovery_use')}
      </Button>
    </form>
  )
}

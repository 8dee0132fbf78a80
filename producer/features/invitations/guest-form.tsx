import { INVITE_PREFIXES } from '@kartis/domain/invitation.ts'
import { isRecipientName } from '@kartis/domain/text.ts'
import { directionOf } from '@kartis/i18n/lang.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../shared/api-error.ts'
import { errorText } from '../../shared/failures.ts'
import { fieldErrorsOf } from '../../shared/field-errors.ts'
import style from './guest-form.module.css'
import type { InviteLine } from './invite-line.ts'
import { type InvitePhone, phoneProblem, typedPhone } from './invite-phone.ts'
import { leftOf } from './sold-out.ts'

export interface Guest {
  readonly name: string
  readonly phone: InvitePhone
}

export interface GuestFormProps {
  readonly lines: readonly InviteLine[]
  readonly total: number
  readonly busy: boolean
  readonly error: Error | undefined
  readonly onSend: (guest: Guest) => void
  readonly onBack: () => void
}

const PREFIXES = INVITE_PREFIXES.map((prefix) => ({ value: prefix, label: prefix }))

/**
 * The guest's name and mobile number. The button is enabled when both are valid; errors show after a field was left.
 */
export function GuestForm({ lines, total, busy, error, onSend, onBack }: GuestFormProps) {
  const { t, i18n } = useTranslation('invitations')
  const dir = directionOf(useLang())
  const [name, setName] = useState('')
  const [phone, setPhone] = useState<InvitePhone>({ prefix: INVITE_PREFIXES[0] ?? '', number: '' })
  const [left, setLeft] = useState({ name: false, number: false })
  const refused = fieldErrorsOf(i18n, error)
  const problem = phoneProblem(phone)
  const isReady = isRecipientName(name) && problem === undefined && total > 0
  const problemText =
    problem?.kind === 'short'
      ? t('form.number_short', { count: problem.missing })
      : problem && t(`form.number_${problem.kind}`)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !busy) onSend({ name, phone })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ul className={style.lines}>
          {lines.map(({ type, quantity }) => (
            <li key={type.uuid}>
              <span>
                <UserText>{type.name}</UserText>
              </span>
              <b>{t('form.items', { count: quantity })}</b>
            </li>
          ))}
        </ul>
        <TextField
          label={t('form.name')}
          hint={t('form.name_hint')}
          error={refused['recipient.name'] ?? (left.name && !isRecipientName(name) && t('form.name_wrong'))}
          autoComplete="off"
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onBlur={() => setLeft({ ...left, name: name !== '' })}
        />
        <div className={style.phone} dir="ltr">
          <div dir={dir}>
            <SelectField
              label={t('form.prefix')}
              placeholder={t('form.prefix')}
              options={PREFIXES}
              value={phone.prefix}
              onChange={(event) => setPhone({ ...phone, prefix: event.target.value })}
            />
          </div>
          <div dir={dir}>
            <TextField
              label={t('form.number')}
              hint={t('form.number_hint')}
              error={refused['recipient.phone'] ?? ((left.number || problem?.kind === 'long') && problemText)}
              dir="ltr"
              type="tel"
              inputMode="numeric"
              autoComplete="off"
              value={phone.number}
              onChange={(event) => setPhone(typedPhone(phone, event.target.value))}
              onBlur={() => setLeft({ ...left, number: phone.number !== '' })}
            />
          </div>
        </div>
        <Refusal error={error} lines={lines} />
        <div className={style.actions}>
          <Button type="submit" full disabled={!isReady} busy={busy} busyText={t('form.sending')}>
            {t('form.send')}
          </Button>
          <Button look="bare" full onClick={onBack} disabled={busy}>
            {t('form.back')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

/** The refusal, where no field is invalid. */
function Refusal({ error, lines }: { readonly error: Error | undefined; readonly lines: readonly InviteLine[] }) {
  const { t, i18n } = useTranslation('invitations')
  if (error === undefined) return null
  const left = leftOf(error)
  if (left)
    return (
      <Note state="warn">
        {t('form.sold_out')}
        <ul>
          {lines
            .filter(({ type }) => left[type.uuid] !== undefined)
            .map(({ type }) => (
              <li key={type.uuid}>{t('form.sold_out_type', { name: type.name, count: left[type.uuid] ?? 0 })}</li>
            ))}
        </ul>
      </Note>
    )
  if (!(error instanceof ApiError)) return <Note state="bad">{errorText(i18n, 'unspecific')}</Note>
  if (error.code === 'validation') return null
  return <Note state="bad">{error.description || errorText(i18n, error.code)}</Note>
}

import { PERSON } from '@kartis/domain/limits.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './profile.module.css'

interface IdFieldProps {
  /** As the server shows it: all but the last digits hidden. Nothing where none was given. */
  readonly masked: string | null
  /** What is typed instead; empty: it stays. */
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onBlur: () => void
  readonly error?: ReactNode
}

/** The number is shown masked; changing it means typing it whole. */
export function IdField({ masked, value, onChange, onBlur, error }: IdFieldProps) {
  const { t } = useTranslation('profile')
  const [typing, setTyping] = useState(false)
  // once saved the value is empty again, and the field goes back to the mask
  const open = masked === null || value !== '' || typing
  return (
    <div className={style.id}>
      {open ? (
        <TextField
          label={t('me.id_number')}
          hint={t('me.id_hint')}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          maxLength={PERSON.idDigits}
          value={value}
          error={error}
          onBlur={() => {
            onBlur()
            setTyping(false)
          }}
          onChange={({ target }) => onChange(target.value)}
          autoFocus={typing} // oxlint-disable-line jsx-a11y/no-autofocus -- it takes the place of the button just pressed
        />
      ) : (
        <TextField label={t('me.id_number')} dir="ltr" value={masked} readOnly />
      )}
      {masked !== null && (
        <Button
          look="bare"
          onClick={() => {
            setTyping(!open)
            onChange('')
          }}
        >
          {open ? t('me.id_keep') : t('me.id_change')}
        </Button>
      )}
    </div>
  )
}

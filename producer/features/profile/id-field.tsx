import { PERSON } from '@kartis/domain/limits.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { DigitsField } from '@kartis/ui/components/digits-field.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './profile.module.css'

interface IdFieldProps {
  /** The masked number from the server; null if none is stored. */
  readonly masked: string | null
  /** The new number; empty keeps the stored one. */
  readonly value: string
  readonly onChange: (digits: string) => void
  readonly onBlur: () => void
  readonly error?: ReactNode
}

/** The ID number, masked; changing it means typing it in full. */
export function IdField({ masked, value, onChange, onBlur, error }: IdFieldProps) {
  const { t } = useTranslation('profile')
  const [typing, setTyping] = useState(false)
  // after saving, the value is empty and the masked number shows again
  const open = masked === null || value !== '' || typing
  return (
    <div className={style.id}>
      {open ? (
        <DigitsField
          label={t('me.id_number')}
          hint={t('me.id_hint')}
          max={PERSON.idDigits}
          value={value}
          error={error}
          onBlur={() => {
            onBlur()
            setTyping(false)
          }}
          onChange={onChange}
          autoFocus={typing} // oxlint-disable-line jsx-a11y/no-autofocus -- it replaces the button just pressed
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

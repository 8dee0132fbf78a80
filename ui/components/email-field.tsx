import { suggestEmail } from '@kartis/domain/email-typo.ts'
import { type FocusEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import style from './email-field.module.css'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface EmailFieldProps extends Omit<TextFieldProps, 'value'> {
  readonly value?: string
  /** Called with the corrected address when the offer is taken. */
  readonly onCorrect: (email: string) => void
}

/** An e-mail address. A domain that looks like a typing error is offered a correction once the field is left. */
export function EmailField({ value = '', onCorrect, onFocus, onBlur, ...field }: EmailFieldProps) {
  const { t } = useTranslation('components')
  const [isTyping, setIsTyping] = useState(false)
  const meant = isTyping || field.readOnly === true ? undefined : suggestEmail(value)
  return (
    <div>
      <TextField
        type="email"
        inputMode="email"
        dir="ltr"
        autoComplete="email"
        maxLength={254}
        {...field}
        value={value}
        onFocus={(event: FocusEvent<HTMLInputElement>) => {
          setIsTyping(true)
          onFocus?.(event)
        }}
        onBlur={(event: FocusEvent<HTMLInputElement>) => {
          setIsTyping(false)
          onBlur?.(event)
        }}
      />
      <div role="status">
        {meant !== undefined && (
          <p className={style.meant}>
            <span>
              {t('email.meant')} <bdi dir="ltr">{meant}</bdi>
            </span>
            <Button look="line" onClick={() => onCorrect(meant)}>
              {t('email.fix')}
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}

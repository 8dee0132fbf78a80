import { useState } from 'react'
import type { Refused } from './api.ts'
import css from './code-input.module.css'
import { Field, fieldProps } from './field.tsx'
import { usePageContext } from './page-context.tsx'
import { useSubmit } from './use-submit.ts'

export const CODE_DIGITS = 6

interface Props {
  readonly id: string
  readonly value: string
  readonly wrong: string | undefined
  /** At most six digits; other characters are removed. */
  readonly onType: (digits: string) => void
  /** Whether the code has six digits. */
  readonly onFull: (digits: string) => void
}

/** One input for all six digits, so that paste and the phone's autofill work. */
export const CodeInput = ({ id, value, wrong, onType, onFull }: Props) => {
  const { t } = usePageContext()
  return (
    <div className={css.field}>
      <Field id={id} label={t('my.code.label')} wrong={wrong}>
        <input
          {...fieldProps(id, wrong)}
          className={css.code}
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          maxLength={CODE_DIGITS + 2}
          required
          // The code is the only input of this step.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={value}
          onChange={(change) => {
            const digits = change.target.value.replaceAll(/\D/g, '').slice(0, CODE_DIGITS)
            onType(digits)
            if (digits.length === CODE_DIGITS) onFull(digits)
          }}
        />
      </Field>
    </div>
  )
}

/**
 * A one-time code that is typed and sent. `onCode` resolves with why it was refused; undefined when it was accepted; `elsewhere`
 * when something else than the code is wrong and the page says so, so that the code stays. A code that was refused is emptied,
 * and what is wrong stands at the field until something is typed. A second press is ignored (`useSubmit`).
 */
export const useCodeEntry = (onCode: (code: string) => Promise<Refused | 'elsewhere' | undefined>) => {
  const { t } = usePageContext()
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, enter] = useSubmit<string>(async (digits) => {
    if (digits.length < CODE_DIGITS) {
      setWrong((now) => (digits === '' && now) || t('my.code.incomplete'))
      return false
    }
    const refused = await onCode(digits)
    if (refused && refused !== 'elsewhere') {
      setCode('')
      setWrong(refused.text)
    }
    return refused === undefined
  })
  const onType = (digits: string): void => {
    setCode(digits)
    setWrong(undefined)
  }
  return { busy, submit: () => enter(code), field: { value: code, wrong, onType, onFull: enter } }
}

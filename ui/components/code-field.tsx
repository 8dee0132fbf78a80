import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Field } from './field.tsx'
import { digitsOf } from '@kartis/domain/phone.ts'
import style from './code-field.module.css'

export const CODE_LENGTH = 6

export interface CodeFieldProps {
  readonly label: ReactNode
  readonly error?: ReactNode
  readonly value: string
  readonly onChange: (code: string) => void
  /** Called once per complete code, whether typed, pasted or read from the SMS. */
  readonly onFull?: (code: string) => void
  readonly disabled?: boolean
}

/** Six boxes over one real input, so that paste, SMS autofill and screen readers work as with an ordinary field. */
export function CodeField({ label, error, value, onChange, onFull, disabled }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = (text: string) => {
    const code = digitsOf(text).slice(0, CODE_LENGTH)
    onChange(code)
    if (code.length === CODE_LENGTH && code !== value) onFull?.(code)
  }
  useCodeFromSms(take)
  useEffect(() => {
    if (disabled !== true) input.current?.focus()
  }, [disabled])

  return (
    <Field label={label} error={error}>
      {({ id, describedBy, invalid }) => (
        <div className={style.boxes} dir="ltr" data-error={invalid || undefined}>
          <input
            ref={input}
            id={id}
            name="code"
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            dir="ltr"
            value={value}
            disabled={disabled}
            onChange={(event) => take(event.target.value)}
            onSelect={(event) => event.currentTarget.setSelectionRange(value.length, value.length)}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            aria-required
          />
          <div className={style.digits} aria-hidden>
            {Array.from({ length: CODE_LENGTH }, (_, index) => (
              <span key={index} data-next={index === Math.min(value.length, CODE_LENGTH - 1) || undefined}>
                {value[index]}
              </span>
            ))}
          </div>
        </div>
      )}
    </Field>
  )
}

/** Fills in the code where the browser can read it from the SMS (WebOTP). */
const useCodeFromSms = (take: (code: string) => void): void => {
  const found = useEffectEvent(take)
  useEffect(() => {
    if (!('OTPCredential' in window)) return undefined
    const leave = new AbortController()
    void readSms(leave.signal).then((code) => code !== undefined && found(code))
    return () => leave.abort()
  }, [])
}

/** Undefined when the prompt was closed or the screen was left: the code can still be typed. */
const readSms = async (signal: AbortSignal): Promise<string | undefined> => {
  const request: CredentialRequestOptions & { readonly otp: object } = { otp: { transport: ['sms'] }, signal }
  try {
    const found = await navigator.credentials.get(request)
    return found !== null && 'code' in found && typeof found.code === 'string' ? found.code : undefined
  } catch {
    return undefined
  }
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, showFailure } from './failures.ts'
import { isAboutCode } from './use-own-code.ts'

/** A code as it is typed, and what is wrong with it. */
export interface TypedCode {
  readonly code: string
  readonly error: string | undefined
  /** Something was typed. */
  readonly type: (code: string) => void
  /** It is sent too early. Why an emptied one was refused stays. */
  readonly refuseShort: (error: string) => void
  /** The code was refused: what is wrong stands at the field, any other failure in a toast. */
  readonly refuse: (failure: unknown) => void
}

export const useTypedCode = (): TypedCode => {
  const { i18n } = useTranslation()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const type = (next: string): void => {
    setCode(next)
    setError(undefined)
  }
  const refuse = (failure: unknown): void => {
    setCode('')
    if (isAboutCode(failure)) setError(failure.description || errorText(i18n, failure.code))
    else showFailure(i18n, failure)
  }
  const refuseShort = (short: string): void => setError((now) => (code === '' && now) || short)
  return { code, error, type, refuseShort, refuse }
}

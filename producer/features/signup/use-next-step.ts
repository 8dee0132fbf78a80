import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { setServerErrors, type SignupStep } from './signup-draft.ts'

interface NextStep<T> {
  readonly step: SignupStep
  /** Stores the values of the step on this device. */
  readonly save: (values: T) => void
  readonly to: '/create-account/bank-details' | '/create-account/terms-of-use'
}

/** Stores a step of the sign-up and opens the next one; errors of the server about the step are then out of date. */
export const useNextStep = <T>({ step, save, to }: NextStep<T>) => {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const submitStep = async (values: T): Promise<void> => {
    setBusy(true)
    setServerErrors(step, {})
    save(values)
    try {
      await navigate({ to })
    } finally {
      setBusy(false)
    }
  }
  return { busy, submitStep }
}

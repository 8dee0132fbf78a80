import { createClickGuard } from '@kartis/contract/intents.ts'
import { useState } from 'react'

class NotDone extends Error {}

/**
 * One button or form: `[busy, submit]`. `work` resolves with whether it was done. A second click with the same input is
 * ignored while it runs and for a moment after it was done; what was not done may be tried again at once.
 */
export const useSubmit = <Input = void>(
  work: (input: Input) => Promise<boolean>,
): readonly [busy: boolean, submit: (input: Input) => void] => {
  const [busy, setBusy] = useState(false)
  const [guard] = useState(createClickGuard<void>)
  const start = async (input: Input): Promise<void> => {
    setBusy(true)
    try {
      if (!(await work(input))) throw new NotDone()
    } finally {
      setBusy(false)
    }
  }
  const submit = (input: Input) => {
    guard(input, () => start(input)).catch((error: unknown) => {
      // Whatever else it is belongs to the error report of the page.
      if (!(error instanceof NotDone)) throw error
    })
  }
  return [busy, submit]
}

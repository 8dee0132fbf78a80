import { createStore } from '@kartis/ui/components/store.ts'

interface PendingProof {
  /** The answers to everything that waits for one proof. */
  readonly answer: (proved: boolean) => void
}

export const pendingProof = createStore<PendingProof | undefined>(undefined)

let pendingAnswer: Promise<boolean> | undefined

/** Asks the person to prove again who they are; false when they close the question. Calls that wait share one question. */
export const requestProof = (): Promise<boolean> => {
  pendingAnswer ??= new Promise<boolean>((resolve) => {
    pendingProof.write({
      answer: (proved) => {
        pendingAnswer = undefined
        pendingProof.write(undefined)
        resolve(proved)
      },
    })
  })
  return pendingAnswer
}

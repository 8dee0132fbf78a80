import { createStore } from './store.ts'

export interface Question {
  readonly title: string
  readonly text?: string
  /** The verb on the button: `מחיקה`, never `אישור`. */
  readonly action: string
  readonly danger?: boolean
}

interface PendingQuestion extends Question {
  readonly answer: (yes: boolean) => void
}

export const pendingQuestion = createStore<PendingQuestion | undefined>(undefined)

/** Asks before an action that cannot be undone: `if (await confirm({…})) …`. Needs ConfirmHost on the page. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    pendingQuestion.read()?.answer(false)
    pendingQuestion.write({
      ...question,
      answer: (yes) => {
        pendingQuestion.write(undefined)
        resolve(yes)
      },
    })
  })

import { createStore } from './store.ts'

export interface Question {
  readonly title: string
  readonly text?: string
  /** The verb on the button: `מחיקה`, never `אישור`. */
  readonly action: string
  readonly danger?: boolean
}

interface Asked extends Question {
  readonly answer: (yes: boolean) => void
}

export const asked = createStore<Asked | undefined>(undefined)

/** Asks before an action that cannot be undone: `if (await confirm({…})) …`. Needs ConfirmHost on the page. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    asked.read()?.answer(false)
    asked.write({
      ...question,
      answer: (yes) => {
        asked.write(undefined)
        resolve(yes)
      },
    })
  })

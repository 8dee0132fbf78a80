import type { ReactNode } from 'react'
import { createStore } from './store.ts'

export interface Question {
  readonly title: string
  readonly text?: string
  /** Behind the text: what to consider, with a link. */
  readonly details?: ReactNode
  /** The verb on the button: `מחיקה`, never `אישור`. */
  readonly action: string
  readonly danger?: boolean
  /** A second way on, e.g. to leave without saving; only for `choose`. */
  readonly other?: string
  /** The text of the button that changes nothing; default: cancel. */
  readonly stay?: string
}

export type Answer = 'action' | 'other' | 'stay'

interface PendingQuestion extends Question {
  readonly answer: (answer: Answer) => void
}

export const pendingQuestion = createStore<PendingQuestion | undefined>(undefined)

/** Asks a question with one or two ways on. Needs ConfirmHost on the page. A question that is still open is answered `stay`. */
export const choose = (question: Question): Promise<Answer> =>
  new Promise((resolve) => {
    pendingQuestion.read()?.answer('stay')
    pendingQuestion.write({
      ...question,
      answer: (answer) => {
        pendingQuestion.write(undefined)
        resolve(answer)
      },
    })
  })

/** Asks before an action that cannot be undone: `if (await confirm({…})) …`. Needs ConfirmHost on the page. */
export const confirm = async (question: Omit<Question, 'other'>): Promise<boolean> =>
  (await choose(question)) === 'action'

import { ORDER_FILES } from './limits.ts'

/** Questions of an event that are answered by a file: for the whole order, and for each of its tickets. */
interface FileQuestions {
  readonly order: number
  readonly ticket: number
}

/** How many files an order may send in an hour. */
export const maxOrderFiles = (questions: FileQuestions, tickets: number): number =>
  (questions.order + questions.ticket * tickets) * ORDER_FILES.order.filesOfAnswer + ORDER_FILES.order.moreFiles

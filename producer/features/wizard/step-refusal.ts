import type { StepRefusal } from './event-draft.ts'

/** What the server refused of a whole draft waits here for the step it is typed in. */
let waiting: StepRefusal | undefined

export const storeRefusal = (refused: StepRefusal): void => {
  waiting = refused
}

export const readRefusal = (): StepRefusal | undefined => waiting

export const clearRefusal = (): void => {
  waiting = undefined
}

import type { StepRefusal } from './event-draft.ts'

/** The last server refusal, shown in the step it belongs to. */
let waiting: StepRefusal | undefined

export const storeRefusal = (refused: StepRefusal): void => {
  waiting = refused
}

export const readRefusal = (): StepRefusal | undefined => waiting

export const clearRefusal = (): void => {
  waiting = undefined
}

import type { Refused } from './event-draft.ts'

/** What the server refused of a whole draft waits here for the step it is typed in. */
let waiting: Refused | undefined

export const leaveRefused = (refused: Refused): void => {
  waiting = refused
}

export const readRefused = (): Refused | undefined => waiting

export const forgetRefused = (): void => {
  waiting = undefined
}

/** A clock that changes only when a test sets or advances it. */
export interface TestClock {
  readonly now: () => Date
  readonly set: (instant: Date | string) => void
  readonly advance: (seconds: number) => void
}

export const testClock = (start: Date | string = new Date()): TestClock => {
  let instant = new Date(start).getTime()
  return {
    now: () => new Date(instant),
    set: (next) => {
      instant = new Date(next).getTime()
    },
    advance: (seconds) => {
      instant += seconds * 1000
    },
  }
}

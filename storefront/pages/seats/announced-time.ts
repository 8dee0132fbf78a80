import { useState } from 'react'

/** Seconds before the end at which a screen reader hears how long the seats stay held: twice, when it matters. */
const MOMENTS = [30, 120] as const

const momentOf = (seconds: number): number | undefined =>
  seconds <= 0 ? undefined : MOMENTS.find((moment) => seconds <= moment)

/**
 * The seconds that a live region says: those that were left when the last of the moments was reached, or when the page came
 * after it. They stay until the next one, so that nothing is spoken in between.
 */
export const useAnnouncedTime = (seconds: number): number | undefined => {
  const moment = momentOf(seconds)
  const [spoken, setSpoken] = useState({ moment, seconds })
  if (spoken.moment !== moment) setSpoken({ moment, seconds })
  const current = spoken.moment === moment ? spoken.seconds : seconds
  return moment === undefined ? undefined : Math.ceil(current)
}

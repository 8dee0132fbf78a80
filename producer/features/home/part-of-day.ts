const MORNING = 5
const NOON = 12
const EVENING = 17

/** Part of the day by local hour. */
export const partOfDay = (hour: number): 'night' | 'morning' | 'noon' | 'evening' => {
  if (hour < MORNING) return 'night'
  if (hour < NOON) return 'morning'
  return hour < EVENING ? 'noon' : 'evening'
}

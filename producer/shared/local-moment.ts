import { instantIn, localTimeIn } from '@kartis/domain/zone.ts'

/** Day and time of an instant in a zone, as the browser's field has them: `2026-12-17T21:00`. */
export const localText = (zone: string, at: Date): string => localTimeIn(zone, at).toISOString().slice(0, 16)

/** The instant of a field's day and time in a zone; undefined while it is empty. */
export const instantOf = (zone: string, local: string): string | undefined => {
  const [day = '', clock = ''] = local.split('T')
  return clock === '' ? undefined : instantIn(zone, day, clock.slice(0, 5)).toISOString()
}

/** Whether a field has a day without its time. */
export const lacksTime = (local: string): boolean => local.endsWith('T')

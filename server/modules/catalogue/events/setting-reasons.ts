import type { EventSettings } from '@kartis/contract/events.ts'
import { accountReasons } from '@kartis/domain/company.ts'
import { gateLaneReasons } from '@kartis/domain/lanes.ts'
import type { FieldReasons } from '@kartis/domain/reason.ts'

/** The window within which tickets enter ends after it begins; checked when either changes. */
const windowReasons = (settings: EventSettings, change: EventSettings): FieldReasons => {
  const { entry_starts_at: start, entry_ends_at: end } = settings
  const changes = change.entry_starts_at !== undefined || change.entry_ends_at !== undefined
  return changes && start && end && Date.parse(end) <= Date.parse(start) ? { entry_ends_at: ['end_before_start'] } : {}
}

/** What buyers see as the contact of the event follows the rules of the account's own. */
const contactReasons = ({ contact_phone: phone, contact_email: email }: EventSettings): FieldReasons =>
  accountReasons({ ...(phone && { contact_phone: phone }), ...(email && { contact_email: email }) })

/**
 * The lanes of the gates are among those that the event has. Where only their number changes, it is the number that does not
 * fit the gates.
 */
const laneReasons = (settings: EventSettings, change: EventSettings): FieldReasons => {
  if (change.gates === undefined && change.check_in === undefined) return {}
  const reasons = gateLaneReasons(settings.gates ?? [], settings.check_in)
  if (change.gates === undefined)
    return Object.values(reasons).flat().includes('too_big') ? { 'check_in.lanes': ['too_small'] } : {}
  return Object.fromEntries(Object.entries(reasons).map(([place, why]) => [`gates.${place}`, why]))
}

/** Reasons against changed settings, by field; `before` are those that the event has. */
export const settingReasons = (before: EventSettings, change: EventSettings | undefined): FieldReasons => {
  if (change === undefined) return {}
  const settings = { ...before, ...change }
  const reasons = { ...windowReasons(settings, change), ...laneReasons(settings, change), ...contactReasons(change) }
  return Object.fromEntries(Object.entries(reasons).map(([field, why]) => [`settings.${field}`, why]))
}

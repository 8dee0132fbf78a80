import type { EventSettings } from '@kartis/contract/events.ts'
import { accountReasons } from '@kartis/domain/company.ts'
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

/** Reasons against changed settings, by field; `before` are those that the event has. */
export const settingReasons = (before: EventSettings, change: EventSettings | undefined): FieldReasons => {
  if (change === undefined) return {}
  const reasons = { ...windowReasons({ ...before, ...change }, change), ...contactReasons(change) }
  return Object.fromEntries(Object.entries(reasons).map(([field, why]) => [`settings.${field}`, why]))
}

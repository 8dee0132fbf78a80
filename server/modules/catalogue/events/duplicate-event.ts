import type { EventSettings } from '@kartis/contract/events.ts'
import { endReasonsOf } from '@kartis/domain/event.ts'
import { hasReasons, reasonsOf } from '@kartis/domain/reason.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { copyEventImages } from '../../people/attachments/index.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { addDaysIn } from '@kartis/domain/zone.ts'
import { artistsOf, categoriesOf, formIdsOf, setArtists, setCategories, setForms } from './event-links-queries.ts'
import { eventRow, insertEvent, updateEventRow } from './events-queries.ts'
import type { EventsPlatform } from './extensions.ts'
import { slugOf } from './save-event.ts'

type Gate = NonNullable<EventSettings['gates']>[number]

const WEEK = 7 * 86_400_000

/** A function that shifts times of the event by whole weeks, at least one, so that its start is in the future. */
const shiftFor = (zone: string, startsAt: Date, now: Date): ((at: Date) => Date) => {
  const weeks = Math.max(1, Math.ceil((now.getTime() - startsAt.getTime()) / WEEK))
  return (at) => addDaysIn(zone, at, weeks * 7)
}

type Later = (text: string | null | undefined) => string | null | undefined

const hoursOfCopy = (
  { opens_at: opensAt, closes_at: closesAt }: Pick<Gate, 'opens_at' | 'closes_at'>,
  later: Later,
): Pick<Gate, 'opens_at' | 'closes_at'> => ({
  ...(opensAt && { opens_at: later(opensAt) }),
  ...(closesAt && { closes_at: later(closesAt) }),
})

/** Settings that name ticket types, with those of the copy. */
const settingsOfTypes = (
  { gates, type_hours: typeHours }: EventSettings,
  copies: ReadonlyMap<string, string>,
  later: Later,
): EventSettings => ({
  ...(gates && {
    gates: gates.map(({ name, events_ticket_uuids, lanes, ...hours }) => ({
      name,
      events_ticket_uuids: events_ticket_uuids.flatMap((uuid) => copies.get(uuid) ?? []),
      ...(lanes && { lanes }),
      ...hoursOfCopy(hours, later),
    })),
  }),
  ...(typeHours && {
    type_hours: typeHours.flatMap(({ events_ticket_uuid: uuid, ...hours }) => {
      const copy = copies.get(uuid)
      return copy ? [{ events_ticket_uuid: copy, ...hoursOfCopy(hours, later) }] : []
    }),
  }),
})

/** A draft with the same details, ticket types, coupons, forms and images; returns its id. Refusals: `not_found`, `validation` for an event whose times would be refused now. */
export const duplicateEvent = async (
  platform: EventsPlatform,
  accountId: string,
  eventId: string,
  userId: string,
  now: Date,
): Promise<string | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const from = await eventRow(tx, accountId, eventId)
    if (!from) return refuse('not_found')
    const wrong = reasonsOf({ ends_at: endReasonsOf(from.starts_at, from.ends_at) })
    if (hasReasons(wrong)) return refuse('validation', { fields: wrong })
    const id = platform.newId()
    const later = shiftFor(from.timezone, from.starts_at, now)
    const laterText = (text: string | null | undefined) => (text ? later(new Date(text)).toISOString() : text)
    const { settings } = from
    const moved = {
      ...settings,
      doors_at: laterText(settings.doors_at),
      entry_starts_at: laterText(settings.entry_starts_at),
      entry_ends_at: laterText(settings.entry_ends_at),
    }
    await insertEvent(tx, {
      id,
      account_id: accountId,
      slug: slugOf(id),
      kind: from.kind,
      name: from.name,
      description: from.description,
      texts: from.texts,
      starts_at: later(from.starts_at).toISOString(),
      ends_at: later(from.ends_at).toISOString(),
      timezone: from.timezone,
      venue_id: from.venue_id,
      address_description: from.address_description,
      address_street: from.address_street,
      address_street_number: from.address_street_number,
      address_city: from.address_city,
      settings: moved,
      created_by: userId,
    })
    await setCategories(
      tx,
      id,
      (await categoriesOf(tx, [eventId])).map((row) => row.id),
    )
    await setArtists(tx, id, await artistsOf(tx, [eventId]))
    await setForms(
      tx,
      id,
      (await formIdsOf(tx, [eventId])).map((row) => row.form_id),
    )
    await copyEventImages(platform, tx, eventId, id)
    const copies = new Map<string, string>()
    for (const onDuplicated of platform.extensions.onDuplicated)
      await onDuplicated(platform, tx, { from, toId: id, later, copies })
    // They name ticket types, whose copies exist only now.
    if (settings.gates || settings.type_hours)
      await updateEventRow(tx, id, { settings: { ...moved, ...settingsOfTypes(settings, copies, laterText) } }, now)
    return id
  })

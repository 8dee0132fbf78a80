import { ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import {
  type Platform,
  type Tx,
  putEventImage,
  createDraft,
  changeEventState,
  createFormOf,
  createPublishedMap,
  formsByIds,
  createType,
  eventSeats,
  insertVenue,
  readEdition,
  takeMapInline,
  ticketStock,
} from './server.ts'
import type { Picture } from './art/pictures.ts'
import type { CreatedShow } from './history.ts'
import { categoryIds, dateEvent } from './history-queries.ts'
import { expectDone, type Team } from './people.ts'
import type { Show } from './show.ts'
import { SEAT_MAPS } from './seat-maps.ts'
import { VENUES } from './venues.ts'

export interface ShowContext {
  readonly platform: Platform
  readonly tx: Tx
  readonly team: Team
  /** Ids by name. */
  readonly venues: ReadonlyMap<string, string>
  /** Ids of the published seat maps by the names of their venues. */
  readonly maps: ReadonlyMap<string, string>
  /** Ids by slug. */
  readonly categories: ReadonlyMap<string, string>
}

/** Creates the venues of the workspace with their published seat maps; what shows are created from. */
export const createVenues = async (platform: Platform, tx: Tx, team: Team, now: Date): Promise<ShowContext> => {
  const venues = new Map<string, string>()
  for (const { name, street, number, city, notes, texts } of VENUES) {
    const id = platform.newId()
    const place = { name, address_street: street, address_street_number: number, address_city: city, notes, texts }
    await insertVenue(tx, { id, account_id: team.accountId, ...place })
    venues.set(name, id)
  }
  const owner = { accountId: team.accountId, userId: team.managerId, now }
  const maps = new Map<string, string>()
  for (const { venue, ...map } of SEAT_MAPS) {
    const created = await createPublishedMap(platform, { ...owner, ...map, venueId: venues.get(venue) ?? null })
    maps.set(venue, expectDone(created))
  }
  return { platform, tx, team, venues, maps, categories: await categoryIds(tx) }
}

const addForm = async (
  { platform, tx, team }: ShowContext,
  { form, when }: Show,
): Promise<{ formIds: string[]; fieldIds: string[] }> => {
  if (!form) return { formIds: [], fieldIds: [] }
  const id = expectDone(await createFormOf(platform, team.accountId, form.form, when.createdAt))
  const [made] = await formsByIds(tx, team.accountId, [id], 'manager')
  return { formIds: [id], fieldIds: made?.fields.map((field) => field.uuid) ?? [] }
}

const addTypes = async ({ platform, team }: ShowContext, eventId: string, show: Show): Promise<string[]> => {
  const ids: string[] = []
  for (const type of show.types)
    ids.push(
      expectDone(
        await createType(
          { ...platform, stock: ticketStock },
          team.accountId,
          {
            event_uuid: eventId,
            name: type.name,
            info: type.info,
            type: type.type,
            price: type.price,
            purchase_limit: type.limit,
            sum_total_available: type.total,
            sale_starts_at: type.saleStartsAt?.toISOString() ?? null,
            sale_ends_at: type.saleEndsAt?.toISOString() ?? null,
            texts: show.typeTexts[type.name],
          },
          platform.clock(),
        ),
      ),
    )
  return ids
}

/** Gives a seated show the map of its venue, each ticket type for the places of its category. */
const giveMap = async (
  { platform, team, maps }: ShowContext,
  eventId: string,
  show: Show,
  typeIds: readonly string[],
): Promise<MapDocument | undefined> => {
  const map = maps.get(show.venue)
  if (!show.isSeated || map === undefined) return undefined
  const edition = await readEdition(platform.db, team.accountId, map)
  if (!edition) throw new Error(`the seat map of ${show.venue} is not published`)
  const keys = new Map(edition.document.categories.map(({ id, name }) => [name, id]))
  const prices = show.types.flatMap(({ seats }, index) =>
    seats === undefined ? [] : [{ category: keys.get(seats) ?? seats, events_ticket_uuid: typeIds[index] ?? '' }],
  )
  const event = { accountId: team.accountId, eventId, now: show.when.createdAt }
  expectDone(await takeMapInline({ ...platform, seats: eventSeats }, event, { venues_map_uuid: map, prices }))
  return edition.document
}

/** Creates the event of a show through the actions of a producer, and dates its publication back. */
export const createShow = async (
  context: ShowContext,
  show: Show,
  pictures: readonly Picture[],
): Promise<CreatedShow> => {
  const { platform, tx, team } = context
  const { when } = show
  const venue = VENUES.find(({ name }) => name === show.venue)
  const { formIds, fieldIds } = await addForm(context, show)
  const eventId = expectDone(
    await createDraft(platform, team.accountId, team.managerId, {
      kind: show.isSeated ? 'seats' : 'tickets',
      name: show.name,
      description: show.description.trim(),
      texts: show.texts,
      starts_at: when.startsAt.toISOString(),
      ends_at: when.endsAt.toISOString(),
      timezone: ISRAEL_ZONE,
      venue_uuid: context.venues.get(show.venue) ?? null,
      address_description: show.venue,
      address_street: venue?.street ?? '',
      address_street_number: venue?.number ?? '',
      address_city: venue?.city ?? '',
      categories: show.categories.flatMap((slug) => context.categories.get(slug) ?? []),
      artists: show.artists.map(([name, en, ar]) => ({ name, texts: { en: { name: en }, ar: { name: ar } } })),
      forms: formIds,
      settings: show.settings,
    }),
  )
  const typeIds = await addTypes(context, eventId, show)
  const hall = await giveMap(context, eventId, show, typeIds)
  // Together, since each is decoded beside the others.
  const stored = await Promise.all(
    pictures.map(({ slot, bytes }) =>
      putEventImage(platform, {
        accountId: team.accountId,
        eventId,
        slot,
        name: `${slot}.jpg`,
        bytes,
        userId: team.managerId,
      }),
    ),
  )
  for (const image of stored) expectDone(image)
  expectDone(await changeEventState(platform, team.accountId, eventId, 'publish', when.publishedAt))
  await dateEvent(tx, eventId, { createdAt: when.createdAt, updatedAt: when.publishedAt })
  return { show, eventId, accountId: team.accountId, typeIds, fieldIds, ...(hall && { hall }) }
}

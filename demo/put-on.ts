import {
  type Platform,
  type Tx,
  putEventImage,
  createDraft,
  takeStep,
  createFormOf,
  formsByIds,
  createType,
  insertVenue,
  ticketStock,
} from './server.ts'
import type { Picture } from './art/pictures.ts'
import { ZONE } from './calendar.ts'
import type { PutOn } from './history.ts'
import { categoryIds, dateEvent } from './history-queries.ts'
import { sure, type Team } from './people.ts'
import type { Show } from './show.ts'
import { VENUES } from './venues.ts'

export interface Stage {
  readonly platform: Platform
  readonly tx: Tx
  readonly team: Team
  /** Ids by name. */
  readonly venues: ReadonlyMap<string, string>
  /** Ids by slug. */
  readonly categories: ReadonlyMap<string, string>
}

/** The venues of the workspace; everything that events are made of. */
export const openStage = async (platform: Platform, tx: Tx, team: Team): Promise<Stage> => {
  const venues = new Map<string, string>()
  for (const { name, street, number, city, notes } of VENUES) {
    const id = platform.newId()
    const place = { name, address_street: street, address_street_number: number, address_city: city, notes }
    await insertVenue(tx, { id, account_id: team.accountId, ...place })
    venues.set(name, id)
  }
  return { platform, tx, team, venues, categories: await categoryIds(tx) }
}

const addForm = async (
  { platform, tx, team }: Stage,
  { form, when }: Show,
): Promise<{ formIds: string[]; fieldIds: string[] }> => {
  if (!form) return { formIds: [], fieldIds: [] }
  const id = sure(await createFormOf(platform, team.accountId, form.form, when.createdAt))
  const [made] = await formsByIds(tx, team.accountId, [id], 'manager')
  return { formIds: [id], fieldIds: made?.fields.map((field) => field.uuid) ?? [] }
}

const addTypes = async ({ platform, team }: Stage, eventId: string, show: Show): Promise<string[]> => {
  const ids: string[] = []
  for (const type of show.types)
    ids.push(
      sure(
        await createType({ ...platform, stock: ticketStock }, team.accountId, {
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
        }),
      ),
    )
  return ids
}

/** Makes the event of a show as its producer would, and publishes it on the day on which it was. */
export const putOn = async (stage: Stage, show: Show, pictures: readonly Picture[]): Promise<PutOn> => {
  const { platform, tx, team } = stage
  const { when } = show
  const venue = VENUES.find(({ name }) => name === show.venue)
  const { formIds, fieldIds } = await addForm(stage, show)
  const eventId = sure(
    await createDraft(platform, team.accountId, team.managerId, {
      kind: 'tickets',
      name: show.name,
      description: show.description.trim(),
      texts: show.texts,
      starts_at: when.startsAt.toISOString(),
      ends_at: when.endsAt.toISOString(),
      timezone: ZONE,
      venue_uuid: stage.venues.get(show.venue) ?? null,
      address_description: show.venue,
      address_street: venue?.street ?? '',
      address_street_number: venue?.number ?? '',
      address_city: venue?.city ?? '',
      categories: show.categories.flatMap((slug) => stage.categories.get(slug) ?? []),
      artists: [...show.artists],
      forms: formIds,
      settings: show.settings,
    }),
  )
  const typeIds = await addTypes(stage, eventId, show)
  for (const { slot, bytes } of pictures)
    sure(
      await putEventImage(platform, {
        accountId: team.accountId,
        eventId,
        slot,
        name: `${slot}.jpg`,
        bytes,
        userId: team.managerId,
      }),
    )
  sure(await takeStep(platform, team.accountId, eventId, 'publish', when.publishedAt))
  await dateEvent(tx, eventId, { createdAt: when.createdAt, updatedAt: when.publishedAt })
  return { show, eventId, accountId: team.accountId, typeIds, fieldIds }
}

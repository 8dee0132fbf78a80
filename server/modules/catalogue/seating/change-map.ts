import type { BodyOf, ReplyOf } from '@kartis/contract/endpoint.ts'
import type { changeSeating, SeatingChange } from '@kartis/contract/event-seating.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { areaNamesIn, seatIn, seatNamesOf } from '@kartis/seat-map/model/localized.ts'
import { seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/database/db.ts'
import { eventRow } from '../events/index.ts'
import { readEdition } from '../venues/index.ts'
import type { ChangeContext, MapContext, SeatingContext } from './context.ts'
import * as queries from './seating-queries.ts'
import type { ListedChange, PlannedMap } from './seating-tasks.ts'
import { readTaken } from './seats-queries.ts'

type Reply = ReplyOf<typeof changeSeating>['data']

interface Edition {
  readonly edition: number
  readonly document: MapDocument
}

/** Whose seats they are, and how the names of one side of a change are read. */
interface Reader {
  readonly seating: string
  readonly before: NamesOf
  readonly after: NamesOf
}

/** The names of an edition in a language: those that only the edition before has are read in it too. */
const namesOf = (document: MapDocument, lang: Lang) => {
  const [names, areas] = [seatNamesOf(document), areaNamesIn(document, lang)]
  return {
    place: (printed: ListedChange['before']) => (printed ? seatIn(printed, names, lang) : null),
    area: (key: string) => areas.get(key) ?? null,
  }
}
type NamesOf = ReturnType<typeof namesOf>

const viewChange = (
  { seating, before, after }: Reader,
  { kind, seat_no, place, ...change }: ListedChange,
): SeatingChange => ({
  seat_uuid: seat_no === null ? null : seatUuid(seating, seat_no),
  place,
  kind,
  changes: [...change.changes],
  state: change.state,
  refusal: change.refusal ?? null,
  before: before.place(change.before),
  after: after.place(change.after),
  area: kind === 'area' ? { before: before.area(place), after: after.area(place) } : null,
})

const viewPlan = (reader: Reader, edition: number, plan: PlannedMap, dryRun: boolean): Reply => ({
  edition,
  dry_run: dryRun,
  is_applicable: plan.isApplicable,
  counts: plan.counts,
  relabelled_sold: plan.relabelledSold,
  places: plan.changes.map((change) => viewChange(reader, change)),
  places_total: plan.total,
})

/** The plan for an event as it is now; under the clock's lock it is what will be written. */
const planFor = async (
  { tasks }: MapContext,
  db: Db | Tx,
  row: queries.SeatingRow,
  { document }: Edition,
  { dryRun, placesFrom = 0 }: { readonly dryRun: boolean; readonly placesFrom?: number },
): Promise<{ readonly plan: PlannedMap; readonly before: MapDocument } | Refusal> => {
  const before = await queries.seatingDocument(db, row.event_id)
  if (!before) return refuse('conflict')
  const taken = await readTaken(db, row.event_id)
  const takenOfAreas = await queries.takenOfAreas(db, row.event_id)
  const { seating, places } = row
  const input = { seating, places, before, after: document, ...taken, takenOfAreas, dryRun, placesFrom }
  const plan = await tasks.run('planned', input)
  return isRefusal(plan) ? plan : { plan, before }
}

/** Writes a plan. The caller holds the lock under which it was made. */
const apply = async (
  context: SeatingContext,
  tx: Tx,
  row: queries.SeatingRow,
  {
    writes,
    edition,
    now,
  }: { readonly writes: NonNullable<PlannedMap['writes']>; readonly edition: number; readonly now: Date },
): Promise<void> => {
  const { seats, onRelabelled } = context
  const { event_id: eventId, account_id: accountId } = row
  const rev = await seats.nextRevision(tx, eventId)
  await seats.change(tx, eventId, { rev, ...writes })
  await queries.moveSeating(tx, { eventId, edition, now }, writes.map)
  await queries.followCategories(tx, eventId, writes.map.categories)
  if (writes.relabelled.length > 0)
    for (const follow of onRelabelled) await follow(context, tx, { accountId, eventId }, writes.relabelled)
  await seats.boundStock(tx, eventId)
}

/**
 * An event changes to another edition of its map, as a whole or not at all; with `dry_run` it is only said what would
 * happen. Refusals: `not_found`, `validation` of the edition, `seats_in_use` with every refused place, `overloaded`.
 */
export const changeMap = async (
  context: ChangeContext,
  {
    accountId,
    eventId,
    lang,
    now,
  }: { readonly accountId: string; readonly eventId: string; readonly lang: Lang; readonly now: Date },
  { edition: requested, dry_run: dryRun, places_from: placesFrom }: BodyOf<typeof changeSeating>,
): Promise<Reply | Refusal> => {
  const { db, seats, inTurn } = context
  const event = await eventRow(db, accountId, eventId)
  const current = event && (await queries.seatingRow(db, eventId))
  if (!current) return refuse('not_found')
  const edition = await readEdition(db, accountId, current.map_id, requested)
  if (!edition) return refuseField('edition', 'unknown_option')
  const after = namesOf(edition.document, lang)
  if (dryRun) {
    const found = await planFor(context, db, current, edition, { dryRun, placesFrom })
    if (isRefusal(found)) return found
    const reader = { seating: current.seating, before: namesOf(found.before, lang), after }
    return viewPlan(reader, requested, found.plan, true)
  }
  const write = async (tx: Tx): Promise<Reply | Refusal> => {
    await seats.lockClock(tx, eventId)
    const row = await queries.seatingRow(tx, eventId)
    if (row?.map_id !== current.map_id) return refuse('conflict')
    const found = await planFor(context, tx, row, edition, { dryRun })
    if (isRefusal(found)) return found
    const { plan } = found
    const reader = { seating: row.seating, before: namesOf(found.before, lang), after }
    const reply = viewPlan(reader, requested, plan, false)
    if (!plan.writes) {
      const refused = reply.places.filter(({ refusal }) => refusal !== null)
      return refuse('seats_in_use', { detail: { places: refused, counts: plan.counts } })
    }
    await apply(context, tx, row, { writes: plan.writes, edition: requested, now })
    return reply
  }
  return inTurn(accountId, () => inTransaction(db, write))
}

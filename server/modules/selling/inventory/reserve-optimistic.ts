import { type Cart, decideCarts } from '@kartis/domain/availability.ts'
import { type Db, inTransaction } from '../../../platform/database/db.ts'
import { pipeline } from '../../../platform/database/pipelining-driver.ts'
import { codeOf } from '../../../platform/database/error-code.ts'
import type { Engine, Records } from './reservation-writer.ts'
import { snapshotOf, stockOf } from './snapshot.ts'
import { takeStatement } from './stock-queries.ts'

/**
 * What says that it is not as it was seen: a type or the event was changed (division by zero), a counter has too little
 * (check), one of the asks was answered before (unique), or somebody came in between (deadlock, serialisation).
 */
const NOT_AS_SEEN = new Set(['22012', '23514', '23505', '40P01', '40001'])

/** Alone where it can be; else in a transaction, all of which makes one journey too. */
const write = async (
  db: Db,
  statement: ReturnType<typeof takeStatement>,
  beside: Records<unknown>['beside'],
): Promise<string | null | undefined> => {
  if (!beside) return (await statement.execute(db)).rows[0]?.told
  const told = await inTransaction(db, async (tx) => {
    const sent = await pipeline(tx, statement)
    await beside(tx)
    return sent
  })
  return (await told()).rows[0]?.told
}

type TriesWith<Ask extends Cart, Answer> = Omit<Engine<Ask, Answer>, 'keeper'> & {
  readonly keeper: Pick<Engine<Ask, Answer>['keeper'], 'records'>
}

/**
 * The plain case in one statement and one journey: everybody gets what he asks for, if the event is still as this process
 * saw it last. Nothing was written when the answer is undefined: then the careful way decides.
 */
export const reserveOptimistic = async <Ask extends Cart, Answer>(
  { db, clock, snapshots, keeper }: TriesWith<Ask, Answer>,
  eventId: string,
  asks: readonly Ask[],
): Promise<readonly Answer[] | undefined> => {
  const rows = snapshots.of(eventId)
  if (!rows) return undefined
  const snapshot = snapshotOf(eventId, rows, clock())
  // Coupons and limits of phones have locks of their own.
  if (snapshot.limitsPhones || asks.some(({ coupon }) => coupon !== undefined)) return undefined
  const { refusals, taken } = decideCarts(stockOf(rows, snapshot.now), asks)
  if (refusals.some((refusal) => refusal !== undefined)) return undefined
  const marks = new Map(rows.map((row) => [row.type_id, row.mark]))
  const changes = [...taken].map(([typeId, quantity]) => ({ typeId, quantity, mark: marks.get(typeId) ?? '' }))
  const records = keeper.records(snapshot, {}, asks)
  try {
    const told = await write(db, takeStatement(eventId, changes, records), records.beside)
    snapshots.keep(eventId, rows, taken)
    return records.answers(told ?? '')
  } catch (error) {
    snapshots.forget(eventId)
    if (NOT_AS_SEEN.has(codeOf(error))) return undefined
    throw error
  }
}

import { type Basket, decideBaskets } from '@kartis/domain/availability.ts'
import { type Db, inTransaction } from '../../kernel/db.ts'
import { sendAhead } from '../../kernel/eager-driver.ts'
import type { Keeper, Records } from './keeper.ts'
import { sheetOf, stockOf, takenOf } from './sheet.ts'
import { type StockChange, type StockRow, takeStatement } from './stock-queries.ts'

/** Events that one process remembers at once. */
const MOST_EVENTS = 2000

/**
 * The counters of events as this process saw them last. They may be old and wrong: they are a reason to try, and the
 * statement that tries proves them.
 */
export interface Memory {
  of(eventId: string): readonly StockRow[] | undefined
  /** `taken` is what was taken since the rows were read. */
  keep(eventId: string, rows: readonly StockRow[], taken: readonly StockChange[]): void
  forget(eventId: string): void
}

export const openMemory = (most = MOST_EVENTS): Memory => {
  const seen = new Map<string, readonly StockRow[]>()
  return {
    of: (eventId) => seen.get(eventId),
    keep: (eventId, rows, taken) => {
      if (!seen.has(eventId) && seen.size >= most) seen.delete(seen.keys().next().value ?? '')
      const quantities = new Map(taken.map(({ typeId, quantity }) => [typeId, quantity]))
      seen.set(
        eventId,
        rows.map((row) => ({ ...row, held: row.held + (quantities.get(row.type_id) ?? 0) })),
      )
    },
    forget: (eventId) => void seen.delete(eventId),
  }
}

/**
 * What says that it is not as it was seen: a type or the event was changed (division by zero), a counter has too little
 * (check), one of the asks was answered before (unique), or somebody came in between (deadlock, serialisation).
 */
const NOT_AS_SEEN = new Set(['22012', '23514', '23505', '40P01', '40001'])

const isNotAsSeen = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && NOT_AS_SEEN.has(String(error.code))

/** Alone where it can be; else in a transaction, all of which makes one journey too. */
const write = async (
  db: Db,
  statement: ReturnType<typeof takeStatement>,
  beside: Records<unknown>['beside'],
): Promise<string | null | undefined> => {
  if (!beside) return (await statement.execute(db)).rows[0]?.told
  const told = await inTransaction(db, async (tx) => {
    const sent = await sendAhead(tx, statement)
    await beside(tx)
    return sent
  })
  return (await told()).rows[0]?.told
}

/**
 * The plain case in one statement and one journey: everybody gets what he asks for, if the event is still as this process
 * saw it last. Nothing was written when the answer is undefined: then the careful way decides.
 */
export const takeAsSeen = async <Ask extends Basket, Answer>(
  db: Db,
  memory: Memory,
  keeper: Pick<Keeper<Ask, Answer>, 'records'>,
  { eventId, now }: { readonly eventId: string; readonly now: Date },
  asks: readonly Ask[],
): Promise<readonly Answer[] | undefined> => {
  const rows = memory.of(eventId)
  if (!rows) return undefined
  const sheet = sheetOf(eventId, rows, now)
  // Coupons and limits of phones have locks of their own.
  if (sheet.limitsPhones || asks.some(({ coupon }) => coupon !== undefined)) return undefined
  const decision = decideBaskets(stockOf(rows, now), asks)
  if (decision.refusals.some((refusal) => refusal !== undefined)) return undefined
  const taken = takenOf(rows, decision)
  const records = keeper.records(sheet, {}, asks)
  try {
    const told = await write(db, takeStatement(eventId, taken, records), records.beside)
    memory.keep(eventId, rows, taken)
    return records.answers(told ?? '')
  } catch (error) {
    memory.forget(eventId)
    if (isNotAsSeen(error)) return undefined
    throw error
  }
}

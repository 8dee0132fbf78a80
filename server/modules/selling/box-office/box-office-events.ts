import type { BoxOfficeEvent } from '@kartis/contract/box-office.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { leftOf, saleState } from '@kartis/domain/ticket-type.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { AccountActor } from '../../../platform/http/authorization.ts'
import type { Platform } from '../../../platform/platform.ts'
import { placeLine } from '../../catalogue/events/index.ts'
import { eventNameIn } from '../orders/index.ts'
import { type TicketTypeRow, typeRowsOf } from '../../catalogue/ticket-types/index.ts'
import { readBoxOfficeEvents } from './sales-queries.ts'

/** Only types that the public may buy: what the producer gives out himself is not sold at the box office either. */
const viewType = (row: TicketTypeRow, now: Date): BoxOfficeEvent['types'][number] => ({
  uuid: row.id,
  name: row.name,
  info: row.info,
  price: toShekels(row.price),
  left: leftOf(row),
  purchase_limit: row.purchase_limit,
  sale_state: saleState(
    { type: row.type, saleStartsAt: row.sale_starts_at, saleEndsAt: row.sale_ends_at },
    now,
    leftOf(row),
  ),
  sale_starts_at: row.sale_starts_at?.toISOString() ?? null,
})

/** Events that a register may sell now, the next one first; a running event is sold until it ends. */
export const boxOfficeEvents = async (
  platform: Platform,
  account: AccountActor,
  lang: Lang,
  now: Date,
): Promise<BoxOfficeEvent[]> => {
  const events = await readBoxOfficeEvents(platform.db, account, now)
  const types = await typeRowsOf(
    platform.db,
    events.map(({ id }) => id),
  )
  return events.map((event) => ({
    uuid: event.id,
    name: eventNameIn(event, lang),
    kind: event.kind,
    starts_at: event.starts_at.toISOString(),
    ends_at: event.ends_at.toISOString(),
    timezone: event.timezone,
    place: placeLine(event, lang),
    order_limit: event.settings.order_limit ?? null,
    types: types.filter((row) => row.event_id === event.id && row.type === 'regular').map((row) => viewType(row, now)),
  }))
}

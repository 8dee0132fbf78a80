import { inSeatOrder } from '@kartis/domain/seat-order.ts'
import { commaText } from '@kartis/i18n/format.ts'
import type { Ticket } from '@kartis/contract/tickets.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Translate } from './translator.ts'

/** `אולם · שורה ו׳ · כיסא 17`; empty where the place is not numbered. A floor with the name of its section is named once. Shown in an element of its own direction. */
export const seatText = (
  seat: Omit<NonNullable<Ticket['seat']>, 'uuid'> | undefined,
  t: Translate,
  lang: Lang,
): string =>
  seat
    ? [
        commaText([seat.floor === seat.section ? '' : (seat.floor ?? ''), seat.section], lang),
        ...(seat.row === '' ? [] : [`${t('pass.row')} ${seat.row}`]),
        `${t('pass.seat')} ${seat.number}`,
      ].join(' · ')
    : ''

/** The seats of the tickets that are not cancelled, each with the name of its ticket type, by row and number. */
export const seatsOf = (order: {
  readonly tickets: readonly Pick<Ticket, 'seat' | 'status' | 'name'>[]
}): (NonNullable<Ticket['seat']> & { readonly type: string })[] =>
  inSeatOrder(
    order.tickets.flatMap(({ seat, status, name }) =>
      seat && status !== 'cancelled' ? [{ ...seat, type: name }] : [],
    ),
  )

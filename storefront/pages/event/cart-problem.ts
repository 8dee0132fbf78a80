import type { Refused } from '../../shared/api.ts'
import { orderLimitText, readExceededLimit } from '../../shared/limit-text.ts'
import type { Translate } from '../../shared/translator.ts'
import type { TicketTypeView } from '../../state/event-state.ts'

/** Why a cart was refused, as a sentence. */
export const cartProblem = (refused: Refused, ticketTypes: readonly TicketTypeView[], t: Translate): string => {
  // Another order of the same pass: only this reason of a waiting room is shown here.
  if (refused.code === 'waiting_room') return t('sale.buy.being_paid')
  if (refused.code === 'sold_out') {
    const left = Object.values((refused.detail.left ?? {}) as Readonly<Record<string, number>>)
    const soldOut = left.length > 0 && left.every((each) => each === 0)
    return t(soldOut ? 'sale.buy.gone_now' : 'sale.buy.fewer_left')
  }
  const limit = readExceededLimit(refused)
  const nameOf = (type: string) => ticketTypes.find(({ uuid }) => uuid === type)?.name
  return limit ? orderLimitText(t, limit, nameOf) : refused.text
}

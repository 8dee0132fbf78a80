import type { Refused } from '../../shared/api.ts'
import { orderLimitText, readExceededLimit } from '../../shared/limit-text.ts'
import type { Translate } from '../../shared/translator.ts'
import type { TicketTypeView } from '../../state/event-state.ts'

/** Why a cart was refused, as a sentence. */
export const cartProblem = (refused: Refused, ticketTypes: readonly TicketTypeView[], t: Translate): string => {
  // Another order of the same pass: only this reason of a waiting room is shown here.
  if (refused.code === 'waiting_room') return t('sale.buy.being_paid')
  if (refused.code === 'sold_out') {
    const left = Object.entries((refused.detail.left ?? {}) as Readonly<Record<string, number | null>>)
    if (left.length > 0 && left.every(([, each]) => each === 0)) return t('sale.buy.gone_now')
    // The producer hides how many are left: the page does not show which type has fewer, so the sentence names it.
    const hidden = left.find(([, each]) => each === null)?.[0]
    const name = ticketTypes.length > 1 ? ticketTypes.find(({ uuid }) => uuid === hidden)?.name : undefined
    return name === undefined ? t('sale.buy.fewer_left') : t('sale.buy.fewer_left_of', { name })
  }
  const limit = readExceededLimit(refused)
  const nameOf = (type: string) => ticketTypes.find(({ uuid }) => uuid === type)?.name
  return limit ? orderLimitText(t, limit, nameOf) : refused.text
}

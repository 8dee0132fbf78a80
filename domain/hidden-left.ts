import { type Refusal, refuse } from './refusal.ts'

interface Item {
  readonly ticketTypeId: string
  readonly quantity: number
}

/**
 * A `sold_out` refusal that says which types lack tickets and not how many there are: `null`, or 0 where none is left, which
 * the page of the event says as well. Places of one party are counted together, so that each of its types lacks them. Other
 * refusals stay as they are.
 */
export const withoutCounts = (refusal: Refusal | undefined, items: readonly Item[]): Refusal | undefined => {
  if (refusal?.refusal !== 'sold_out') return refusal
  const left = Object.entries((refusal.detail?.['left'] ?? {}) as Readonly<Record<string, number>>)
  const requested = new Map<string, number>()
  for (const { ticketTypeId: type, quantity } of items) requested.set(type, (requested.get(type) ?? 0) + quantity)
  const lacking = left.filter(([type, count]) => count < (requested.get(type) ?? 0))
  const named = lacking.length > 0 ? lacking : left
  return refuse('sold_out', {
    detail: { left: Object.fromEntries(named.map(([type, count]) => [type, count === 0 ? 0 : null])) },
  })
}

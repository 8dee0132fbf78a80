const keyOf = (order: string): string => `kartis.seats.${order}`

/**
 * What the chosen seats of an order read as, for its checkout in this tab: the order itself names its seats only once it has
 * tickets.
 */
export const saveSeats = (order: string, texts: readonly string[]): void => {
  try {
    sessionStorage.setItem(keyOf(order), JSON.stringify(texts))
  } catch {
    // Without storage the checkout shows the ticket types alone.
  }
}

export const readSeats = (order: string): readonly string[] => {
  try {
    const texts = JSON.parse(sessionStorage.getItem(keyOf(order)) ?? '[]') as unknown
    return Array.isArray(texts) ? texts.filter((text): text is string => typeof text === 'string') : []
  } catch {
    return []
  }
}

/**
 * The payment from which the gateway's page came back. Until its webhook arrives the server cannot tell it from one that is
 * still being typed, so this tab remembers it over a reload.
 */
const keyOf = (order: string): string => `kartis.returned.${order}`

export const saveReturned = (order: string, payment: string | undefined): void => {
  try {
    if (payment) sessionStorage.setItem(keyOf(order), payment)
  } catch {
    // Without storage (embedded pages) a reload shows the gateway's page again.
  }
}

/** Another attempt to pay has begun. */
export const forgetReturned = (order: string): void => {
  try {
    sessionStorage.removeItem(keyOf(order))
  } catch {
    // Nothing was kept.
  }
}

/** The payment's uuid, if there is one. */
export const readReturned = (order: string): string | undefined => {
  try {
    return sessionStorage.getItem(keyOf(order)) ?? undefined
  } catch {
    return undefined
  }
}

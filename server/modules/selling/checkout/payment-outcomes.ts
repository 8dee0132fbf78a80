/** Milliseconds for which an outcome may be younger than what a request has read of its order. */
const RECENT_MS = 10_000
/** Requests that wait in one process; another is answered at once. */
const MAX_WAITING = 10_000

/** Outcomes of payments that this process settled, for the requests that wait for them. */
export interface PaymentOutcomes {
  /** The payment of an order has an outcome, which is committed. */
  announce(orderId: string): void
  /** Whether one was announced a moment ago: what was read of the order before may lack it. */
  isRecent(orderId: string): boolean
  /** Whether another request may wait. */
  hasCapacity(): boolean
  /** Resolves when an outcome of the order is announced, after the time, and when the process stops. */
  next(orderId: string, milliseconds: number): Promise<void>
  /** Wakes all; nobody waits any more. */
  close(): void
}

export const createPaymentOutcomes = (): PaymentOutcomes => {
  const waiting = new Map<string, Set<() => void>>()
  /** When each order had its last outcome, the oldest first. */
  const recent = new Map<string, number>()
  let count = 0
  let isClosed = false
  const forgetOld = (now: number): void => {
    for (const [orderId, at] of recent) {
      if (now - at < RECENT_MS) return
      recent.delete(orderId)
    }
  }
  const wake = (orderId: string): void => {
    for (const act of waiting.get(orderId) ?? []) act()
  }
  return {
    announce: (orderId) => {
      const now = performance.now()
      forgetOld(now)
      recent.delete(orderId)
      recent.set(orderId, now)
      wake(orderId)
    },
    isRecent: (orderId) => performance.now() - (recent.get(orderId) ?? Number.NEGATIVE_INFINITY) < RECENT_MS,
    hasCapacity: () => !isClosed && count < MAX_WAITING,
    next: (orderId, milliseconds) =>
      new Promise((resolve) => {
        const callers = waiting.get(orderId) ?? new Set()
        waiting.set(orderId, callers)
        const end = (): void => {
          clearTimeout(timer)
          if (!callers.delete(end)) return
          if (callers.size === 0) waiting.delete(orderId)
          count -= 1
          resolve()
        }
        const timer = setTimeout(end, milliseconds)
        callers.add(end)
        count += 1
      }),
    close: () => {
      isClosed = true
      for (const orderId of waiting.keys()) wake(orderId)
    },
  }
}

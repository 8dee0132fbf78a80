import { AsyncLocalStorage } from 'node:async_hooks'

const urgency = new AsyncLocalStorage<true>()

/** Runs what must not wait behind others; everything that it starts is urgent too. */
export const runUrgently = <T>(act: () => T): T => urgency.run(true, act)

export const isUrgent = (): boolean => urgency.getStore() === true

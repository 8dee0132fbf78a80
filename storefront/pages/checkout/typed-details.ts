import { useSyncExternalStore } from 'react'
import type { Sent } from '../../shared/resend.tsx'
import type { Value } from './questions.ts'

export interface Buyer {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly marketing: boolean
}

/**
 * What is typed into an order before its payment. This tab alone keeps it, so that a phone that throws the page away while
 * one reads the code loses nothing; it goes with the step to the payment, with the end of the order, and with the tab.
 */
export interface Typed {
  readonly buyer?: Partial<Buyer>
  readonly values?: Readonly<Record<string, Value>>
  /** The code that is on its way to the phone. */
  readonly sent?: Sent | undefined
  /** The code was being asked for. */
  readonly proving?: boolean
}

const NOTHING: Typed = {}
const keyOf = (order: string): string => `kartis.typed.${order}`
const listeners = new Set<() => void>()
/** Read once; from then on the page itself knows, in browsers that keep nothing too. */
const known = new Map<string, Typed>()

const stored = (order: string): Typed => {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(order)) ?? '{}') as Typed
  } catch {
    return NOTHING
  }
}

const write = (order: string, typed: Typed | undefined): void => {
  known.set(order, typed ?? NOTHING)
  try {
    if (typed) sessionStorage.setItem(keyOf(order), JSON.stringify(typed))
    else sessionStorage.removeItem(keyOf(order))
  } catch {
    // Storage is shut (private windows, an organiser's page): a reload begins anew.
  }
  for (const listener of listeners) listener()
}

export const typedIn = (order: string): Typed => {
  const typed = known.get(order) ?? stored(order)
  known.set(order, typed)
  return typed
}

/** Adds to what is kept of an order. */
export const keepTyped = (order: string, more: Typed): void => {
  const before = typedIn(order)
  write(order, {
    ...before,
    ...more,
    buyer: { ...before.buyer, ...more.buyer },
    values: { ...before.values, ...more.values },
  })
}

export const forgetTyped = (order: string): void => write(order, undefined)

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The server draws without it. */
export const useTyped = (order: string): Typed =>
  useSyncExternalStore(
    listen,
    () => typedIn(order),
    () => NOTHING,
  )

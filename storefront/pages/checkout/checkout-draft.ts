import { useSyncExternalStore } from 'react'
import type { SentCode } from '../../shared/resend.tsx'
import type { Value } from './questions.ts'

export interface Buyer {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly marketing: boolean
}

/**
 * What the buyer typed into an order before its payment. It lives in this tab, so that a phone that discards the page while
 * the buyer reads the code loses nothing. The step to the payment, the end of the order and the end of the tab remove it.
 */
export interface Draft {
  readonly buyer?: Partial<Buyer>
  readonly values?: Readonly<Record<string, Value>>
  /** The code that was sent to the phone. */
  readonly sent?: SentCode | undefined
  /** The buyer was entering the code. */
  readonly proving?: boolean
  /** The buyer chose whether the details are saved in this browser for the next order. */
  readonly saves?: boolean
}

const EMPTY: Draft = {}
const keyOf = (order: string): string => `kartis.typed.${order}`
const listeners = new Set<() => void>()
/** Read from storage once; without storage this map is all there is. */
const drafts = new Map<string, Draft>()

const readStored = (order: string): Draft => {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(order)) ?? '{}') as Draft
  } catch {
    return EMPTY
  }
}

const write = (order: string, draft: Draft | undefined): void => {
  drafts.set(order, draft ?? EMPTY)
  try {
    if (draft) sessionStorage.setItem(keyOf(order), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(order))
  } catch {
    // Without storage (private windows, embedded pages) a reload starts over.
  }
  for (const listener of listeners) listener()
}

export const readDraft = (order: string): Draft => {
  const draft = drafts.get(order) ?? readStored(order)
  drafts.set(order, draft)
  return draft
}

/** Merges into the draft of an order. */
export const saveDraft = (order: string, changes: Draft): void => {
  const before = readDraft(order)
  write(order, {
    ...before,
    ...changes,
    buyer: { ...before.buyer, ...changes.buyer },
    values: { ...before.values, ...changes.values },
  })
}

export const removeDraft = (order: string): void => write(order, undefined)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The draft of an order; empty on the server. */
export const useDraft = (order: string): Draft =>
  useSyncExternalStore(
    subscribe,
    () => readDraft(order),
    () => EMPTY,
  )

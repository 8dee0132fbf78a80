import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { FastifyReply } from 'fastify'
import { RETRY_AFTER } from '../concurrency/retry-after.ts'

/** Spreadsheets of one account at the same time, in one process. */
export const MAX_SPREADSHEETS = 3

interface Caller {
  readonly user?: { readonly id: string } | undefined
  readonly account?: { readonly id: string } | undefined
}

/** Takes a place until the reply is over, sent or cut off. Refusal: `too_many_requests`. */
export type SpreadsheetLimit = (caller: Caller, reply: FastifyReply) => Refusal | undefined

/**
 * A spreadsheet reads a whole list, page by page, from the connections of the reports: an account that asks for many would let
 * the others wait for theirs.
 */
export const createSpreadsheetLimit = (): SpreadsheetLimit => {
  const open = new Map<string, number>()
  return ({ account, user }, { raw }) => {
    const holder = account?.id ?? user?.id
    if (holder === undefined) return undefined
    const count = open.get(holder) ?? 0
    if (count >= MAX_SPREADSHEETS) return refuse('too_many_requests', { detail: { retry_after: RETRY_AFTER } })
    open.set(holder, count + 1)
    raw.once('close', () => {
      const left = (open.get(holder) ?? 1) - 1
      if (left > 0) open.set(holder, left)
      else open.delete(holder)
    })
    return undefined
  }
}

import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { FastifyReply } from 'fastify'
import { createHolderPlaces } from '../concurrency/limiter.ts'

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
  const take = createHolderPlaces(MAX_SPREADSHEETS)
  return ({ account, user }, { raw }) => {
    const holder = account?.id ?? user?.id
    if (holder === undefined) return undefined
    const giveBack = take(holder)
    if (isRefusal(giveBack)) return giveBack
    raw.once('close', giveBack)
    return undefined
  }
}

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { SaleReply } from '../../order/page-types.ts'

const zip = promisify(gzip)

/** A page ready to go out, compressed once for all who ask within the same moment. */
export interface ReadyPage extends SaleReply {
  readonly etag: string
  readonly zipped: Buffer | undefined
}

/** Long enough to draw a page once in a rush, too short for anyone to see it is old. */
const KEEP_MS = 1000
const MOST = 500

export const ready = async (drawn: Promise<SaleReply>): Promise<ReadyPage> => {
  const reply = await drawn
  return {
    ...reply,
    etag: `W/"${createHash('sha256').update(reply.body).digest('base64url').slice(0, 27)}"`,
    zipped: reply.cache === 'shared' ? await zip(reply.body, { level: 6 }) : undefined,
  }
}

/**
 * Draws each address once a second at most, however many ask; only pages that are the same for everyone are kept.
 * Those who ask while it is being drawn wait for the same drawing.
 */
export const pageCache = () => {
  const kept = new Map<string, { readonly until: number; readonly page: Promise<ReadyPage> }>()
  return async (key: string, draw: () => Promise<SaleReply>): Promise<ReadyPage> => {
    const now = performance.now()
    const found = kept.get(key)
    if (found && found.until > now) return found.page
    if (kept.size > MOST) kept.clear()
    const page = ready(draw())
    kept.set(key, { until: now + KEEP_MS, page })
    const forget = () => kept.delete(key)
    page.then(({ cache, status }) => (cache === 'shared' && status === 200 ? undefined : forget()), forget)
    return page
  }
}

import { type Keys, sameText } from './keys.ts'

const PURPOSE = 'file_link'
/** As long as an access token is valid: a page that shows the link is reloaded in that time. */
const VALID_SECONDS = 3600

const sign = (keys: Keys, id: string, until: number): string => keys.hmac(PURPOSE, `${id}:${until}`)

/** A path at which a browser may read a private document without signing in, for an hour. */
export const signedLink = (keys: Keys, id: string, now: Date, path = `/files/${id}`): string => {
  const until = Math.floor(now.getTime() / 1000) + VALID_SECONDS
  return `${path}?until=${until}&sig=${sign(keys, id, until)}`
}

/** Whether the query of a request has a valid signature for the document. */
export const isSigned = (keys: Keys, id: string, query: { until?: unknown; sig?: unknown }, now: Date): boolean => {
  const until = Number(query.until)
  if (!Number.isInteger(until) || until * 1000 < now.getTime() || typeof query.sig !== 'string') return false
  return sameText(query.sig, sign(keys, id, until))
}

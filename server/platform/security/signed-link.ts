import { type Keys, sameText } from './keys.ts'

const PURPOSE = 'file_link'
/** As long as a bearer token is good: a page that still shows the link has been reloaded by then. */
const GOOD_SECONDS = 3600

const sign = (keys: Keys, id: string, until: number): string => keys.hmac(PURPOSE, `${id}:${until}`)

/** An address at which a browser reads a private document without further proof, for an hour. */
export const signedLink = (keys: Keys, id: string, now: Date, path = `/files/${id}`): string => {
  const until = Math.floor(now.getTime() / 1000) + GOOD_SECONDS
  return `${path}?until=${until}&sig=${sign(keys, id, until)}`
}

export const isSigned = (keys: Keys, id: string, query: { until?: unknown; sig?: unknown }, now: Date): boolean => {
  const until = Number(query.until)
  if (!Number.isInteger(until) || until * 1000 < now.getTime() || typeof query.sig !== 'string') return false
  return sameText(query.sig, sign(keys, id, until))
}

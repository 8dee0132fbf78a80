import { createHmac, randomBytes } from 'node:crypto'

export const newNonce = (): string => randomBytes(40).toString('hex')

/** HMAC-SHA256 of the app key, keyed by secret + time + nonce, in lower-case hexadecimal. */
export const accessToken = (appKey: string, secret: string, time: string, nonce: string): string =>
  createHmac('sha256', `${secret}${time}${nonce}`).update(appKey).digest('hex')

/** The four headers that sign every JSON call; the time is in seconds. */
export const signedHeaders = (
  credentials: { readonly appKey: string; readonly secret: string },
  now: Date,
  nonce: string,
): Record<string, string> => {
  const time = String(Math.floor(now.getTime() / 1000))
  return {
    'x-tranzila-api-app-key': credentials.appKey,
    'x-tranzila-api-request-time': time,
    'x-tranzila-api-nonce': nonce,
    'x-tranzila-api-access-token': accessToken(credentials.appKey, credentials.secret, time, nonce),
  }
}

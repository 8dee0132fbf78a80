import { fromBase64Url, type VerifyCode } from '@kartis/domain/ticket-code.ts'

/** Creates a verifier for an event's public key; undefined in a browser without Ed25519. */
export const createVerifier = async (publicKey: string): Promise<VerifyCode | undefined> => {
  const bytes = fromBase64Url(publicKey)
  if (bytes === undefined) return undefined
  try {
    const key = await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify'])
    return (_code, body, signature) => crypto.subtle.verify('Ed25519', key, signature, body)
  } catch {
    return undefined
  }
}

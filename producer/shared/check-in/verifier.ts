import { fromBase64Url, type VerifyCode } from '@kartis/domain/ticket-code.ts'

type Bytes = Uint8Array<ArrayBuffer>

const KEY_BYTES = 32

/** What checks a signature of an event. `unsupported`: this browser has no Ed25519. `malformed`: it is no key. */
type EventKey = ((message: Bytes, signature: Bytes) => Promise<boolean>) | 'unsupported' | 'malformed'

/** A browser without the algorithm says so by this name; any other failure is one of the key. */
const isUnsupported = (error: unknown): boolean => error instanceof Error && error.name === 'NotSupportedError'

/** Reads an event's public key. */
export const readEventKey = async (publicKey: string): Promise<EventKey> => {
  const bytes = fromBase64Url(publicKey)
  if (bytes?.length !== KEY_BYTES) return 'malformed'
  try {
    const key = await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify'])
    return (message, signature) => crypto.subtle.verify('Ed25519', key, signature, message).catch(() => false)
  } catch (error) {
    return isUnsupported(error) ? 'unsupported' : 'malformed'
  }
}

/** Creates a verifier for an event's public key, which accepts nothing where that is no key; undefined without Ed25519. */
export const createVerifier = async (publicKey: string): Promise<VerifyCode | undefined> => {
  const key = await readEventKey(publicKey)
  if (key === 'unsupported') return undefined
  return (_code, body, signature) => (key === 'malformed' ? Promise.resolve(false) : key(body, signature))
}

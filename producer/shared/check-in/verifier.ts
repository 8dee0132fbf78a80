import { fromBase64Url, type VerifyCode } from '@kartis/domain/ticket-code.ts'

type Bytes = Uint8Array<ArrayBuffer>

const KEY_BYTES = 32

/** Whether an event signed a message. */
type CheckSignature = (message: Bytes, signature: Bytes) => Promise<boolean>

/** A browser without the algorithm says so by this name; any other failure is one of the key. */
const isUnsupported = (error: unknown): boolean => error instanceof Error && error.name === 'NotSupportedError'

/** For browsers without Ed25519 (Chromium before 137, Safari before 17, Firefox before 129), which alone load it. */
const checkInJavaScript = async (key: Bytes): Promise<CheckSignature> => {
  const { verifyAsync } = await import('@noble/ed25519')
  // As Web Crypto has it: without the looser rules of some block chains.
  return (message, signature) => verifyAsync(signature, message, key, { zip215: false }).catch(() => false)
}

/** Reads an event's public key; undefined where it is none. */
export const readEventKey = async (publicKey: string): Promise<CheckSignature | undefined> => {
  const bytes = fromBase64Url(publicKey)
  if (bytes?.length !== KEY_BYTES) return undefined
  try {
    const key = await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify'])
    return (message, signature) => crypto.subtle.verify('Ed25519', key, signature, message).catch(() => false)
  } catch (error) {
    return isUnsupported(error) ? checkInJavaScript(bytes) : undefined
  }
}

/** Creates a verifier for an event's public key, which accepts nothing where that is no key. */
export const createVerifier = async (publicKey: string): Promise<VerifyCode> => {
  const check = await readEventKey(publicKey)
  return async (_code, body, signature) => check !== undefined && check(body, signature)
}

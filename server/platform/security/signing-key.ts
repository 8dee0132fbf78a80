import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

/** An Ed25519 key pair. */
export interface SigningKey {
  sign(body: Uint8Array): Uint8Array
  verify(body: Uint8Array, signature: Uint8Array): boolean
  /** 32 raw bytes, base64url. */
  readonly publicKey: string
}

/** What precedes the 32 raw bytes of an Ed25519 secret in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The pair of a secret of 32 bytes. */
export const signingKeyOf = (secret: Uint8Array): SigningKey => {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, secret]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key)
  return {
    sign: (body) => sign(null, body, key),
    verify: (body, signature) => verify(null, body, publicKey, signature),
    publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
  }
}

import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

const PRESENT_AND_VERIFIED = 0x05
const HAS_KEY = 0x40

/** COSE labels of an ES256 key: type EC2, algorithm, curve P-256, x and y. */
const coseKey = (key: KeyObject): Uint8Array => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const fields: [number, number | Uint8Array][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]
  return isoCBOR.encode(new Map(fields))
}

interface Options {
  readonly challenge: string
}

export interface Ceremony {
  readonly origin?: string
  readonly rpId?: string
  /** Signatures so far, as the key says. */
  readonly counter?: number
}

/** A passkey in software: it answers challenges as an authenticator and its browser do. */
export const createPasskey = (origin = 'http://localhost:3000') => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const host = new URL(origin).hostname

  const authenticatorData = (flags: number, { rpId = host, counter = 0 }: Ceremony, more = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more])
  }
  const clientData = (type: string, challenge: string, { origin: at = origin }: Ceremony): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  const common = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  }

  return {
    /** What the browser returns of `navigator.credentials.create`. */
    register: (options: object, ceremony: Ceremony = {}) => {
      const { challenge } = options as Options
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const authData = new Uint8Array(authenticatorData(PRESENT_AND_VERIFIED | HAS_KEY, ceremony, credential))
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', authData],
        ]),
      )
      return {
        ...common,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, ceremony).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** What the browser returns of `navigator.credentials.get`. */
    answer: (options: object, ceremony: Ceremony = {}) => {
      const { challenge } = options as Options
      const data = authenticatorData(PRESENT_AND_VERIFIED, ceremony)
      const client = clientData('webauthn.get', challenge, ceremony)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return {
        ...common,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

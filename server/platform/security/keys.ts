import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { chmodSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { CACHE_SIZES } from '../config/cache-sizes.ts'
import { makeDataFolder } from '../storage/make-folders.ts'
import { type SigningKey, signingKeyOf } from './signing-key.ts'

/** Cryptography with the installation's master keys. Keys are derived for each purpose, so results of one cannot be used for another. */
export interface Keys {
  /** Keyed hash (HMAC-SHA256, base64url) of a code or a token, which is stored in its place. */
  hmac(purpose: string, text: string): string
  /** AES-256-GCM; the purpose is authenticated, so an encrypted ID number cannot be decrypted as a bank account. */
  encrypt(purpose: string, text: string): string
  /** Throws a SealError when the text was changed or encrypted for another purpose, or when its key is missing. */
  decrypt(purpose: string, sealed: string): string
  /**
   * Key of a stream, which must not be used as it is for more than one: derive another from it. Without an id that of the
   * newest master key. Throws a SealError when the master key of the id is missing.
   */
  streamKey(purpose: string, id?: string): StreamKey
  /** The Ed25519 pair that always belongs to this purpose and id. */
  signingKey(purpose: string, id: string): SigningKey
}

export interface StreamKey {
  /** Eight hex digits that name the master key and do not reveal it. */
  readonly id: string
  readonly key: Uint8Array
}

export class SealError extends Error {
  override name = 'SealError'
}

const derive = (master: Uint8Array, info: string): Buffer => Buffer.from(hkdfSync('sha256', master, 'kartis', info, 32))

/** Compares two texts in constant time. */
export const sameText = (left: string, right: string): boolean =>
  timingSafeEqual(createHash('sha256').update(left).digest(), createHash('sha256').update(right).digest())

const parseKey = (text: string): Uint8Array => {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (key.length !== 32) throw new Error('KARTIS_KEY: each key must be 32 bytes, written as 64 hex digits or as base64')
  return key
}

/** Parses master keys, newest first, separated by commas or white space. Throws a one-line error that names the variable. */
export const parseMasterKeys = (text: string): Uint8Array[] => {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(parseKey)
  if (keys.length === 0) throw new Error('KARTIS_KEY: holds no key')
  return keys
}

interface Opener {
  readonly key: KeyObject
  /** The purpose, authenticated with the text. */
  readonly aad: Buffer
}

/** The key file of a data directory; created on first use, readable by its owner only. */
const keysOfDirectory = (dataDir: string): Uint8Array[] => {
  const folder = join(dataDir, 'keys')
  const file = join(folder, 'master.key')
  makeDataFolder(folder, { mode: 0o700 })
  const draft = join(folder, `.${randomBytes(8).toString('hex')}`)
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    // A link is atomic: of two processes that start together one creates the file, and both read it.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  chmodSync(file, 0o600)
  return parseMasterKeys(readFileSync(file, 'utf8'))
}

/** Version of the format of encrypted texts. */
const FORMAT = 'k1'

/**
 * Keys from master keys, newest first. The newest seals; every one of them opens. Hashes and key pairs come from the
 * oldest, because what they made (stored tokens, printed tickets) must go on being true after a new key is put in front.
 */
export const keysFrom = (masters: readonly Uint8Array[]): Keys => {
  const newest = masters[0]
  const root = masters.at(-1)
  if (!newest || !root) throw new Error('KARTIS_KEY: holds no key')
  const byId = new Map(masters.map((master) => [derive(master, 'id').subarray(0, 4).toString('hex'), master]))
  const newestId = derive(newest, 'id').subarray(0, 4).toString('hex')
  const derived = new Map<string, Buffer>()
  const keyFor = (master: Uint8Array, id: string, use: string): Buffer => {
    const name = `${id}:${use}`
    const key = derived.get(name) ?? derive(master, use)
    derived.set(name, key)
    return key
  }
  // As key objects: raw bytes would be converted at every use, which costs three to seven times as much as the use.
  const keyObjects = new Map<string, KeyObject>()
  const keyObject = (master: Uint8Array, id: string, use: string): KeyObject => {
    const name = `${id}:${use}`
    const key = keyObjects.get(name) ?? createSecretKey(keyFor(master, id, use))
    keyObjects.set(name, key)
    return key
  }
  /** What opens texts of a purpose that begin alike, by purpose and beginning: finding it anew costs a fifth of opening. */
  const openers = new Map<string, Map<string, Opener>>()
  const findOpener = (purpose: string, head: string): Opener => {
    const [format, id, extra] = head.split('.')
    if (format !== FORMAT || !id || extra !== undefined) throw new SealError('not a sealed text')
    const master = byId.get(id)
    if (!master) throw new SealError(`no master key ${id}`)
    return { key: keyObject(master, id, `seal:${purpose}`), aad: Buffer.from(purpose) }
  }
  const openerOf = (purpose: string, head: string): Opener => {
    const ofPurpose = openers.get(purpose) ?? new Map<string, Opener>()
    const opener = ofPurpose.get(head) ?? findOpener(purpose, head)
    openers.set(purpose, ofPurpose.set(head, opener))
    return opener
  }
  const signingKeys = new LRUCache<string, SigningKey>({ max: CACHE_SIZES.signingKeys })
  return {
    hmac: (purpose, text) =>
      createHmac('sha256', keyObject(root, 'root', `hash:${purpose}`))
        .update(text)
        .digest('base64url'),
    encrypt: (purpose, text) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyObject(newest, newestId, `seal:${purpose}`), nonce)
      cipher.setAAD(Buffer.from(purpose))
      const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${FORMAT}.${newestId}.${body.toString('base64url')}`
    },
    decrypt: (purpose, sealed) => {
      const end = sealed.lastIndexOf('.')
      const { key, aad } = openerOf(purpose, sealed.slice(0, Math.max(0, end)))
      const bytes = Buffer.from(sealed.slice(end + 1), 'base64url')
      if (bytes.length < 28) throw new SealError('not a sealed text')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAAD(aad)
      decipher.setAuthTag(bytes.subarray(-16))
      try {
        // As bytes: a cipher that returns text makes a decoder of its own, which costs a third of the whole.
        const text = decipher.update(bytes.subarray(12, -16))
        decipher.final()
        return text.toString('utf8')
      } catch {
        throw new SealError(`sealed text does not open for ${purpose}`)
      }
    },
    streamKey: (purpose, id = newestId) => {
      const master = byId.get(id)
      if (!master) throw new SealError(`no master key ${id}`)
      return { id, key: keyFor(master, id, `stream:${purpose}`) }
    },
    signingKey: (purpose, id) => {
      const name = `seed:${purpose}:${id}`
      const cached = signingKeys.get(name)
      if (cached) return cached
      const signingKey = signingKeyOf(derive(root, name))
      signingKeys.set(name, signingKey)
      return signingKey
    },
  }
}

/** The keys of this installation: `masterKey` (KARTIS_KEY) if set, else the file in the data directory. */
export const openKeys = (from: { masterKey?: string | undefined; dataDir: string }): Keys =>
  keysFrom(from.masterKey ? parseMasterKeys(from.masterKey) : keysOfDirectory(from.dataDir))

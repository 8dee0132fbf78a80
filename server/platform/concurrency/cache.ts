import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const zip = promisify(gzip)
const squeeze = promisify(brotliCompress)

/** A body smaller than one packet gains nothing from being compressed. */
const WORTH_COMPRESSING = 1400
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export type Encoding = 'br' | 'gzip'

/** A body as it leaves, with its mark; compressed at the first input for it, once for all who input the same. */
export interface ReadyBody {
  readonly plain: Buffer
  readonly etag: string
  readonly in: (encoding: Encoding) => Promise<Buffer>
}

/** `mark` is what makes two bodies the same; the text itself unless told. */
export const readyBody = (text: string, mark = text): ReadyBody => {
  const plain = Buffer.from(text)
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    plain,
    etag: `W/"${createHash('sha256').update(mark).digest('base64url').slice(0, 27)}"`,
    in: (encoding) => {
      const known = made.get(encoding) ?? (encoding === 'br' ? squeeze(plain, QUICK) : zip(plain, { level: 6 }))
      made.set(encoding, known)
      return known
    },
  }
}

const BR = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/
const GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/

/** What the caller can unpack, the smaller one first. */
export const encodingFor = (accepted: string | undefined, { plain }: ReadyBody): Encoding | undefined => {
  if (!accepted || plain.length < WORTH_COMPRESSING) return undefined
  return BR.test(accepted) ? 'br' : GZIP.test(accepted) ? 'gzip' : undefined
}

/** Has the caller this very body already? */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === '*' ||
    ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')))

export interface CacheOptions {
  /** Milliseconds from the beginning of the making; 0 keeps nothing, but those who ask at once still share one making. */
  readonly keepMs: number
  /** Most things on the shelf; the oldest goes first. */
  readonly most: number
}

interface Kept<T> {
  readonly until: number
  done: boolean
  readonly thing: Promise<T>
}

/**
 * Keeps what is the same for everyone for a moment, however many ask for it: those who come while it is being made wait
 * for the same making. `keeps` says whether a thing may stay; faults never do.
 */
export const createCache = <T>({ keepMs, most }: CacheOptions, keeps: (thing: T) => boolean = () => true) => {
  const shelf = new Map<string, Kept<T>>()
  const drop = (key: string, kept: Kept<T>): void => {
    if (shelf.get(key) === kept) shelf.delete(key)
  }
  return {
    /** `mine` is true for the one caller whose `make` ran. */
    take: async (key: string, make: () => Promise<T>): Promise<{ thing: T; mine: boolean }> => {
      const now = performance.now()
      const found = shelf.get(key)
      if (found && (found.until > now || (keepMs === 0 && !found.done)))
        return { thing: await found.thing, mine: false }
      if (found) shelf.delete(key)
      while (shelf.size >= most) shelf.delete(shelf.keys().next().value ?? '')
      const kept: Kept<T> = { until: now + keepMs, done: false, thing: make() }
      shelf.set(key, kept)
      try {
        const thing = await kept.thing
        if (keepMs === 0 || !keeps(thing)) drop(key, kept)
        return { thing, mine: true }
      } catch (error) {
        drop(key, kept)
        throw error
      } finally {
        kept.done = true
      }
    },
    size: (): number => shelf.size,
  }
}

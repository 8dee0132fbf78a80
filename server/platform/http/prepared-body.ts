import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

/** Bytes below which compression gains nothing: the body fits one packet. */
const MIN_COMPRESSED = 1400
const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export type Encoding = 'br' | 'gzip'

/** A response body with its ETag. Each encoding is compressed on first use, once for all callers. */
export interface PreparedBody {
  readonly identity: Buffer
  readonly etag: string
  readonly encoded: (encoding: Encoding) => Promise<Buffer>
}

/** `version` is what the ETag is made of: bodies with the same version are interchangeable. */
export const prepareBody = (text: string, version = text): PreparedBody => {
  const identity = Buffer.from(text)
  const encodings = new Map<Encoding, Promise<Buffer>>()
  return {
    identity,
    etag: `W/"${createHash('sha256').update(version).digest('base64url').slice(0, 27)}"`,
    encoded: (encoding) => {
      const bytes =
        encodings.get(encoding) ??
        (encoding === 'br' ? brotlied(identity, FAST_BROTLI) : gzipped(identity, { level: 6 }))
      encodings.set(encoding, bytes)
      return bytes
    },
  }
}

const BR = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i
/** `*` too: left to the compression of single replies, it would be compressed for every request. */
const GZIP = /(\bgzip\b|\*)(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

/** The smallest encoding that an `Accept-Encoding` header allows; undefined for the identity encoding. */
export const encodingFor = (accepted: string | undefined, { identity }: PreparedBody): Encoding | undefined => {
  if (!accepted || identity.length < MIN_COMPRESSED) return undefined
  return BR.test(accepted) ? 'br' : GZIP.test(accepted) ? 'gzip' : undefined
}

/** Whether an `If-None-Match` header names this ETag. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === '*' ||
    ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')))

/** Sends the body: 304 when the client has it, else in the encoding that the client accepts. */
export const sendPrepared = async (request: FastifyRequest, reply: FastifyReply, body: PreparedBody): Promise<void> => {
  void reply.header('etag', body.etag)
  if (matchesEtag(request.headers['if-none-match'], body.etag)) return void reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'], body)
  if (!encoding) return void reply.send(body.identity)
  const bytes = await body.encoded(encoding)
  return void reply.header('content-encoding', encoding).send(bytes)
}

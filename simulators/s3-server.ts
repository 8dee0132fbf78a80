import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { listen } from './listen.ts'

const SIGNATURE =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=[^,]+, ?Signature=[0-9a-f]{64}$/

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

const errorBody = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`

/** Key id of the signature: in a header, or in a presigned URL. */
const signedBy = (request: IncomingMessage, url: URL): string | undefined =>
  SIGNATURE.exec(request.headers.authorization ?? '')?.[1] ??
  (url.searchParams.get('X-Amz-Signature') ? url.searchParams.get('X-Amz-Credential')?.split('/')[0] : undefined)

/** A store with the part of the S3 protocol that Kartis uses: path style, signature V4, put, get, head, delete. One bucket, `kartis`; key id `key`. */
export const s3Server = async () => {
  const objects = new Map<string, { bytes: Buffer; type: string }>()
  let unsigned = 0
  const server = await listen((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://s3.local')
      const bytes = await bodyOf(request)
      const fail = (status: number, code: string) =>
        void response.writeHead(status, { 'content-type': 'application/xml' }).end(errorBody(code))
      if (signedBy(request, url) !== 'key') {
        unsigned += 1
        return fail(403, 'AccessDenied')
      }
      const [, bucket, ...keyParts] = url.pathname.split('/').map(decodeURIComponent)
      const key = keyParts.join('/')
      if (bucket !== 'kartis') return fail(404, 'NoSuchBucket')
      const claimed = request.headers['x-amz-content-sha256']
      if (request.method === 'PUT') {
        if (
          typeof claimed === 'string' &&
          /^[0-9a-f]{64}$/.test(claimed) &&
          createHash('sha256').update(bytes).digest('hex') !== claimed
        )
          return fail(400, 'XAmzContentSHA256Mismatch')
        objects.set(key, { bytes, type: request.headers['content-type'] ?? '' })
        return void response.writeHead(200, { etag: `"${createHash('md5').update(bytes).digest('hex')}"` }).end()
      }
      if (request.method === 'DELETE') {
        objects.delete(key)
        return void response.writeHead(204).end()
      }
      const found = objects.get(key)
      if (!found) return fail(404, 'NoSuchKey')
      response.writeHead(200, { 'content-type': found.type, 'content-length': found.bytes.length })
      return void response.end(request.method === 'HEAD' ? undefined : found.bytes)
    })()
  })
  return { ...server, objects, unsigned: () => unsigned }
}

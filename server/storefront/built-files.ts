import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor, isKnown, type ReadyBody } from '../platform/concurrency/cache.ts'
import type { App } from '../platform/http/route.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const FOR_EVER = 'public, max-age=31536000, immutable'
/** Twins that the build has packed already; the files themselves are asked for. */
const TWIN = { br: '.br', gzip: '.gz' } as const

interface BuiltFile {
  readonly type: string
  readonly body: ReadyBody
}

/** Every name under a folder, as addresses have it; nothing hidden and no twins. */
const namesIn = (root: string): Set<string> =>
  new Set(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((name) => name.split(sep).join('/'))
      .filter((name) => !/(^|\/)\.|\.(br|gz)$/.test(name) && statSync(join(root, name)).isFile()),
  )

const readFile = (root: string, name: string): BuiltFile => {
  const path = join(root, name)
  const plain = readFileSync(path)
  const packed = (encoding: keyof typeof TWIN): Buffer | undefined =>
    existsSync(path + TWIN[encoding]) ? readFileSync(path + TWIN[encoding]) : undefined
  const twins = { br: packed('br'), gzip: packed('gzip') }
  // What the build has not packed is not worth packing, or is packed by nature.
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    body: { plain, etag, in: async (encoding) => twins[encoding] ?? plain },
  }
}

/**
 * The built files of a folder, answered from memory: there are few, they are small, and in a rush everybody asks for all of
 * them at once. Their names change with their content, so that they may be kept for ever. `watching`: a newer build may put
 * other files there.
 */
export const builtFiles = (app: App, root: string, prefix: string, watching: boolean): void => {
  let names = namesIn(root)
  const known = new Map<string, BuiltFile>()
  const fileOf = (name: string): BuiltFile | undefined => {
    const file = known.get(name)
    if (file) return file
    if (watching && !names.has(name)) names = namesIn(root)
    if (!names.has(name)) return undefined
    const read = readFile(root, name)
    // Without a hash in its name a file may be another after the next build.
    if (!watching || name.startsWith('assets/')) known.set(name, read)
    return read
  }
  app.get<{ Params: { '*': string } }>(`${prefix}*`, async (request: FastifyRequest, reply: FastifyReply) => {
    const file = fileOf((request.params as { '*': string })['*'])
    if (!file) return reply.callNotFound()
    const { type, body } = file
    void reply.header('cache-control', FOR_EVER).header('vary', 'accept-encoding').header('etag', body.etag)
    if (isKnown(request.headers['if-none-match'], body.etag)) return reply.code(304).send()
    const encoding = encodingFor(request.headers['accept-encoding'], body)
    const packed = encoding ? await body.in(encoding) : body.plain
    if (encoding && packed !== body.plain) void reply.header('content-encoding', encoding)
    return reply.type(type).send(packed)
  })
}

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor, matchesEtag, type PreparedBody } from '../platform/http/prepared-body.ts'
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
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Suffixes of the compressed copies that the build writes beside each file. */
const SUFFIX = { br: '.br', gzip: '.gz' } as const

interface BuiltFile {
  readonly type: string
  readonly body: PreparedBody
}

/** URL paths of the files under a folder, without hidden files and compressed copies. */
const namesIn = (root: string): Set<string> =>
  new Set(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((name) => name.split(sep).join('/'))
      .filter((name) => !/(^|\/)\.|\.(br|gz)$/.test(name) && statSync(join(root, name)).isFile()),
  )

const readFile = (root: string, name: string): BuiltFile => {
  const path = join(root, name)
  const identity = readFileSync(path)
  const copy = (encoding: keyof typeof SUFFIX): Buffer | undefined =>
    existsSync(path + SUFFIX[encoding]) ? readFileSync(path + SUFFIX[encoding]) : undefined
  const copies = { br: copy('br'), gzip: copy('gzip') }
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    // The build compresses every file that gets smaller by it.
    body: { identity, etag, encoded: async (encoding) => copies[encoding] ?? identity },
  }
}

/**
 * Serves the built files of a folder from memory: they are few and small, and in a rush everyone requests all of them.
 * Their names change with their content, so clients may cache them for ever. `watch`: a newer build may replace them.
 */
export const builtFiles = (app: App, root: string, prefix: string, watch: boolean): void => {
  let names = namesIn(root)
  const loaded = new Map<string, BuiltFile>()
  const fileOf = (name: string): BuiltFile | undefined => {
    const cached = loaded.get(name)
    if (cached) return cached
    if (watch && !names.has(name)) names = namesIn(root)
    if (!names.has(name)) return undefined
    const file = readFile(root, name)
    // A file without a hash in its name may change with the next build.
    if (!watch || name.startsWith('assets/')) loaded.set(name, file)
    return file
  }
  app.get<{ Params: { '*': string } }>(`${prefix}*`, async (request: FastifyRequest, reply: FastifyReply) => {
    const file = fileOf((request.params as { '*': string })['*'])
    if (!file) return reply.callNotFound()
    const { type, body } = file
    void reply.header('cache-control', IMMUTABLE).header('vary', 'accept-encoding').header('etag', body.etag)
    if (matchesEtag(request.headers['if-none-match'], body.etag)) return reply.code(304).send()
    const encoding = encodingFor(request.headers['accept-encoding'], body)
    const bytes = encoding ? await body.encoded(encoding) : body.identity
    if (encoding && bytes !== body.identity) void reply.header('content-encoding', encoding)
    return reply.type(type).send(bytes)
  })
}

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor, matchesEtag, type PreparedBody } from './prepared-body.ts'
import type { App } from './route.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.ico': 'image/x-icon',
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

/** URL paths of the files under a folder, without hidden files, compressed copies and pages. */
const namesIn = (root: string): Set<string> =>
  new Set(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((name) => name.split(sep).join('/'))
      .filter((name) => !/(^|\/)\.|\.(br|gz|html)$/.test(name) && statSync(join(root, name)).isFile()),
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

type FileOf = (name: string) => BuiltFile | undefined

const folderInMemory = (root: string, watch: boolean): FileOf => {
  let names = namesIn(root)
  const loaded = new Map<string, BuiltFile>()
  return (name) => {
    const cached = loaded.get(name)
    if (cached) return cached
    if (watch && !names.has(name)) names = namesIn(root)
    if (!names.has(name)) return undefined
    const file = readFile(root, name)
    // A file without a hash in its name may change with the next build.
    if (!watch || isHashed(name)) loaded.set(name, file)
    return file
  }
}

/** The build names the files of this folder by their content. */
const isHashed = (name: string): boolean => name.startsWith('assets/')

interface SendOptions {
  readonly cacheControl: string
}

const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, cacheControl }: BuiltFile & SendOptions,
): Promise<FastifyReply> => {
  void reply.header('cache-control', cacheControl).header('vary', 'accept-encoding').header('etag', body.etag)
  if (matchesEtag(request.headers['if-none-match'], body.etag)) return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'], body)
  const bytes = encoding ? await body.encoded(encoding) : body.identity
  if (encoding && bytes !== body.identity) void reply.header('content-encoding', encoding)
  return reply.type(type).send(bytes)
}

interface Options {
  readonly root: string
  /** Of the URLs; a slash at both ends. */
  readonly prefix: string
  /** A newer build may replace the files. */
  readonly watch: boolean
}

/**
 * Serves the built files of a folder from memory: they are few and small, and in a rush everyone requests all of them.
 * Their names change with their content, so clients may cache them for ever.
 */
export const builtFiles = (app: App, { root, prefix, watch }: Options): void => {
  const fileOf = folderInMemory(root, watch)
  app.get<{ Params: { '*': string } }>(`${prefix}*`, async (request: FastifyRequest, reply: FastifyReply) => {
    const file = fileOf((request.params as { '*': string })['*'])
    return file ? sendFile(request, reply, { ...file, cacheControl: IMMUTABLE }) : reply.callNotFound()
  })
}

/**
 * The same for an app that has pages at the root: the files with a hash in their names, in `assets`, are cached for ever;
 * each of the others has a route of its own beside the pages and is revalidated.
 */
export const builtApp = (app: App, { root, watch }: Omit<Options, 'prefix'>): void => {
  const fileOf = folderInMemory(root, watch)
  app.get<{ Params: { '*': string } }>('/assets/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const file = fileOf(`assets/${(request.params as { '*': string })['*']}`)
    return file ? sendFile(request, reply, { ...file, cacheControl: IMMUTABLE }) : reply.callNotFound()
  })
  for (const name of namesIn(root)) {
    if (isHashed(name)) continue
    app.get(`/${name}`, async (request, reply) => {
      const file = fileOf(name)
      return file ? sendFile(request, reply, { ...file, cacheControl: 'no-cache' }) : reply.callNotFound()
    })
  }
}

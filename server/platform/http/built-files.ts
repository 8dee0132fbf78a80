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

/** The build names the files of this folder by their content. */
const isHashed = (name: string): boolean => name.startsWith('assets/')

type Folder = { readonly names: ReadonlySet<string>; readonly fileOf: (name: string) => BuiltFile | undefined }

const folderInMemory = ({ root, watch }: Omit<Options, 'prefix'>): Folder => {
  const first = namesIn(root)
  let names = first
  const loaded = new Map<string, BuiltFile>()
  const fileOf = (name: string): BuiltFile | undefined => {
    const cached = loaded.get(name)
    if (cached) return cached
    if (watch && !names.has(name)) names = namesIn(root)
    if (!names.has(name)) return undefined
    const file = readFile(root, name)
    // A file without a hash in its name may change with the next build.
    if (!watch || isHashed(name)) loaded.set(name, file)
    return file
  }
  return { names: first, fileOf }
}

/** Sends a file of the folder; what it has not is not found. */
const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { file, cacheControl }: { readonly file: BuiltFile | undefined; readonly cacheControl: string },
): Promise<FastifyReply> => {
  if (!file) {
    reply.callNotFound()
    return reply
  }
  const { type, body } = file
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

type Wildcard = { Params: { '*': string } }

/**
 * Serves the built files of a folder from memory: they are few and small, and in a rush everyone requests all of them.
 * Their names change with their content, so clients may cache them for ever.
 */
export const builtFiles = (app: App, { prefix, ...folder }: Options): void => {
  const { fileOf } = folderInMemory(folder)
  app.get<Wildcard>(`${prefix}*`, (request, reply) =>
    sendFile(request, reply, { file: fileOf(request.params['*']), cacheControl: IMMUTABLE }),
  )
}

/**
 * The same for an app that has pages at the root: the files with a hash in their names, in `assets`, are cached for ever;
 * each of the others has a route of its own beside the pages and is revalidated.
 */
export const builtApp = (app: App, folder: Omit<Options, 'prefix'>): void => {
  const { names, fileOf } = folderInMemory(folder)
  app.get<Wildcard>('/assets/*', (request, reply) =>
    sendFile(request, reply, { file: fileOf(`assets/${request.params['*']}`), cacheControl: IMMUTABLE }),
  )
  for (const name of names)
    if (!isHashed(name))
      app.get(`/${name}`, (request, reply) =>
        sendFile(request, reply, { file: fileOf(name), cacheControl: 'no-cache' }),
      )
}

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageAssets, PageKind, Render, SaleReply, SaleRequest } from '@kartis/storefront/page-types.ts'

/** The built storefront: its render function and what each kind of page loads in the browser. */
export interface Bundle {
  readonly render: Render
  /** The preview of a draft, when the address is one. */
  readonly renderPreview: (request: SaleRequest) => Promise<SaleReply | undefined>
  /** The parameters that a page for everybody reads, each in one spelling. */
  readonly pageQuery: (path: string, query: SaleRequest['query']) => SaleRequest['query']
  readonly errorPage: (request: SaleRequest) => SaleReply
  readonly assets: (kind: PageKind) => PageAssets
}

interface Chunk {
  readonly file: string
  /** The name of an entry: the kind of page. */
  readonly name?: string
  readonly isEntry?: boolean
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  readonly assets?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

export const CLIENT_BASE = '/order/_/'

/** Pages that are hydrated; the others get no script. */
const HYDRATED: ReadonlySet<PageKind> = new Set<PageKind>([
  'event',
  'seats',
  'seat-preview',
  'compact',
  'checkout',
  'my',
  'cancel',
  'passes',
  'receipt',
  'refund',
  'choice',
  'transfer',
  'return',
  'wait',
])
/** Fonts that every page uses: the Hebrew one also has the shekel sign, the Latin one the digits. */
const PRELOADED_FONTS = /rubik-(hebrew|latin)-wght-normal/

const chunksOf = (manifest: Manifest, key: string, seen = new Set<string>()): Chunk[] => {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return []
  seen.add(key)
  return [...(chunk.imports ?? []).flatMap((imported) => chunksOf(manifest, imported, seen)), chunk]
}

/** A browser that has six connections for a site begins with what takes longest, and not with a dozen small files. */
const largestFirst = (client: string, chunks: readonly Chunk[]): string[] =>
  [...new Set(chunks.map(({ file }) => file))]
    .map((file) => ({ file, size: statSync(join(client, file)).size }))
    .toSorted((a, b) => b.size - a.size)
    .map(({ file }) => file)

/** The chunks that begin what a page needs first, by their names. */
const EARLY: Partial<Record<PageKind, string>> = { seats: 'hall' }

const assetsOf = (client: string, manifest: Manifest, kind: PageKind): PageAssets => {
  const key = Object.keys(manifest).find((each) => manifest[each]?.isEntry && manifest[each].name === kind) ?? ''
  const chunks = chunksOf(manifest, key)
  const early = chunks.find(({ name }) => name !== undefined && name === EARLY[kind])?.file
  const stylesheets = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))]
  const files = Object.values(manifest).map((chunk) => chunk.file)
  const script = manifest[key]?.file
  return {
    css: stylesheets.map((file) => readFileSync(join(client, file), 'utf8').trim()).join(''),
    early: early ? `${CLIENT_BASE}${early}` : undefined,
    script: HYDRATED.has(kind) && script ? `${CLIENT_BASE}${script}` : undefined,
    modules: HYDRATED.has(kind) ? largestFirst(client, chunks).map((file) => `${CLIENT_BASE}${file}`) : [],
    fonts: files.filter((file) => PRELOADED_FONTS.test(file)).map((file) => `${CLIENT_BASE}${file}`),
  }
}

const load = async (dist: string, version: number): Promise<Bundle> => {
  const client = join(dist, 'client')
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest
  const entry = pathToFileURL(join(dist, 'server/entry-server.js'))
  const entryModule = (await import(`${entry.href}?v=${version}`)) as Omit<Bundle, 'assets'>
  const assetsByKind = new Map<PageKind, PageAssets>()
  return {
    render: entryModule.render,
    renderPreview: entryModule.renderPreview,
    pageQuery: entryModule.pageQuery,
    errorPage: entryModule.errorPage,
    assets: (kind) => {
      const assets = assetsByKind.get(kind) ?? assetsOf(client, manifest, kind)
      assetsByKind.set(kind, assets)
      return assets
    },
  }
}

/** Milliseconds between checks for a newer build. */
const CHECK_EVERY = 300

/** Loader of the built storefront; undefined when it was never built. `watch`: a newer build is loaded (development). */
export const bundleOf = (dist: string, watch: boolean): (() => Promise<Bundle | undefined>) => {
  let loaded: { readonly version: number; readonly bundle: Promise<Bundle> } | undefined
  let checkedAt = -Infinity
  const outputs = [join(dist, 'server/entry-server.js'), join(dist, 'client/.vite/manifest.json')]
  return async () => {
    if (loaded && (!watch || performance.now() - checkedAt < CHECK_EVERY)) return loaded.bundle
    checkedAt = performance.now()
    if (!outputs.every((file) => existsSync(file))) return loaded?.bundle
    const version = Math.max(...outputs.map((file) => statSync(file).mtimeMs))
    if (loaded?.version !== version) loaded = { version, bundle: load(dist, version) }
    return loaded.bundle
  }
}

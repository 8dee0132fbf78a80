import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageAssets, PageKind, Render, SaleReply, SaleRequest } from '@kartis/storefront/page-types.ts'

/** The sale site as it was built: its drawing function and what each page kind needs in the browser. */
export interface Bundle {
  readonly render: Render
  readonly errorPage: (request: SaleRequest) => SaleReply
  readonly assets: (kind: PageKind) => PageAssets
}

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  readonly assets?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

export const CLIENT_BASE = '/order/_/'

/** Pages that come to life; the others are complete as they are and get no script. */
const LIVE: ReadonlySet<PageKind> = new Set<PageKind>(['event', 'checkout', 'my', 'return', 'wait'])
/** Every page sets Hebrew (the sign of the shekel stands in it too) and Latin digits. */
const FIRST_FONTS = /rubik-(hebrew|latin)-wght-normal/

const chunksOf = (manifest: Manifest, key: string, seen = new Set<string>()): Chunk[] => {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return []
  seen.add(key)
  return [...(chunk.imports ?? []).flatMap((each) => chunksOf(manifest, each, seen)), chunk]
}

const assetsOf = (client: string, manifest: Manifest, kind: PageKind): PageAssets => {
  const key = `entries/${kind}.ts`
  const chunks = chunksOf(manifest, key)
  const sheets = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))]
  const files = Object.values(manifest).map((chunk) => chunk.file)
  const script = manifest[key]?.file
  return {
    css: sheets.map((sheet) => readFileSync(join(client, sheet), 'utf8').trim()).join(''),
    script: LIVE.has(kind) && script ? `${CLIENT_BASE}${script}` : undefined,
    modules: LIVE.has(kind) ? [...new Set(chunks.map((chunk) => `${CLIENT_BASE}${chunk.file}`))] : [],
    fonts: files.filter((file) => FIRST_FONTS.test(file)).map((file) => `${CLIENT_BASE}${file}`),
  }
}

const load = async (dist: string, version: number): Promise<Bundle> => {
  const client = join(dist, 'client')
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest
  const entry = pathToFileURL(join(dist, 'server/entry-server.js'))
  const made = (await import(`${entry.href}?v=${version}`)) as Pick<Bundle, 'render' | 'errorPage'>
  const known = new Map<PageKind, PageAssets>()
  return {
    render: made.render,
    errorPage: made.errorPage,
    assets: (kind) => {
      const found = known.get(kind) ?? assetsOf(client, manifest, kind)
      known.set(kind, found)
      return found
    },
  }
}

/** Milliseconds between two looks for a newer build. */
const LOOK_EVERY = 300

/** Gives the built sale site; while one develops, a newer build is taken as soon as it is there. Undefined: never built. */
export const bundleOf = (dist: string, watching: boolean): (() => Promise<Bundle | undefined>) => {
  let loaded: { readonly version: number; readonly bundle: Promise<Bundle> } | undefined
  let lookedAt = -Infinity
  const marks = [join(dist, 'server/entry-server.js'), join(dist, 'client/.vite/manifest.json')]
  return async () => {
    if (loaded && (!watching || performance.now() - lookedAt < LOOK_EVERY)) return loaded.bundle
    lookedAt = performance.now()
    if (!marks.every((mark) => existsSync(mark))) return loaded?.bundle
    const version = Math.max(...marks.map((mark) => statSync(mark).mtimeMs))
    if (loaded?.version !== version) loaded = { version, bundle: load(dist, version) }
    return loaded.bundle
  }
}

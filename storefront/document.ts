import { directionOf, LANGS } from '@kartis/i18n/lang.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Embed } from './shared/embed.ts'
import type { PageAssets } from './page-types.ts'
import { OG_LOCALE } from './state/head.ts'
import type { Head } from './state/head.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const attribute = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char)

/** JSON for a script element: nothing in it can close the element. */
const inScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

const meta = (kind: 'name' | 'property', name: string, content: string | number | undefined): string =>
  content === undefined || content === '' ? '' : `<meta ${kind}="${name}" content="${attribute(String(content))}">`

const shareTags = (head: Head, lang: Lang, publicUrl: string): string[] => {
  if (head.canonical === undefined) return ['<meta name="robots" content="noindex">']
  const url = `${publicUrl}${head.canonical}`
  return [
    `<link rel="canonical" href="${attribute(url)}">`,
    ...LANGS.map((each) => `<link rel="alternate" hreflang="${each}" href="${attribute(`${url}?lang=${each}`)}">`),
    meta('property', 'og:type', head.ogType ?? 'website'),
    meta('property', 'og:site_name', 'Kartis'),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', url),
    meta('property', 'og:locale', OG_LOCALE[lang]),
    ...LANGS.filter((each) => each !== lang).map((each) => meta('property', 'og:locale:alternate', OG_LOCALE[each])),
    meta('property', 'og:image', head.image?.url),
    meta('property', 'og:image:type', head.image?.type),
    meta('property', 'og:image:width', head.image?.width),
    meta('property', 'og:image:height', head.image?.height),
    meta('property', 'og:image:alt', head.image ? head.title : undefined),
    meta('name', 'twitter:card', head.image ? 'summary_large_image' : 'summary'),
  ]
}

const modulesOf = (assets: PageAssets, priority: string): string[] =>
  assets.modules.map((module) => `<link rel="modulepreload"${priority} href="${module}">`)

/** Of a page that is read before it is used, whose picture and fonts come first. */
const LATER = ' fetchpriority="low"'

/** What a page needs is drawn by its script, which then comes before the fonts. */
const needsScript = ({ preloadData = [] }: Head): boolean => preloadData.length > 0

const preloads = (head: Head, assets: PageAssets): string[] => [
  // First: a browser has six connections for a site, and small replies that wait behind its files come a trip later.
  ...(head.preloadData ?? []).map(
    // As `fetch` requests it, or the browser would load it twice.
    (url) => `<link rel="preload" as="fetch" href="${attribute(url)}" crossorigin>`,
  ),
  ...(needsScript(head) ? modulesOf(assets, '') : []),
  ...assets.fonts.map((font) => `<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>`),
  head.preloadImage
    ? `<link rel="preload" as="image" fetchpriority="high" href="${attribute(head.preloadImage.src)}" imagesrcset="${attribute(head.preloadImage.srcSet)}" imagesizes="${attribute(head.preloadImage.sizes)}">`
    : '',
  ...(head.prefetch ?? []).map((file) => `<link rel="prefetch" href="${attribute(file)}">`),
  ...(needsScript(head) ? [] : modulesOf(assets, LATER)),
]

interface Parts {
  readonly lang: Lang
  readonly head: Head
  readonly assets: PageAssets
  readonly publicUrl: string
  /** The page as React rendered it. */
  readonly content: string
  /** The state that the page's script hydrates from; pages without a script have none. */
  readonly state?: unknown
  readonly embed?: Embed | null
}

/** Attributes for the styles of an embedded page: that it is embedded, and its theme. */
const embedAttributes = (embed: Embed | null | undefined): string =>
  embed
    ? ` data-embed${embed.compact ? '="compact"' : ''}${embed.theme === 'auto' ? '' : ` data-theme="${embed.theme}"`}`
    : ''

/** The whole HTML document, without inline scripts: the state is JSON that no browser runs. */
export const documentOf = ({ lang, head, assets, publicUrl, content, state, embed }: Parts): string =>
  [
    `<!doctype html><html lang="${lang}" dir="${directionOf(lang)}"${embedAttributes(embed)}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${attribute(head.title)}</title>`,
    meta('name', 'description', head.description),
    '<link rel="icon" type="image/svg+xml" href="/order/_/icon.svg"><meta name="color-scheme" content="light dark"><meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff"><meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1e1a35">',
    assets.script ? '<script async fetchpriority="high" src="/order/_/early-presses-1.js"></script>' : '',
    ...preloads(head, assets),
    assets.early ? `<script type="module" async src="${assets.early}"></script>` : '',
    ...shareTags(head, lang, publicUrl),
    assets.css ? `<style>${assets.css}</style>` : '',
    head.jsonLd ? `<script type="application/ld+json">${inScript(head.jsonLd)}</script>` : '',
    '</head><body>',
    `<div id="page">${content}</div>`,
    state === undefined ? '' : `<script type="application/json" id="state">${inScript(state)}</script>`,
    assets.script ? `<script type="module"${needsScript(head) ? '' : LATER} src="${assets.script}"></script>` : '',
    '</body></html>',
  ].join('')

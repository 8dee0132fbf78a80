import type { Lang } from '@kartis/i18n/lang.ts'

/** The page kinds; each has one entry of its own. */
export type PageKind =
  | 'event'
  | 'list'
  | 'checkout'
  | 'passes'
  | 'my'
  | 'legal'
  | 'message'
  | 'return'
  | 'wait'
  | 'embed'

/** Who runs this installation: the legal pages and the foot name them. */
export interface Operator {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly address: string
}

/** What the browser has to fetch for a page kind. */
export interface PageAssets {
  /** Style text to stand in the head: one round trip less before the first paint on a slow phone. */
  readonly css: string
  readonly script: string | undefined
  /** What the script imports, to be fetched beside it. */
  readonly modules: readonly string[]
  readonly fonts: readonly string[]
}

export interface ApiReply {
  readonly status: number
  readonly body: unknown
}

/** One page view, as the server hands it over. */
export interface SaleRequest {
  /** Path under `/order`, for example `/checkout/…`; the front page is `/`. */
  readonly path: string
  readonly query: Readonly<Record<string, string | undefined>>
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly lang: Lang
  readonly now: Date
  readonly publicUrl: string
  readonly operator: Operator
  readonly assets: (kind: PageKind) => PageAssets
  /** Calls the API in the same process, in the page's language. Never throws on an HTTP status. */
  readonly api: (path: string, orderToken?: string) => Promise<ApiReply>
  /** A text as the inside of a QR `<svg>`: its view box and its one path. */
  readonly qr: (text: string) => QrCode
}

export interface QrCode {
  readonly size: number
  readonly path: string
}

export interface SaleReply {
  readonly status: number
  readonly body: string
  readonly type: 'html' | 'json'
  /** `shared` pages say the same to everyone in one language; `private` ones are never stored. */
  readonly cache: 'shared' | 'private'
  /** May stand inside anybody's frame: what is embedded, and the gateway's way back into it. Others stand in our own alone. */
  readonly framed?: boolean
}

export type Render = (request: SaleRequest) => Promise<SaleReply>

/** The name of the cookie that holds the key of one order for some days, so that its pages open without a token in the address. */
export const orderCookie = (uuid: string): string => `kartis_order_${uuid.replaceAll('-', '')}`
export const LANG_COOKIE = 'kartis_lang'

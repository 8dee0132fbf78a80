import type { Lang } from '@kartis/i18n/lang.ts'

/** The page kinds; each has one entry of its own. */
export type PageKind =
  | 'event'
  | 'seats'
  | 'seat-preview'
  | 'list'
  | 'checkout'
  | 'passes'
  | 'my'
  | 'legal'
  | 'message'
  | 'return'
  | 'wait'
  | 'embed'
  | 'receipt'
  | 'choice'
  | 'transfer'
  | 'refund'
  | 'cancel'
  | 'compact'

/** The operator of this installation, named by the legal pages and the footer. */
export interface Operator {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly address: string
  /** Name of the accessibility coordinator; empty where the operator need not have one. */
  readonly coordinator: string
}

/** What the browser has to fetch for a page kind. */
export interface PageAssets {
  /** Styles, inlined into the head: one round trip less before the first paint. */
  readonly css: string
  readonly script: string | undefined
  /** A script that need not wait for what the other one imports. */
  readonly early: string | undefined
  /** What the script imports, preloaded. */
  readonly modules: readonly string[]
  readonly fonts: readonly string[]
}

export interface ApiReply {
  readonly status: number
  readonly body: unknown
}

/** One page view. */
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
  /** Calls the API in the same process, in the page's language; `path` is under `/api/v1`. Never throws on an HTTP status. */
  readonly api: (path: string, orderToken?: string) => Promise<ApiReply>
  /** A text as a QR code. */
  readonly qr: (text: string) => QrCode
}

export interface QrCode {
  /** Width and height of the view box. */
  readonly size: number
  readonly path: string
}

export interface SaleReply {
  readonly status: number
  readonly body: string
  readonly type: 'html' | 'json'
  /** `shared` pages are the same for everyone in one language; `private` ones are never cached. */
  readonly cache: 'shared' | 'private'
  /** Any site may frame it: embedded pages of a purchase and the gateway's return page. Other pages allow only their own origin. */
  readonly framed?: boolean
}

export type Render = (request: SaleRequest) => Promise<SaleReply>

/** Name of the cookie that holds the token of one order for some days, so that its pages open without one in the address. */
export const orderCookie = (uuid: string): string => `kartis_order_${uuid.replaceAll('-', '')}`

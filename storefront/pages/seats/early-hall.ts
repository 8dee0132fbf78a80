import type { EventWireMap } from '@kartis/contract/public-seats.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { type SeatSale, seatSaleOf } from './seat-sale.ts'

// A script of its own, beside that of the page: the hall is there before React is, and is computed meanwhile.

interface EarlyHall {
  readonly hash: string
  readonly lang: Lang
  /** Undefined: it did not come. */
  readonly sale: Promise<SeatSale | undefined>
}

const load = async (url: string, hash: string, lang: Lang): Promise<SeatSale | undefined> => {
  // As the page requests it, or its preload would be of no use.
  const response = await fetch(url, {
    headers: { accept: 'application/json', 'accept-language': lang, 'x-app-name': 'order' },
  })
  if (!response.ok) return undefined
  const { data } = (await response.json()) as { readonly data: EventWireMap }
  return seatSaleOf(data, hash, lang)
}

/** The hall that the page names in its head; undefined where it names none. */
const begin = (): EarlyHall | undefined => {
  if (typeof document === 'undefined') return undefined
  const url = document.querySelector<HTMLLinkElement>('link[rel=preload][as=fetch][href*="/seat_map/"]')?.href
  const hash = url?.split('/').at(-1)
  if (url === undefined || hash === undefined) return undefined
  const lang = document.documentElement.lang as Lang
  return { hash, lang, sale: load(url, hash, lang).catch(() => undefined) }
}

const early = begin()

/** The hall of this edition in this language, where the page began to load it. */
export const earlyHall = async (hash: string, lang: Lang): Promise<SeatSale | undefined> =>
  early?.hash === hash && early.lang === lang ? early.sale : undefined

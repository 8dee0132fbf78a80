import type { Category } from '@kartis/contract/events.ts'
import type { PublicEventBrief } from '@kartis/contract/public-events.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { lookOf, momentOf, placeLine } from './labels.ts'
import type { LookView } from './labels.ts'

export interface CardView {
  readonly slug: string
  readonly name: string
  readonly when: string
  readonly place: string
  readonly price: number | null
  readonly phase: PublicEventBrief['phase']
  readonly look: LookView
}

export interface ListView {
  readonly search: string
  readonly category: string
  readonly categories: readonly { readonly slug: string; readonly name: string }[]
  readonly cards: readonly CardView[]
  readonly total: number
  readonly page: number
  readonly lastPage: number
}

interface Listed {
  readonly data: readonly PublicEventBrief[]
  readonly meta: { readonly current_page: number; readonly total: number; readonly last_page: number }
}

/** The public list as its page tells it. */
export const listView = (
  listed: Listed,
  categories: readonly Category[],
  asked: { readonly search: string; readonly category: string },
  lang: Lang,
  now: Date,
): ListView => ({
  ...asked,
  categories: categories.map(({ slug, name }) => ({ slug, name })),
  cards: listed.data.map((event) => ({
    slug: event.slug || event.uuid,
    name: event.name,
    when: momentOf(event.starts_at, now, lang, event.timezone),
    place: placeLine(event),
    price: event.price_from,
    phase: event.phase,
    look: lookOf(event.uuid, event.attachments),
  })),
  total: listed.meta.total,
  page: listed.meta.current_page,
  lastPage: listed.meta.last_page,
})

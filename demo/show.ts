import type { createForm } from '@kartis/contract/forms.ts'
import type { createVenue } from '@kartis/contract/venues.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { EventSettings } from '@kartis/contract/events.ts'
import type { EventTexts, TypeTexts } from './server.ts'
import type { Artwork } from './art/canvas.ts'
import type { Calendar } from './calendar.ts'
import type { Dice } from './random.ts'

/** A ticket type with its sales. */
export interface TypePlan {
  readonly name: string
  readonly info: string
  readonly type: 'regular' | 'producer'
  /** shekels */
  readonly price: number
  readonly total: number
  readonly limit: number | null
  /** Valid tickets bought. */
  readonly sold: number
  /** Valid tickets issued by invitation. */
  readonly invited: number
  /** The part of the sale in which it was bought, as shares of its time; all of it by default. */
  readonly during?: readonly [number, number]
  /** A companion type, also added to carts of other types: a child with an adult. */
  readonly along?: boolean
  readonly saleStartsAt?: Date
  readonly saleEndsAt?: Date
  /** Of a show with numbered seats: the name of the category whose places it sells. */
  readonly seats?: string
}

export interface When {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly createdAt: Date
  readonly publishedAt: Date
  /** The first instant of an order; null while the sale has not begun. */
  readonly saleFrom: Date | null
  readonly saleTo: Date
}

/** How people bought. Shares are between 0 and 1. */
export interface Sales {
  /** Orders for each page view. */
  readonly conversion: number
  /** Sizes of carts, from one ticket on, as weights. */
  readonly sizes: readonly number[]
  readonly tourists: number
  readonly arabic: number
  /** Numbers of orders that were refunded, partly cancelled, and cancelled with the statutory fee. */
  readonly refunded: number
  readonly partly: number
  readonly withFee: number
  /** Page views a day before anything is sold, or beside it. */
  readonly quietDay: number
}

export interface Question {
  readonly place: number
  /** Undefined when the buyer gives no answer. */
  readonly answer: (random: Dice) => unknown
}

export interface ShowForm {
  readonly form: BodyOf<typeof createForm>
  readonly answers: readonly Question[]
}

/** A name and seven digits for each invitation, and how many tickets. */
export interface Guest {
  readonly name: string
  readonly phone: string
  readonly tickets: number
  readonly revoked?: boolean
}

export interface Show {
  readonly name: string
  readonly description: string
  readonly texts: EventTexts
  /** Of its ticket types, by their names. */
  readonly typeTexts: Readonly<Record<string, TypeTexts>>
  /** Each in Hebrew, English and Arabic. */
  readonly artists: ReadonlyArray<readonly [he: string, en: string, ar: string]>
  /** Slugs. */
  readonly categories: readonly string[]
  readonly venue: string
  readonly art: Artwork
  readonly when: When
  readonly settings: EventSettings
  readonly types: readonly TypePlan[]
  readonly sales: Sales
  readonly guests: readonly Guest[]
  /** The share of valid tickets that have entered by now. */
  readonly entered: number
  readonly form?: ShowForm
  /** Takes the seat map of its venue; every ticket type names a category of it. */
  readonly isSeated?: boolean
}

export type ShowMaker = (calendar: Calendar) => Show

export interface VenuePlan {
  readonly name: string
  readonly street: string
  readonly number: string
  readonly city: string
  readonly notes: string
  readonly texts: NonNullable<BodyOf<typeof createVenue>['texts']>
}

import type { Lang } from '@kartis/i18n/lang.ts'

/** One ticket as its page prints it: texts only, in the reader's language. */
export interface PassPage {
  /** The text of the QR code. */
  readonly code: string
  /** Ticket number, printed under the QR code, to be typed where there is no camera. */
  readonly number: string
  readonly placeOf: string
  /** The seat takes the space of some of the artwork. */
  readonly hasSeat: boolean
  /**
   * Label and value, in reading order; `wide` ones fill a line, `huge` ones are legible from afar, and a
   * `third` stands beside them.
   */
  readonly facts: readonly {
    readonly label: string
    readonly value: string
    readonly size?: 'wide' | 'huge' | 'third'
  }[]
}

/** All tickets of one order as the renderer gets them; it has no access to the database or to translations. */
export interface PassSheet {
  readonly lang: Lang
  readonly rightToLeft: boolean
  readonly title: string
  readonly author: string
  readonly brand: string
  readonly event: string
  /** Under the event's name: place in brief. */
  readonly place: string
  /** Who appears, in one line; empty where the event names nobody. */
  readonly artists: string
  /** JPEG of the event, if it has one. */
  readonly banner: Uint8Array | undefined
  /** Main colour of its artwork, `#rrggbb`, for an event without one too. */
  readonly colour: string
  readonly note: string
  /** The note on accessibility; empty where the event has none. */
  readonly accessibility: string
  /** Lines about the seller. */
  readonly seller: readonly string[]
  readonly pages: readonly PassPage[]
}

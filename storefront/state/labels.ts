import type { Attachment } from '@kartis/contract/attachments.ts'
import { commaText, dayLongText, dayShortText, timeText, weekdayText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'

/** The place of an event, with links for navigation. */
export interface PlaceView {
  readonly title: string
  readonly address: string
  readonly waze: string
  readonly maps: string
}

interface Addressable {
  readonly address_description: string
  readonly address_street: string
  readonly address_street_number: string
  readonly address_city: string
}

export const addressOf = (event: Addressable, lang: Lang): string =>
  commaText([[event.address_street, event.address_street_number].filter(Boolean).join(' '), event.address_city], lang)

/** The place in one line with its address, for calendars and maps. */
export const wholePlace = (event: Addressable, lang: Lang): string =>
  commaText([event.address_description, addressOf(event, lang)], lang)

export const placeOf = (event: Addressable, lang: Lang): PlaceView => {
  const address = addressOf(event, lang)
  const query = encodeURIComponent(wholePlace(event, lang))
  return {
    title: event.address_description || event.address_city,
    address,
    waze: `https://waze.com/ul?q=${query}&navigate=yes`,
    maps: `https://www.google.com/maps/search/?api=1&query=${query}`,
  }
}

/** `אולם המזח, תל אביב-יפו`: in lists one line is enough. */
export const placeLine = (event: Addressable, lang: Lang): string =>
  commaText([event.address_description, event.address_city], lang)

/** A picture in the widths that screens request. */
export interface PictureView {
  readonly src: string
  readonly srcSet: string
  readonly width: number
  readonly height: number
}

/** How an event is illustrated: its picture or, without one, artwork generated from its colours and a seed. */
export interface ArtworkView {
  readonly art: PictureView | null
  readonly colors: readonly [string, string]
  /** Seed of the generated artwork, shown when there is no picture. */
  readonly seed: string
}

const WIDTHS = [320, 480, 768, 1128, 1340]
const RATIO_FIRST = ['banner_card', 'banner_event', 'banner_square'] as const
const COLOR = /^#[\da-f]{3,8}$/i
const PALETTES: readonly (readonly [string, string])[] = [
  ['#5b2be0', '#ff7d6b'],
  ['#0c6b4f', '#bff2a0'],
  ['#123c8c', '#7ff0d2'],
  ['#c25a36', '#f3b48e'],
  ['#8c1d54', '#ffb23e'],
  ['#0b5563', '#9fe0c9'],
]

/** A small number derived from an id, from which artwork is generated. */
export const seedNumber = (seed: string): number =>
  Array.from(seed).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 9973, 7)

const withWidth = (url: string, width: number): string => `${url}${url.includes('?') ? '&' : '?'}w=${width}`

export const artOfUrl = (url: string, width = 1340, height = 768): PictureView => ({
  src: withWidth(url, 768),
  srcSet: WIDTHS.filter((each) => each <= width)
    .map((each) => `${withWidth(url, each)} ${each}w`)
    .join(', '),
  width,
  height,
})

const paletteOf = (colors: readonly string[] | null | undefined, seed: string): readonly [string, string] => {
  const [first, second] = (colors ?? []).filter((color) => COLOR.test(color))
  const generated = PALETTES[seedNumber(seed) % PALETTES.length] ?? ['#5b2be0', '#ff7d6b']
  return first ? [first, second ?? first] : generated
}

export const artworkOf = (
  uuid: string,
  attachments: readonly Attachment[],
  slots: readonly string[] = RATIO_FIRST,
): ArtworkView => {
  const found = slots.map((slot) => attachments.find((each) => each.slot === slot)).find(Boolean)
  return {
    art: found ? artOfUrl(found.url, found.width ?? 1340, found.height ?? 768) : null,
    colors: paletteOf(found?.colors, uuid),
    seed: uuid,
  }
}

/** The artwork of an event of which only the URL of one picture is loaded. */
export const artworkOfUrl = (uuid: string, url: string | null, colors: readonly string[] | null): ArtworkView => ({
  art: url ? artOfUrl(url) : null,
  colors: paletteOf(colors, uuid),
  seed: uuid,
})

/** `יום חמישי, 10 בדצמבר, 21:00`, with the year if it is 300 days away or more. */
export const momentOf = (when: string, now: Date, lang: Lang, zone: string): string => {
  const near = new Date(when).getTime() - now.getTime() < 300 * 86_400_000
  const day = near ? weekdayAndDay(when, lang, zone) : dayLongText(when, lang, zone)
  return commaText([day, timeText(when, lang, zone)], lang)
}

const weekdayAndDay = (when: string, lang: Lang, zone: string): string =>
  commaText([weekdayText(when, lang, zone), dayShortText(when, lang, zone)], lang)

/** Calendar days as one phrase: `26–28 בנובמבר`; an open range if only one end is set. */
export const daysText = ({ from, to }: { readonly from: string; readonly to: string }, lang: Lang): string => {
  const format = new Intl.DateTimeFormat(`${lang}-IL-u-nu-latn`, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const at = (day: string) => new Date(`${day}T12:00:00Z`)
  // Isolated, so that the earlier of two numbers is on the left in both text directions.
  const range = () => format.formatRange(at(from), at(to)).replace(/(?<!\d)(\d+)\s?[–-]\s?(\d+)/, '\u2066$1–$2\u2069')
  if (from && to) return from === to ? format.format(at(from)) : range()
  return from ? `${format.format(at(from))} –` : to ? `– ${format.format(at(to))}` : ''
}

/** A calendar day (`2026-12-01`) as text. */
export const dayOf = (day: string, lang: Lang): string => dayLongText(`${day}T12:00:00Z`, lang, 'UTC')

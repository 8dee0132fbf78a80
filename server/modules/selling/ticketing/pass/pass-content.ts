import sharp from 'sharp'
import type { organiserOf } from '../../../people/accounts/index.ts'
import { type EventRow, placeLine } from '../../../catalogue/events/index.ts'
import { writtenPhone } from '@kartis/domain/phone.ts'
import { asOneLine } from '@kartis/domain/text.ts'
import { ticketNumber } from '@kartis/domain/ticket-number.ts'
import { commaText, dayLongText, moneyText, timeText } from '@kartis/i18n/format.ts'
import { directionOf, type Lang } from '@kartis/i18n/lang.ts'
import { inSentence } from '@kartis/i18n/plain-text.ts'
import { type Translate, translatorFor } from '@kartis/i18n/server.ts'
import { textIn } from '../../../../platform/database/localized-text.ts'
import { printable } from '../../../../platform/export/printable.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { OrderRow } from '../../orders/index.ts'
import { eventNameIn } from '../../orders/index.ts'
import { type TicketCodes, ticketCodes } from '../ticket-code.ts'
import { ticketLane } from '../ticket-lane.ts'
import type { TicketRow } from '../tickets-queries.ts'
import type { PassPage, PassSheet } from './pass-sheet.ts'

const LRM = '\u200e'

/** A number, a phone or a code inside a line that runs the other way. */
const leftToRight = (text: string): string => LRM + text + LRM

/** The brand's violet, for events whose artwork has no colours. */
const ACCENT = '#5b2be0'

interface Frame {
  readonly codes: TicketCodes
  readonly t: Translate
  readonly lang: Lang
  readonly order: OrderRow
  readonly event: EventRow
}

const whenText = ({ event, lang, t }: Frame): string => {
  const start = `${dayLongText(event.starts_at, lang, event.timezone)} · ${timeText(event.starts_at, lang, event.timezone)}`
  const entry = event.settings.doors_at
  if (!entry) return start
  return `${start} (${t('pdf:doors', { time: timeText(entry, lang, event.timezone) })})`
}

type FactSize = PassPage['facts'][number]['size']

/** Legible from afar: the row and the seat; before them the section, and its gate where it has one. */
const seatFacts = (
  { floor, section, gate, row, number }: NonNullable<TicketRow['seat']>,
  lang: Lang,
  fact: (name: string, value: string, size?: FactSize) => PassPage['facts'][number],
): PassPage['facts'] => [
  fact('section', commaText([floor === section ? '' : (floor ?? ''), section], lang), gate ? undefined : 'wide'),
  ...(gate ? [fact('gate', gate)] : []),
  fact('row', row, 'huge'),
  fact('seat', number, 'huge'),
]

const pageOf = (frame: Frame, ticket: TicketRow, place: number, count: number): PassPage => {
  const { t, lang, order } = frame
  const lane = ticketLane(frame.event, ticket)
  const fact = (name: string, value: string, size?: FactSize) => ({
    label: t(`pdf:${name}`),
    value: printable(value),
    ...(size && { size }),
  })
  return {
    code: frame.codes.get(ticket.id) ?? '',
    number: ticketNumber(order.number, ticket.position),
    placeOf: t('pdf:place_of', { place, count }),
    hasSeat: ticket.seat !== null,
    facts: [
      fact('when', whenText(frame), 'wide'),
      fact('holder', order.buyer_name ?? t('pdf:guest')),
      fact('type', ticket.name),
      ...(lane === undefined ? [] : [fact('lane', String(lane))]),
      ...(ticket.seat ? seatFacts(ticket.seat, lang, fact) : []),
      fact(
        'price',
        ticket.price > 0 ? moneyText(ticket.price, lang) : t('pdf:free'),
        ticket.seat ? 'third' : undefined,
      ),
      // The number below the code begins with it; a seat or a lane takes its space.
      ...(ticket.seat || lane !== undefined ? [] : [fact('order', leftToRight(order.number))]),
    ],
  }
}

type Organiser = Awaited<ReturnType<typeof organiserOf>>

const sellerLines = ({ t, lang, event }: Frame, organiser: Organiser): string[] => {
  if (!organiser) return []
  const name = t('pdf:seller_number', {
    name: inSentence(organiser.vat_name, directionOf(lang)),
    number: leftToRight(organiser.vat_number),
  })
  const phone = event.settings.contact_phone || organiser.phone
  const contact = [
    phone && leftToRight(writtenPhone(phone)),
    leftToRight(event.settings.contact_email || organiser.email),
  ]
  return [t('pdf:seller', { name }), t('pdf:contact', { contact: contact.filter(Boolean).join(' · ') })].map(printable)
}

/** The artwork at the size that it is printed in: a whole banner on every page would make the file heavy. */
const shrunk = async (banner: Uint8Array): Promise<Uint8Array | undefined> => {
  try {
    return new Uint8Array(await sharp(banner).resize(860, 350, { fit: 'cover' }).jpeg({ quality: 78 }).toBuffer())
  } catch {
    return undefined
  }
}

export interface PassFacts {
  readonly order: OrderRow
  readonly event: EventRow
  /** Valid ones. */
  readonly tickets: readonly TicketRow[]
  readonly organiser: Organiser
  /** In the language of the sheet. */
  readonly artists: readonly string[]
  readonly banner: Uint8Array | undefined
  readonly colour: string | undefined
}

/** An order's tickets as texts for the PDF renderer. */
export const passSheet = async (platform: Pick<Platform, 'keys'>, facts: PassFacts, lang: Lang): Promise<PassSheet> => {
  const { order, event, tickets } = facts
  const t = translatorFor(lang)
  const frame = { codes: await ticketCodes(platform.keys, tickets), t, lang, order, event }
  const named = (text: string): string => inSentence(text, directionOf(lang))
  const name = printable(eventNameIn(event, lang))
  const accessibility = textIn(event.texts, lang, 'accessibility') ?? event.settings.accessibility
  return {
    lang,
    rightToLeft: directionOf(lang) === 'rtl',
    title: t('pdf:title', { count: tickets.length, event: named(name) }),
    author: facts.organiser?.name ?? '',
    brand: t('pdf:brand'),
    event: name,
    place: printable(placeLine(event, lang)),
    artists: printable(facts.artists.map(named).join(' · ')),
    banner: facts.banner && (await shrunk(facts.banner)),
    colour: /^#[0-9a-f]{6}$/i.test(facts.colour ?? '') ? (facts.colour ?? ACCENT) : ACCENT,
    note: t('pdf:once'),
    accessibility: accessibility ? printable(t('pdf:accessibility', { note: named(asOneLine(accessibility)) })) : '',
    seller: sellerLines(frame, facts.organiser),
    pages: tickets.map((ticket, place) => pageOf(frame, ticket, place + 1, tickets.length)),
  }
}

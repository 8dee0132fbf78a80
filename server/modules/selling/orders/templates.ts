import { smsParts } from '@kartis/domain/buyer-message.ts'
import type { Agorot } from '@kartis/domain/money.ts'
import { commaText, momentLongText, momentShortText, moneyText } from '@kartis/i18n/format.ts'
import { directionOf } from '@kartis/i18n/lang.ts'
import { inSentence } from '@kartis/i18n/plain-text.ts'
import type { EmailLink } from '../../../platform/notifications/email/email-message.ts'
import { defineTemplate, type RenderContext, smsLine, smsName } from '../../../platform/notifications/template.ts'
import { seatsText, type SeatText } from './seat-text.ts'

/** Facts of the event that a message is about; they are rendered in the recipient's language. */
export interface EventParams {
  readonly event: string
  readonly startsAt: Date | string
  /** IANA zone of the event; Jerusalem by default. */
  readonly timezone?: string | undefined
  readonly place?: string | undefined
}

type Fact = readonly [label: string, value: string]

export const eventFacts = (facts: EventParams, { t, lang }: RenderContext): Fact[] => [
  [t('messages:fact.event'), facts.event],
  [t('messages:fact.when'), momentLongText(facts.startsAt, lang, facts.timezone)],
  ...(facts.place ? [[t('messages:fact.where'), facts.place] as const] : []),
]

const ticketsFact = (count: number, { t }: RenderContext): Fact => [
  t('messages:fact.tickets'),
  t('messages:tickets', { count }),
]

const orderFacts = (
  order: { readonly number: string; readonly amount?: Agorot | undefined },
  label: 'paid' | 'refund',
  { t, lang }: RenderContext,
): Fact[] => [
  [t('messages:fact.order'), order.number],
  ...(order.amount === undefined ? [] : [[t(`messages:fact.${label}`), moneyText(order.amount, lang)] as const]),
]

/** What the buyer may want besides the tickets; the calendar is Google's page beside the file. */
interface MoreLinks {
  readonly calendar: string
  readonly google: string
  /** Absent where nothing was paid. */
  readonly receipt?: string | undefined
}

const linksOf = ({ calendar, google, receipt }: MoreLinks, { t }: RenderContext): EmailLink[] => [
  { text: t('messages:link.calendar'), link: calendar },
  { text: t('messages:link.google'), link: google },
  ...(receipt ? [{ text: t('messages:link.receipt'), link: receipt }] : []),
]

/** The seats of an order, where they are numbered. */
interface WithSeats {
  readonly seats?: readonly SeatText[] | undefined
}

const seatsFact = ({ seats = [] }: WithSeats, { t, lang }: RenderContext): Fact[] =>
  seats.length === 0 ? [] : [[t('messages:fact.seats'), seatsText(seats, t, lang)]]

/** An SMS names the seats of one row, which a buyer of a few tickets has; more would make it another message long. */
const MAX_SMS_SEATS = 50

const whenAndSeats = (when: string, { seats = [] }: WithSeats, { t, lang }: RenderContext): string => {
  const text = seatsText(seats, t, lang)
  return text === '' || text.length > MAX_SMS_SEATS ? when : commaText([when, text], lang)
}

/**
 * The SMS with its date, its seats and its place. The name of the place is left out where it would make the SMS a part longer,
 * which everybody who sends it pays for: the tickets behind the link have the whole address.
 */
const smsWhere = (params: EventParams & WithSeats, context: RenderContext, sms: (when: string) => string): string => {
  const when = momentShortText(params.startsAt, context.lang, params.timezone)
  const without = sms(whenAndSeats(when, params, context))
  const [title = ''] = (params.place ?? '').split(',')
  if (title.trim() === '') return without
  const place = inSentence(smsName(title), directionOf(context.lang))
  const whole = sms(whenAndSeats(commaText([when, place], context.lang), params, context))
  return smsParts(whole) > smsParts(without) ? without : whole
}

interface TicketsReady extends EventParams, WithSeats {
  /** The seats that were chosen first, where a late payment got equal ones instead. */
  readonly replaced?: readonly SeatText[] | undefined
  readonly more: MoreLinks
  readonly count: number
  readonly number: string
  readonly link: string
  readonly total?: Agorot
}

/** The link to the tickets of an order. */
export const ticketsReady = defineTemplate('tickets_ready', (params: TicketsReady, context) => {
  const { t } = context
  const { count, event, link, number, replaced = [] } = params
  const isReplaced = replaced.length > 0
  return {
    sms: smsWhere(params, context, (when) => {
      const sms = { count, event: smsName(event), when, number, link }
      return t(isReplaced ? 'messages:tickets_ready.sms_replaced' : 'messages:tickets_ready.sms', sms)
    }),
    email: {
      subject: t('messages:tickets_ready.subject', { count, event }),
      title: t('messages:tickets_ready.title'),
      lines: [
        ...(isReplaced ? [t('messages:tickets_ready.replaced', { seats: seatsText(replaced, t, context.lang) })] : []),
        t('messages:tickets_ready.body'),
      ],
      facts: [
        ...eventFacts(params, context),
        ticketsFact(count, context),
        ...seatsFact(params, context),
        ...orderFacts({ number: params.number, amount: params.total }, 'paid', context),
      ],
      button: { text: t('messages:tickets_ready.button'), link },
      links: linksOf(params.more, context),
      note: t('messages:tickets_ready.note'),
    },
  }
})

interface InvitationTickets extends EventParams, WithSeats {
  readonly more: MoreLinks
  /** The guest. */
  readonly name: string
  /** The organiser. */
  readonly from: string
  readonly count: number
  readonly link: string
}

/** The link to the tickets that an organiser gives to a guest. */
export const invitationTickets = defineTemplate('invitation_tickets', (params: InvitationTickets, context) => {
  const { t } = context
  const { count, event, link } = params
  return {
    sms: smsWhere(params, context, (when) =>
      t('messages:invitation_tickets.sms', { count, event: smsName(event), when, link }),
    ),
    email: {
      subject: t('messages:invitation_tickets.subject', { event }),
      title: t('messages:invitation_tickets.title', { name: params.name }),
      lines: [t('messages:invitation_tickets.body', { from: params.from })],
      facts: [...eventFacts(params, context), ticketsFact(count, context), ...seatsFact(params, context)],
      button: { text: t('messages:invitation_tickets.button'), link },
      links: linksOf(params.more, context),
      note: t('messages:invitation_tickets.note'),
    },
  }
})

interface OrderCancelled extends EventParams {
  readonly number: string
  /** Cancelled tickets. */
  readonly count: number
  /** Tickets of the order that stay valid. */
  readonly left?: number
  /** Of those, tickets that other people hold: nothing that is said of them is for the buyer to use. */
  readonly held?: number
  /** The refunded amount, if there is one. */
  readonly refund?: Agorot
  /** The cancellation fee that was withheld from the refund. */
  readonly fee?: Agorot
}

const leftLine = (own: number, t: RenderContext['t']): string =>
  own > 0 ? t('messages:order_cancelled_part.left', { count: own }) : t('messages:order_cancelled_part.left_nothing')

/** A cancellation of some tickets names how many of how many; one of all tickets speaks of the order. */
export const orderCancelled = defineTemplate('order_cancelled', (params: OrderCancelled, context) => {
  const { t, lang } = context
  const { number, count, event, left = 0, held = 0, fee = 0 } = params
  const own = left - held
  const of = count + left
  const refund = params.refund ? moneyText(params.refund, lang) : undefined
  const key = left > 0 ? 'order_cancelled_part' : 'order_cancelled'
  return {
    sms: t(`messages:${key}.${refund ? 'sms_refund' : 'sms'}`, {
      count,
      of,
      number,
      event: smsName(event),
      ...(left > 0 && { left: t(`messages:order_cancelled_part.${own > 0 ? 'sms_left' : 'sms_left_nothing'}`) }),
      ...(refund && { refund }),
    }),
    email: {
      subject: t(`messages:${key}.subject`, { count, of, number }),
      title: t(`messages:${key}.title`, { count, of }),
      lines: [
        t('messages:order_cancelled.body', { count, number }),
        ...(left > 0 ? [leftLine(own, t)] : []),
        ...(refund ? [t('messages:order_cancelled.refund')] : []),
      ],
      facts: [
        ...eventFacts(params, context),
        ...orderFacts({ number, amount: params.refund || undefined }, 'refund', context),
        ...(refund && fee > 0 ? [[t('messages:fact.fee'), moneyText(fee, lang)] as const] : []),
      ],
    },
  }
})

interface Refunded {
  readonly event: string
  readonly number: string
  readonly amount: Agorot
}

const refundTemplate = (template: 'refund_done' | 'payment_refunded_late') =>
  defineTemplate(template, (params: Refunded, context) => {
    const { t, lang } = context
    const values = { number: params.number, event: params.event, amount: moneyText(params.amount, lang) }
    return {
      sms: t(`messages:${template}.sms`, { ...values, event: smsName(params.event) }),
      email: {
        subject: t(`messages:${template}.subject`, values),
        title: t(`messages:${template}.title`),
        lines: [t(`messages:${template}.body`)],
        facts: [[t('messages:fact.event'), params.event], ...orderFacts(params, 'refund', context)],
      },
    }
  })

/** A charge was refunded. */
export const refundDone = refundTemplate('refund_done')

/** A payment that arrived after its reservation had expired was refunded. */
export const paymentRefundedLate = refundTemplate('payment_refunded_late')

/** Tells the buyer of an order that its cancellation was requested, at the addresses of the order. */
export const cancellationRequested = defineTemplate(
  'cancellation_requested',
  ({ event, number }: { readonly event: string; readonly number: string }, context) => {
    const { t } = context
    return {
      sms: t('messages:cancellation_requested.sms', { event: smsName(event), number }),
      email: {
        subject: t('messages:cancellation_requested.subject', { number }),
        title: t('messages:cancellation_requested.title'),
        lines: [t('messages:cancellation_requested.body')],
        facts: [[t('messages:fact.event'), event], ...orderFacts({ number }, 'refund', context)],
        note: t('messages:cancellation_requested.note'),
      },
    }
  },
)

/** Tells the producer that a buyer asks to cancel and waits for a decision. */
export const cancellationToDecide = defineTemplate(
  'cancellation_to_decide',
  (params: { readonly event: string; readonly number: string; readonly link: string }, context) => {
    const { t } = context
    const { event, number, link } = params
    return {
      sms: t('messages:cancellation_to_decide.sms', { event: smsName(event), number, link }),
      email: {
        subject: t('messages:cancellation_to_decide.subject', { number }),
        title: t('messages:cancellation_to_decide.title'),
        lines: [t('messages:cancellation_to_decide.body')],
        facts: [[t('messages:fact.event'), event], ...orderFacts({ number }, 'refund', context)],
        button: { text: t('messages:cancellation_to_decide.button'), link },
      },
    }
  },
)

interface EventChanged extends EventParams {
  readonly change: 'time' | 'place' | 'both' | 'cancelled'
  /** The buyer may cancel for a full refund. */
  readonly isRefundable?: boolean
  /** Something was paid that could be refunded. */
  readonly isPaid?: boolean
  readonly link: string
}

/** What the message says of a refund: it is due, or due if the change of the place is substantial; nothing otherwise. */
const refundOf = ({ change, isRefundable, isPaid }: EventChanged): 'refund' | 'ask' | undefined => {
  if (change === 'cancelled') return undefined
  // A message that waits from an older version says nothing about a refund.
  if (change !== 'place' && isRefundable === true) return 'refund'
  return change !== 'time' && isPaid === true ? 'ask' : undefined
}

const changedSms = (t: RenderContext['t'], params: EventChanged, texts: Readonly<Record<string, string>>): string => {
  const { change } = params
  const refund = refundOf(params)
  if (refund === 'refund' && (change === 'time' || change === 'both'))
    return t(`messages:event_changed.sms_${change}_refund`, texts)
  if (refund === 'ask' && (change === 'place' || change === 'both'))
    return t(`messages:event_changed.sms_${change}_ask`, texts)
  return t(`messages:event_changed.sms_${change}`, texts)
}

/** The event has changed; the facts are the current ones. */
export const eventChanged = defineTemplate('event_changed', (params: EventChanged, context) => {
  const { t, lang } = context
  const { event, change, link, place = '' } = params
  const when = momentShortText(params.startsAt, lang, params.timezone)
  const refund = refundOf(params)
  const texts = { event: smsName(event), when, place: smsLine(place), link }
  return {
    sms: changedSms(t, params, texts),
    email: {
      subject: t(`messages:event_changed.subject_${change}`, { event }),
      title: t(`messages:event_changed.title_${change}`),
      lines: [
        t(`messages:event_changed.${change === 'cancelled' ? 'body_cancelled' : 'body'}`),
        ...(refund ? [t(`messages:event_changed.${refund}`)] : []),
      ],
      facts: eventFacts(params, context),
      button: { text: t('messages:event_changed.button'), link },
    },
  }
})

interface SeatsChanged extends EventParams, WithSeats {
  readonly link: string
}

/** Sold seats read differently, or are others; the tickets have the current ones. */
export const seatsChanged = defineTemplate('seats_changed', (params: SeatsChanged, context) => {
  const { t } = context
  const { event, link } = params
  return {
    sms: t('messages:seats_changed.sms', { event: smsName(event), link }),
    email: {
      subject: t('messages:seats_changed.subject', { event }),
      title: t('messages:seats_changed.title'),
      lines: [t('messages:seats_changed.body')],
      facts: [...eventFacts(params, context), ...seatsFact(params, context)],
      button: { text: t('messages:seats_changed.button'), link },
    },
  }
})

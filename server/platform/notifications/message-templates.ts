import type { Agorot } from '@kartis/domain/money.ts'
import { momentLongText, momentShortText, moneyText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { EmailContent } from './email/email-message.ts'

/** What is known of the event that a message is about; the text says it in the reader's language. */
export interface EventFacts {
  readonly event: string
  readonly startsAt: Date | string
  /** IANA zone of the event; Jerusalem unless told. */
  readonly timezone?: string | undefined
  readonly place?: string | undefined
}

export interface TemplateParams {
  /** The code itself goes in the message's `secret`. */
  readonly login_code: { readonly minutes: number }
  readonly tickets_ready: EventFacts & {
    readonly count: number
    readonly number: string
    readonly link: string
    readonly total?: Agorot
  }
  readonly invitation_tickets: EventFacts & {
    readonly name: string
    readonly from: string
    readonly count: number
    readonly link: string
  }
  readonly team_invite: { readonly account: string; readonly role: 'manager' | 'scanner'; readonly link: string }
  /** `count` tickets of the order; `refund` where money goes back. */
  readonly order_cancelled: EventFacts & { readonly number: string; readonly count: number; readonly refund?: Agorot }
  readonly refund_done: { readonly event: string; readonly number: string; readonly amount: Agorot }
  readonly payment_refunded_late: { readonly event: string; readonly number: string; readonly amount: Agorot }
  /** Facts as they are now. */
  readonly event_changed: EventFacts & {
    readonly change: 'time' | 'place' | 'both' | 'cancelled'
    readonly link: string
  }
}

export type Template = keyof TemplateParams

/** Minutes after which nobody is helped by the message any more: it is then not sent. */
export const GOOD_FOR_MINUTES: Partial<Record<Template, number>> = { login_code: 5 }

export interface Saying {
  readonly words: Translate
  readonly lang: Lang
  /** Host name of the site, for the last line of a code message. */
  readonly host: string
  readonly code: string
}

export interface Said {
  readonly sms: string
  readonly letter: EmailContent
}

/** A long name would cost a second SMS; its beginning is enough to know it by. */
const brief = (name: string): string => (name.length > 34 ? `${name.slice(0, 33).trimEnd()}…` : name)

const factsOf = (facts: EventFacts, { words, lang }: Saying): (readonly [string, string])[] => [
  [words('messages:fact.event'), facts.event],
  [words('messages:fact.when'), momentLongText(facts.startsAt, lang, facts.timezone)],
  ...(facts.place ? [[words('messages:fact.where'), facts.place] as const] : []),
]

const orderFacts = (
  params: { number: string; amount?: Agorot | undefined },
  label: 'paid' | 'refund',
  { words, lang }: Saying,
) => [
  [words('messages:fact.order'), params.number] as const,
  ...(params.amount === undefined ? [] : [[words(`messages:fact.${label}`), moneyText(params.amount, lang)] as const]),
]

type Say = { readonly [T in Template]: (params: TemplateParams[T], how: Saying) => Said }

const SAY: Say = {
  login_code: ({ minutes }, { words, host, code }) => ({
    // The last line binds the code to the site, so that phones offer to fill it in there and nowhere else.
    sms: `${words('messages:login_code.sms', { code })}\n\n@${host} #${code}`,
    letter: {
      subject: words('messages:login_code.subject'),
      title: words('messages:login_code.title'),
      lines: [words('messages:login_code.body', { minutes })],
      facts: [],
      code,
      note: words('messages:login_code.note'),
    },
  }),
  tickets_ready: (params, how) => {
    const { words } = how
    const named = { count: params.count, event: params.event }
    return {
      sms: words('messages:tickets_ready.sms', { ...named, event: brief(params.event), link: params.link }),
      letter: {
        subject: words('messages:tickets_ready.subject', named),
        title: words('messages:tickets_ready.title'),
        lines: [words('messages:tickets_ready.body')],
        facts: [
          ...factsOf(params, how),
          [words('messages:fact.tickets'), words('messages:tickets', { count: params.count })],
          ...orderFacts({ number: params.number, amount: params.total }, 'paid', how),
        ],
        button: { text: words('messages:tickets_ready.button'), link: params.link },
        note: words('messages:tickets_ready.note'),
      },
    }
  },
  invitation_tickets: (params, how) => {
    const { words } = how
    return {
      sms: words('messages:invitation_tickets.sms', {
        count: params.count,
        event: brief(params.event),
        link: params.link,
      }),
      letter: {
        subject: words('messages:invitation_tickets.subject', { event: params.event }),
        title: words('messages:invitation_tickets.title', { name: params.name }),
        lines: [words('messages:invitation_tickets.body', { from: params.from })],
        facts: [
          ...factsOf(params, how),
          [words('messages:fact.tickets'), words('messages:tickets', { count: params.count })],
        ],
        button: { text: words('messages:invitation_tickets.button'), link: params.link },
        note: words('messages:invitation_tickets.note'),
      },
    }
  },
  team_invite: ({ account, role, link }, { words }) => {
    const roleText = words(`messages:role.${role}`)
    return {
      sms: words('messages:team_invite.sms', { account: brief(account), role: roleText, link }),
      letter: {
        subject: words('messages:team_invite.subject', { account }),
        title: words('messages:team_invite.title'),
        lines: [words('messages:team_invite.body', { account })],
        facts: [
          [words('messages:fact.account'), account],
          [words('messages:fact.role'), roleText],
        ],
        button: { text: words('messages:team_invite.button'), link },
        note: words('messages:team_invite.note', { account }),
      },
    }
  },
  order_cancelled: (params, how) => {
    const { words, lang } = how
    const refund = params.refund ? moneyText(params.refund, lang) : undefined
    return {
      sms: words(`messages:order_cancelled.${refund ? 'sms_refund' : 'sms'}`, {
        number: params.number,
        event: brief(params.event),
        ...(refund && { refund }),
      }),
      letter: {
        subject: words('messages:order_cancelled.subject', { number: params.number }),
        title: words('messages:order_cancelled.title'),
        lines: [
          words('messages:order_cancelled.body', { count: params.count, number: params.number }),
          ...(refund ? [words('messages:order_cancelled.refund')] : []),
        ],
        facts: [
          ...factsOf(params, how),
          ...orderFacts({ number: params.number, amount: params.refund || undefined }, 'refund', how),
        ],
      },
    }
  },
  refund_done: (params, how) => refunded('refund_done', params, how),
  payment_refunded_late: (params, how) => refunded('payment_refunded_late', params, how),
  event_changed: (params, how) => {
    const { words, lang } = how
    const when = momentShortText(params.startsAt, lang, params.timezone)
    const { change, link } = params
    return {
      sms: words(`messages:event_changed.sms_${change}`, {
        event: brief(params.event),
        when,
        place: params.place ?? '',
        link,
      }),
      letter: {
        subject: words(`messages:event_changed.subject_${change}`, { event: params.event }),
        title: words(`messages:event_changed.title_${change}`),
        lines: [words(`messages:event_changed.${change === 'cancelled' ? 'body_cancelled' : 'body'}`)],
        facts: factsOf(params, how),
        button: { text: words('messages:event_changed.button'), link },
      },
    }
  },
}

function refunded(
  template: 'refund_done' | 'payment_refunded_late',
  params: TemplateParams['refund_done'],
  how: Saying,
): Said {
  const { words, lang } = how
  const said = { number: params.number, event: params.event, amount: moneyText(params.amount, lang) }
  return {
    sms: words(`messages:${template}.sms`, { ...said, event: brief(params.event) }),
    letter: {
      subject: words(`messages:${template}.subject`, said),
      title: words(`messages:${template}.title`),
      lines: [words(`messages:${template}.body`)],
      facts: [[words('messages:fact.event'), params.event], ...orderFacts(params, 'refund', how)],
    },
  }
}

/** The message in the reader's language: as an SMS and as a letter. */
export const say = <T extends Template>(template: T, params: TemplateParams[T], how: Saying): Said =>
  SAY[template](params, how)

import { AGREED_TEXT, agreesToDigitalDocuments } from '@kartis/domain/agreed-text.ts'
import { dayText, momentLongText, momentText, moneyText, phoneText } from '@kartis/i18n/format.ts'
import { asLang, DEFAULT_LANG, directionOf, type Lang } from '@kartis/i18n/lang.ts'
import { inSentence } from '@kartis/i18n/plain-text.ts'
import { type Translate, translatorFor } from '@kartis/i18n/server.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type EventRow, placeLine } from '../../catalogue/events/index.ts'
import { eventNameIn } from '../../selling/orders/index.ts'
import { limitPhone } from '../../selling/checkout/index.ts'
import { printable } from '../../../platform/export/printable.ts'
import type { PrintedReport, PrintedTable } from '../reports/index.ts'
import type { ShownDispute } from './disputes-queries.ts'
import type { EvidenceRow } from './evidence-queries.ts'

export interface Evidence {
  readonly dispute: ShownDispute
  readonly event: EventRow
  readonly row: EvidenceRow
  /** The business that sells: its name and number. */
  readonly seller: string
  readonly lang: Lang
  readonly now: Date
}

interface Pack extends Evidence {
  readonly platform: Pick<Platform, 'keys' | 'settings'>
  readonly t: Translate
}

type Fact = readonly [name: string, value: string | null | false]

const moment = ({ lang, event }: Pack, at: Date | string | null): string | null =>
  at === null ? null : momentText(at instanceof Date ? at.toISOString() : at, lang, event.timezone)

const factsTable = ({ t }: Pack, title: string, facts: readonly Fact[]): PrintedTable => ({
  title: t(`disputes:pack.${title}.title`),
  head: [],
  shares: [1, 2.4],
  texts: true,
  rows: facts.flatMap(([name, value]) => (value ? [[t(`disputes:pack.${title}.${name}`), printable(value)]] : [])),
})

const cardText = ({ row, t }: Pack): string => {
  if (row.wallet === 'bit') return t('disputes:pack.charge.bit')
  const digits = row.last4 ? `•••• ${row.last4}` : '–'
  return row.foreign_card ? `${digits} · ${t('disputes:pack.charge.foreign')}` : digits
}

const chargeTable = (pack: Pack): PrintedTable => {
  const { row, lang, t } = pack
  return factsTable(pack, 'charge', [
    ['amount', moneyText(row.charged, lang)],
    ['at', moment(pack, row.charged_at)],
    ['card', cardText(pack)],
    ['installments', row.installments > 1 && String(row.installments)],
    ['approval', row.approval_code],
    ['gateway', row.provider_ref && `${row.provider} ${row.provider_ref}`],
    ['refunded', row.refunded > 0 ? moneyText(row.refunded, lang) : t('disputes:pack.charge.not_refunded')],
  ])
}

const orderTable = (pack: Pack): PrintedTable => {
  const { row, event, lang, seller, t } = pack
  return factsTable(pack, 'order', [
    ['number', row.number],
    ['channel', t(`states:channel.${row.channel}`)],
    ['seller', seller],
    ['event', eventNameIn(event, lang)],
    ['when', momentLongText(event.starts_at, lang, event.timezone)],
    ['where', placeLine(event, lang)],
    ['buyer', row.buyer_name],
    ['phone', row.buyer_phone && phoneText(row.buyer_phone)],
    ['email', row.buyer_email],
    ['reserved', moment(pack, row.created_at)],
    ['paid', moment(pack, row.order_paid_at)],
  ])
}

const linesTable = ({ row, lang, t }: Pack): PrintedTable => ({
  title: t('disputes:pack.lines.title'),
  head: ['name', 'quantity', 'amount'].map((key) => t(`disputes:pack.lines.${key}`)),
  rows: row.lines.map(({ name, quantity, amount }) => [
    printable(name),
    String(quantity),
    printable(moneyText(amount, lang)),
  ]),
})

/** The sentence beside the button that goes on to the payment, in the version and language that the buyer read. */
const consentText = ({ row }: Pack): string => {
  const t = translatorFor(asLang(row.agreed?.lang ?? row.lang) ?? DEFAULT_LANG)
  const isFree = row.total === 0
  // What is not recorded was accepted before texts had versions.
  const text = row.agreed?.text ?? 1
  if (text < AGREED_TEXT) return t(`disputes:pack.consent.text_${text}${isFree ? '_free' : ''}`)
  return t(`checkout:details.${isFree ? 'agree_free' : 'agree'}`).replace(/<\/?\w+>/g, '')
}

const documentsText = ({ row: { agreed }, t }: Pack): string =>
  agreed && agreesToDigitalDocuments(agreed.text)
    ? t('disputes:pack.consent.documents_agreed', { text: agreed.text })
    : t('disputes:pack.consent.documents_absent')

/** Only who buys on the sale page passes that button. */
const consentTable = (pack: Pack): PrintedTable[] => {
  const { row, platform } = pack
  if (row.channel !== 'online') return []
  const legal = (page: string): string => `${platform.settings.publicUrl}/order/legal/${page}`
  return [
    factsTable(pack, 'consent', [
      ['text', consentText(pack)],
      ['at', moment(pack, row.agreed?.at ?? row.started_at)],
      ['documents', documentsText(pack)],
      ['terms', legal('terms')],
      ['cancellation', legal('cancellation')],
    ]),
  ]
}

/** How the phone is known to be the buyer's. */
const phoneProof = ({ row, platform }: Pack): 'verified' | 'signed_in' | 'tickets_only' | 'none' => {
  if (row.buyer_phone === null) return 'none'
  if (row.limit_phone === limitPhone(platform.keys, row.buyer_phone)) return 'verified'
  if (row.user_phone === row.buyer_phone) return 'signed_in'
  return row.messages.some(({ to, status }) => to === row.buyer_phone && status === 'sent') ? 'tickets_only' : 'none'
}

const phoneTable = (pack: Pack): PrintedTable =>
  factsTable(pack, 'phone', [
    ['number', pack.row.buyer_phone && phoneText(pack.row.buyer_phone)],
    ['proof', pack.t(`disputes:pack.phone.${phoneProof(pack)}`)],
  ])

const listTable = (
  { t }: Pack,
  title: 'messages' | 'entries' | 'history' | 'refunds',
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  shares: readonly number[],
): PrintedTable => ({
  title: t(`disputes:pack.${title}.title`),
  head: columns.map((key) => t(`disputes:pack.${title}.${key}`)),
  shares,
  texts: true,
  rows: rows.map((row) => row.map(printable)),
  ...(rows.length === 0 && { note: t(`disputes:pack.${title}.none`) }),
})

const messagesTable = (pack: Pack): PrintedTable => {
  const { row, t } = pack
  const rows = row.messages.map(({ channel, to, template, subject, status, created_at, sent_at, ...by }) => [
    moment(pack, sent_at ?? created_at) ?? '',
    `${t(`disputes:pack.messages.${channel}`)} ${channel === 'sms' ? phoneText(to) : to}`,
    template === 'login_code' ? t('disputes:pack.messages.code') : (subject ?? t('disputes:pack.messages.text')),
    [t(`disputes:pack.messages.${status}`), by.provider, by.provider_ref].filter(Boolean).join(' '),
  ])
  return listTable(pack, 'messages', ['at', 'to', 'what', 'status'], rows, [1.4, 1.8, 2, 1.6])
}

const entriesTable = (pack: Pack): PrintedTable => {
  const { row, t } = pack
  const rows = row.entries.map(({ position, name, direction, verdict, gate, scanned_at: at }) => [
    moment(pack, at) ?? '',
    `${position}. ${name}`,
    gate ?? '–',
    t(`disputes:pack.entries.${direction === 'exit' && verdict === 'admitted' ? 'exit' : verdict}`),
  ])
  return listTable(pack, 'entries', ['at', 'ticket', 'gate', 'verdict'], rows, [1.4, 2, 1.4, 1.4])
}

const STEPS = [
  'reserved',
  'pending_payment',
  'paid',
  'cancelled',
  'refunded',
  'partially_refunded',
  'payment_declined',
  'resent',
  'reseated',
  'reissued',
  'tickets_cancelled',
  'refunded_at_gateway',
  'cancellation_requested',
  'cancellation_request_closed',
  'details',
] as const

const historyTable = (pack: Pack): PrintedTable => {
  const { row, t } = pack
  const rows = row.history.flatMap(({ kind, created_at: at }) => {
    const step = STEPS.find((each) => each === kind)
    return step ? [[moment(pack, at) ?? '', t(`orders:history.${step}`)]] : []
  })
  return listTable(pack, 'history', ['at', 'what'], rows, [1, 3])
}

const refundsTable = (pack: Pack): PrintedTable[] => {
  const { row, lang, t } = pack
  const rows = row.refunds.map(({ amount, status, created_at: at, done_at: doneAt }) => [
    moment(pack, doneAt ?? at) ?? '',
    moneyText(amount, lang),
    t(`disputes:pack.refunds.${status}`),
  ])
  return rows.length === 0 ? [] : [listTable(pack, 'refunds', ['at', 'amount', 'status'], rows, [1.4, 1, 2])]
}

/** The evidence of a charge as texts for the PDF renderer: what is stored, and nothing that is not. */
export const evidencePack = (platform: Pick<Platform, 'keys' | 'settings'>, evidence: Evidence): PrintedReport => {
  const { dispute, row, seller, lang, now } = evidence
  const t = translatorFor(lang)
  const pack = { ...evidence, platform, t }
  const figure = (label: string, value: string) => ({
    label: t(`disputes:${label}`),
    value: printable(value),
    change: '',
  })
  return {
    lang,
    rightToLeft: directionOf(lang) === 'rtl',
    title: t('disputes:pack.title', { number: row.number }),
    brand: t('pdf:brand'),
    account: printable(seller),
    days: printable(t('disputes:pack.case', { reference: dispute.reference })),
    made: t('reports:pdf.made', { when: printable(momentText(now.toISOString(), lang)) }),
    figures: [
      figure('fact.amount', moneyText(dispute.amount, lang)),
      figure('fact.deadline', dayText(`${dispute.deadline}T12:00:00Z`, lang)),
      figure(
        'pack.entered',
        `${new Set(row.entries.filter(({ direction, verdict }) => direction === 'entry' && verdict === 'admitted').map(({ position }) => position)).size} / ${row.tickets}`,
      ),
    ],
    ledgerTitle: '',
    ledger: [],
    tables: [
      chargeTable(pack),
      orderTable(pack),
      linesTable(pack),
      ...consentTable(pack),
      phoneTable(pack),
      messagesTable(pack),
      entriesTable(pack),
      ...refundsTable(pack),
      historyTable(pack),
    ],
    notes: [
      ...(dispute.reason === ''
        ? []
        : [printable(t('disputes:pack.reason', { reason: inSentence(dispute.reason, directionOf(lang)) }))]),
      t('disputes:pack.note'),
    ],
    pageOf: t('reports:pdf.page_of'),
  }
}

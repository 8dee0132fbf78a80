import { commaText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { directionOf } from '@kartis/i18n/lang.ts'
import { type Translate, translatorFor } from '@kartis/i18n/server.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { shownOrderState } from '@kartis/domain/order.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Db } from '../../../platform/database/db.ts'
import { type Download, download, XLSX } from '../../../platform/http/download.ts'
import { type Cell, type Column, type ColumnOf, xlsxStream } from '../../../platform/export/xlsx.ts'
import { type SeatNamesIn, seatNamesIn } from '../../catalogue/seating/index.ts'
import { type ExportAnswer, type ExportRow, readExportRows } from './export-queries.ts'
import { seatsText, stateNow } from '../orders/index.ts'
import {
  allOrderKeys,
  type EventName,
  type LongList,
  type OrdersQuery,
  readAnsweredQuestions,
  readEventNames,
} from './producer-orders-queries.ts'

/** Orders read at once, which bounds the memory of an export. */
const PART = 500

/** Every row repeats the same few texts: each is translated once. */
const cachedTranslator = (translate: Translate): Translate => {
  const texts = new Map<string, string>()
  return (key, params) => {
    if (params) return translate(key, params)
    const text = texts.get(key) ?? translate(key)
    texts.set(key, text)
    return text
  }
}

type ExportColumn = ColumnOf<ExportRow>

const paidBy = ({ method, last4, wallet }: ExportRow, t: Translate): string => {
  if (wallet) return t(`export:method.${wallet}`)
  if (method === 'card' && last4) return t('export:method.card_tail', { last4 })
  return method ? t(`export:method.${method}`) : ''
}

/** The refunded part of the total, in agorot, without charges returned because they were duplicates. */
const refundedOf = ({ total, remaining }: ExportRow): number =>
  remaining === null ? 0 : Math.max(0, total - remaining)

interface Language {
  readonly t: Translate
  readonly lang: Lang
  readonly seatNames: SeatNamesIn
}

const answerText = (value: unknown, t: Translate, lang: Lang): string => {
  if (typeof value === 'boolean') return t(value ? 'export:yes' : 'export:no')
  if (Array.isArray(value))
    return commaText(
      value.map((each) => answerText(each, t, lang)),
      lang,
    )
  if (typeof value === 'object' && value !== null) return 'name' in value ? String(value.name) : JSON.stringify(value)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A single answer alone; those of several tickets with the ticket's number before each. */
const answersText = (answers: readonly ExportAnswer[], t: Translate, lang: Lang): string => {
  if (answers.length < 2) return answers.map((row) => answerText(row.value, t, lang)).join('')
  return answers.map((row) => `${row.ticket_no}: ${answerText(row.value, t, lang)}`).join('\n')
}

const usualColumns = (
  { t, lang, seatNames }: Language,
  events: ReadonlyMap<string, EventName>,
  now: Date,
): ExportColumn[] => {
  const column = (name: string, kind: Column['kind'], width: number, cell: ExportColumn['cell']): ExportColumn => ({
    title: t(`export:column.${name}`),
    kind,
    width,
    cell,
  })
  const ofEvent = ({ event_id, seats }: ExportRow) => (seats ?? []).map((seat) => seatNames(event_id, seat))
  const seated = [...events.values()].some(({ kind }) => kind === 'seats')
  return [
    column('number', 'id', 13, (row) => Number(row.number)),
    column('event', 'text', 28, (row) => events.get(row.event_id)?.name),
    column('status', 'text', 14, (row) => t(`states:order.${shownOrderState(stateNow(row, now), row.waiting ?? 0)}`)),
    column('channel', 'text', 13, (row) => t(`states:channel.${row.channel}`)),
    column('created_at', 'date', 17, (row) => row.created_at),
    column('paid_at', 'date', 17, (row) => row.paid_at),
    column('name', 'text', 22, (row) => row.buyer_name),
    column('phone', 'text', 15, (row) => row.buyer_phone && nationalPhone(row.buyer_phone)),
    column('email', 'text', 26, (row) => row.buyer_email),
    column('tickets', 'number', 10, (row) => row.tickets_count),
    column('types', 'text', 30, (row) => row.types),
    ...(seated ? [column('seats', 'text', 30, (row) => row.seats && seatsText(ofEvent(row), t, lang))] : []),
    column('cancelled', 'number', 9, (row) => row.cancelled),
    column('redeemed', 'number', 9, (row) => row.redeemed),
    column('total', 'money', 12, (row) => toShekels(row.total)),
    // What has gone back; what waits for a bank transfer is a column of its own.
    column('refunded', 'money', 12, (row) => toShekels(refundedOf(row) - (row.waiting ?? 0))),
    column('paid_by', 'text', 17, (row) => paidBy(row, t)),
    column('installments', 'number', 12, (row) => row.installments),
    column('bucket', 'text', 16, (row) => row.bucket && t(`states:bucket.${row.bucket}`)),
    column('marketing', 'text', 14, (row) => t(row.marketing ? 'export:yes' : 'export:no')),
    column('coupon', 'text', 14, (row) => row.coupon_code),
    column('discount', 'money', 12, (row) => (row.discount > 0 ? toShekels(row.discount) : null)),
    column('waiting', 'money', 12, (row) => (row.waiting ? toShekels(row.waiting) : null)),
  ]
}

/** A column for each question that buyers of the event answered. */
const questionColumns = async (
  db: Db,
  eventId: string | undefined,
  { t, lang }: Pick<Language, 't' | 'lang'>,
): Promise<ExportColumn[]> => {
  const questions = eventId ? await readAnsweredQuestions(db, eventId) : []
  return questions.map(({ field_id, question }) => ({
    title: question,
    kind: 'text',
    width: 24,
    cell: ({ answers }) =>
      answersText(
        (answers ?? []).filter((answer) => answer.field_id === field_id),
        t,
        lang,
      ),
  }))
}

async function* rowsOf(
  db: Db,
  keys: LongList,
  columns: readonly ExportColumn[],
  withAnswers: boolean,
): AsyncGenerator<Cell[]> {
  for (let from = 0; from < keys.length; from += PART)
    for (const row of await readExportRows(db, keys.part(from, PART), withAnswers))
      yield columns.map(({ cell }) => cell(row))
}

/**
 * The orders of a list as an .xlsx, in the caller's language and its direction, streamed in parts while it is written.
 * The file is named after its event, where it is of one.
 */
export const exportOrders = async (
  platform: Platform,
  accountId: string,
  query: OrdersQuery,
  lang: Lang,
  now: Date,
): Promise<Download> => {
  const t = cachedTranslator(translatorFor(lang))
  const { reportDb: db } = platform
  const eventId = query.filter?.event_uuid
  const { keys, eventIds } = await allOrderKeys(db, accountId, query, now)
  const events = await readEventNames(db, eventIds)
  // Only an event with orders of this account names the file: the name of another account's event stays private.
  const event = eventId ? events.get(eventId) : undefined
  const questions = await questionColumns(db, event?.id, { t, lang })
  const seatNames = await seatNamesIn(db, eventIds, lang)
  const columns = [...usualColumns({ t, lang, seatNames }, events, now), ...questions]
  const title = t('export:sheet')
  const name = [t('export:file'), event?.name, dayIn(ISRAEL_ZONE, now)].filter(Boolean).join(' - ')
  const sheet = {
    title,
    rightToLeft: directionOf(lang) === 'rtl',
    timeZone: event?.timezone ?? ISRAEL_ZONE,
    columns,
    rows: rowsOf(db, keys, columns, questions.length > 0),
  }
  return download({ name: `${name.replaceAll('/', ' ')}.xlsx`, type: XLSX }, xlsxStream(sheet))
}

import type { Agorot } from '@kartis/domain/money.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { type GatewayReport, type GatewayTransaction, israeliInstant } from '../../payments/payments/index.ts'
import {
  A_DAY,
  A_SUM,
  batched,
  dayOf,
  type Line,
  linesOf,
  optional,
  ReportError,
  type ReportFile,
  type ReportFormat,
  required,
  sumOf,
  textOf,
} from './report-lines.ts'

/** A transaction that a file lists. */
export interface ListedTransaction extends GatewayTransaction {
  /** Whether the file says when on its day. */
  readonly timed: boolean
}

/** How consoles of gateways name their columns in Hebrew, whichever gateway it is. */
const HEBREW: Readonly<Record<string, readonly string[]>> = {
  ref: ['מספר עסקה', 'מס עסקה', "מס' עסקה", 'מזהה עסקה'],
  kind: ['סוג עסקה', 'סוג'],
  amount: ['סכום', 'סכום עסקה', 'סכום העסקה'],
  currency: ['מטבע'],
  day: ['תאריך', 'תאריך עסקה', 'תאריך העסקה'],
  time: ['שעה'],
  last4: ['4 ספרות אחרונות', 'ספרות אחרונות'],
  status: ['קוד תשובה', 'סטטוס'],
}

const KINDS: Readonly<Record<string, GatewayTransaction['kind']>> = {
  charge: 'charge',
  debit: 'charge',
  חיוב: 'charge',
  עסקה: 'charge',
  credit: 'credit',
  refund: 'credit',
  זיכוי: 'credit',
  החזר: 'credit',
  void: 'void',
  cancel: 'void',
  reversal: 'void',
  ביטול: 'void',
}

/** ISO codes of what gateways write for a shekel. */
const SHEKEL = new Set(['', '1', 'ILS', 'NIS', '₪', 'שח', 'ש"ח', 'ש״ח'])
const NOON = '12:00:00'
const CLOCK = /^(\d{1,2}):(\d\d)(?::(\d\d))?(?:\.\d+)?$/
const DAY_MS = 86_400_000
/** Days of spreadsheets are counted from here; the years 2000 to 2099. */
const SHEET_EPOCH = Date.UTC(1899, 11, 30)
const SHEET_DAYS = { first: 36_526, last: 73_050 }

interface Moment {
  readonly at: Date
  readonly timed: boolean
}

const clockOf = (text: string): string | undefined => {
  const [found, hour = '', minute = '', second = '00'] = CLOCK.exec(text) ?? []
  if (found === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return `${hour.padStart(2, '0')}:${minute}:${second}`
}

const momentAt = (day: string, clock: string | undefined): Moment | undefined => {
  const at = israeliInstant(`${day}T${clock ?? NOON}`)
  return at && { at, timed: clock !== undefined }
}

/** A day as a spreadsheet stores it: whole days, and the time as a part of one. */
const ofSheet = (text: string): Moment | undefined => {
  const days = Number(text)
  if (!/^\d{5}(\.\d+)?$/.test(text) || days < SHEET_DAYS.first || days > SHEET_DAYS.last) return undefined
  const local = new Date(SHEET_EPOCH + Math.round(days * 86_400) * 1000).toISOString()
  return momentAt(local.slice(0, 10), Number.isInteger(days) ? undefined : local.slice(11, 19))
}

/** A time of its own column, which a spreadsheet stores as a part of a day. */
const timeOf = (text: string): string | undefined => {
  const part = Number(text)
  if (/^0?\.\d+$/.test(text)) return new Date((Math.round(part * 86_400) * 1000) % DAY_MS).toISOString().slice(11, 19)
  return clockOf(text)
}

/** `23/11/2026 14:05`, `2026-11-23T14:05:00Z`, `46349.58`, or a day without a time; local times are those of Israel. */
const momentOf = (text: string): Moment | undefined => {
  const sheet = ofSheet(text)
  if (sheet) return sheet
  const [first = '', local = ''] = text.split(/[ T]/, 2)
  const day = dayOf(first)
  if (day === undefined) return undefined
  if (local === '') return momentAt(day, undefined)
  const zone = /(?:Z|[+-]\d\d:?\d\d)$/.exec(local)
  if (zone) {
    const at = new Date(`${day}T${local}`)
    return Number.isNaN(at.getTime()) ? undefined : { at, timed: true }
  }
  const clock = clockOf(local)
  return clock === undefined ? undefined : momentAt(day, clock)
}

const momentIn = (line: Line): Moment => {
  const moment = required(line, 'day', momentOf, A_DAY)
  const clock = optional(line, 'time', timeOf, 'a time such as 14:05')
  if (clock === undefined) return moment
  return momentAt(dayIn(ISRAEL_ZONE, moment.at), clock) ?? moment
}

const amountIn = (line: Line): Agorot =>
  !line.columns.has('amount') && line.columns.has('amount_agorot')
    ? required(line, 'amount_agorot', (text) => (/^-?\d{1,12}$/.test(text) ? Number(text) : undefined), 'whole agorot')
    : required(line, 'amount', sumOf, A_SUM)

/** Codes of zeros are approvals; another number is a declined card or one that was only checked. */
const isApproved = (line: Line): boolean => {
  const status = textOf(line, 'status').toLowerCase()
  if (status === '' || /^0+$/.test(status)) return true
  if (/^\d+$/.test(status)) return false
  const isKnown = ['approved', 'success', 'אושר', 'מאושר', 'תקין'].includes(status)
  if (isKnown || ['declined', 'failed', 'pending', 'נדחה', 'נכשל', 'סורב'].includes(status)) return isKnown
  throw new ReportError(`line ${line.number}: status must be 0 or another code, and is "${status.slice(0, 60)}".`, {
    kind: 'not_readable',
    line: line.number,
    column: 'status',
    text: status.slice(0, 60),
  })
}

const kindIn = (line: Line, amount: Agorot, report: GatewayReport): GatewayTransaction['kind'] | 'other' => {
  const own = report.kindOf?.(line.fields)
  if (own !== undefined) return own
  const text = textOf(line, 'kind')
  if (text === '') return amount < 0 ? 'credit' : 'charge'
  const kind = KINDS[text.toLowerCase()]
  if (kind) return kind
  throw new ReportError(`line ${line.number}: kind must be charge, credit or void, and is "${text.slice(0, 60)}".`, {
    kind: 'unknown_kind',
    line: line.number,
    column: 'kind',
    text: text.slice(0, 60),
  })
}

/** Undefined for a line that moved no money: declined, only checked, or of no sum. */
const transactionOf = (line: Line, report: GatewayReport): ListedTransaction | undefined => {
  if (!isApproved(line)) return undefined
  const amount = amountIn(line)
  const kind = kindIn(line, amount, report)
  if (kind === 'other' || amount === 0) return undefined
  const currency = textOf(line, 'currency').toUpperCase()
  const [reference, chargeKey] = [textOf(line, 'reference'), textOf(line, 'charge_key')]
  const chargeRef = (report.chargeRefOf ?? ((text: string) => text))(textOf(line, 'charge_ref'))
  const [last4] = /\d{4}$/.exec(textOf(line, 'last4')) ?? []
  return {
    ref: required(line, 'ref', (text) => text.slice(0, 200) || undefined, 'the gateway’s number of the transaction'),
    kind,
    amount: Math.abs(amount),
    currency: SHEKEL.has(currency) ? 'ILS' : currency.slice(0, 10),
    ...momentIn(line),
    ...(reference !== '' && { reference: reference.slice(0, 200) }),
    ...(kind !== 'charge' && chargeRef !== '' && { chargeRef: chargeRef.slice(0, 200) }),
    ...(chargeKey !== '' && { chargeKey: chargeKey.slice(0, 200) }),
    ...(last4 !== undefined && { last4 }),
  }
}

const BATCH = 1000

/** The transactions of the report of a gateway, of some thousand lines at a time. Throws ReportError. */
export async function* readGatewayReport(
  file: ReportFile,
  format: ReportFormat,
  report: GatewayReport,
): AsyncGenerator<{ readonly lines: number; readonly transactions: readonly ListedTransaction[] }> {
  const names = new Set([...Object.keys(report.headings), ...Object.keys(HEBREW)])
  const usual = Object.fromEntries(
    [...names].map((name) => [name, [...(report.headings[name] ?? []), ...(HEBREW[name] ?? [])]]),
  )
  const lines = linesOf(file, { ...format, usual })
  for await (const batch of batched(lines, (line) => transactionOf(line, report), BATCH))
    yield { lines: batch.length, transactions: batch.filter((row) => row !== undefined) }
}

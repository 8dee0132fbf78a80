import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  GATEWAYS,
  type GatewayTransaction,
  isGatewayError,
  readAllTerminals,
  type Terminals,
} from '../../payments/payments/index.ts'
import { type AcquirerScope, compareAcquirer, matchAcquirerRows } from './acquirer-level.ts'
import { compareDeposits, daysOfDeposits } from './bank-level.ts'
import { inComparison } from './comparison.ts'
import { recordConsoleRefunds } from './console-refunds.ts'
import { compareGateway, matchGatewayRows, matchOlderCharges } from './gateway-level.ts'
import type { Days } from './our-books.ts'
import { readGatewayReport } from './read-gateway-report.ts'
import { readAcquirerReport, readDeposits } from './read-report.ts'
import type { ReportFile, ReportFormat } from './report-lines.ts'
import { saveAcquirerRows, saveDeposits, saveGatewayRows, saveReport } from './rows-queries.ts'

const BATCH = 500
const DAY_MS = 86_400_000

/** The whole days before today, which gateways list completely; refunds and late charges of some days are read again. */
export const lastDays = (now: Date, count = 4): Days => ({
  from: dayIn(ISRAEL_ZONE, new Date(now.getTime() - count * DAY_MS)),
  until: dayIn(ISRAEL_ZONE, new Date(now.getTime() - DAY_MS)),
})

/** Noon in Israel of a day, `YYYY-MM-DD`: inside that day whatever the offset. */
const noonOf = (day: string): Date => new Date(`${day}T10:00:00Z`)

/** Loads what a gateway lists, some hundred rows at a time. How many rows. Throws GatewayError. */
const loadGateway = async (
  platform: Platform,
  terminals: Terminals,
  terminalId: string,
  { from, until }: Days,
): Promise<number> => {
  const gateway = await terminals.connect({ id: terminalId })
  let batch: GatewayTransaction[] = []
  let rows = 0
  const save = async (): Promise<void> => {
    if (batch.length > 0) await saveGatewayRows(platform.db, terminalId, batch, platform.clock())
    rows += batch.length
    batch = []
  }
  for await (const transaction of gateway.transactions({ from: noonOf(from), until: noonOf(until) })) {
    batch.push(transaction)
    if (batch.length >= BATCH) await save()
  }
  await save()
  return rows
}

export interface GatewayOutcome {
  readonly terminalId: string
  readonly name: string
  /** Rows that the gateway lists. */
  readonly rows: number
  readonly differences: number
  /** Refunds made in its console that are in our books now. */
  readonly recorded: number
}

/**
 * Compares a terminal's transactions with our books. Repeating it finds the same; what came right meanwhile is fixed. Throws
 * GatewayError when the list cannot be read: nothing is compared with half of it.
 */
export const reconcileTerminal = async (
  platform: Platform,
  terminals: Terminals,
  terminal: { readonly id: string; readonly name: string },
  days: Days,
): Promise<GatewayOutcome> => {
  const rows = await loadGateway(platform, terminals, terminal.id, days)
  const compared = await compareTerminal(platform, terminal.id, days, { records: true })
  return { terminalId: terminal.id, name: terminal.name, rows, ...compared }
}

/** Compares what is loaded of a terminal; `records`: refunds of its console become refunds in our books first. */
const compareTerminal = async (
  platform: Platform,
  terminalId: string,
  days: Days,
  { records }: { readonly records: boolean },
): Promise<{ readonly differences: number; readonly recorded: number }> => {
  const now = platform.clock()
  await inComparison(platform, async (tx) => {
    await matchGatewayRows(tx, terminalId, days)
    await matchOlderCharges(tx, terminalId, days)
  })
  const recorded = records ? await recordConsoleRefunds(platform, terminalId, days, now) : 0
  const differences = await inComparison(platform, (tx) => compareGateway(tx, terminalId, days, now))
  return { differences, recorded }
}

/** Every terminal, one after another; one whose gateway does not answer does not stop the others. */
export const reconcileGateways = async (platform: Platform, terminals: Terminals): Promise<void> => {
  const days = lastDays(platform.clock())
  for (const terminal of await readAllTerminals(platform.db)) {
    try {
      const outcome = await reconcileTerminal(platform, terminals, terminal, days)
      if (outcome.differences > 0 || outcome.recorded > 0)
        platform.log.warn(outcome, 'reconciliation found differences')
    } catch (error) {
      if (!isGatewayError(error)) throw error
      platform.log.error({ err: error, terminal: terminal.id }, 'transactions of a gateway could not be read')
    }
  }
}

export interface LoadedReport extends Days {
  readonly rows: number
  /** Without the rows that were loaded before. */
  readonly fresh: number
  readonly differences: number
}

export interface ReportSource {
  readonly path: string
  readonly format: ReportFormat
  readonly acquirer: string
}

export interface GatewaySource {
  readonly file: ReportFile
  readonly format: ReportFormat
  readonly terminal: { readonly id: string; readonly provider: string }
  /** Whether refunds that only the file knows become refunds in our books, as those of the gateway's own list do. */
  readonly records: boolean
}

export interface LoadedGatewayReport extends LoadedReport {
  /** Refunds made in its console that are in our books now. */
  readonly recorded: number
  /** Until when it was compared: the day on which it is loaded is not over. Undefined where the file has no day before it. */
  readonly comparedUntil: string | undefined
}

const spread = (days: Days | undefined, day: string): Days => ({
  from: days && days.from < day ? days.from : day,
  until: days && days.until > day ? days.until : day,
})

/**
 * Loads the report of a gateway from a file, all or nothing, and compares the days of it that are over with our books, as the
 * list that the gateway gives by itself. A transaction that was loaded before counts once. Throws ReportError; `undefined` for a
 * file without transactions.
 */
export const loadGatewayReport = async (
  platform: Platform,
  { file, format, terminal, records }: GatewaySource,
): Promise<LoadedGatewayReport | undefined> => {
  const now = platform.clock()
  const report = GATEWAYS.find(({ name }) => name === terminal.provider)?.report ?? { headings: {} }
  const loaded = await inComparison(platform, async (tx) => {
    let days: Days | undefined
    let [rows, fresh] = [0, 0]
    for await (const { lines, transactions } of readGatewayReport(file, format, report)) {
      fresh += await saveGatewayRows(tx, terminal.id, transactions, now)
      rows += lines
      for (const { at } of transactions) days = spread(days, dayIn(ISRAEL_ZONE, at))
    }
    return days && { ...days, rows, fresh }
  })
  if (!loaded) return undefined
  const { until: yesterday } = lastDays(now)
  if (loaded.from > yesterday) return { ...loaded, differences: 0, recorded: 0, comparedUntil: undefined }
  const comparedUntil = loaded.until < yesterday ? loaded.until : yesterday
  const compared = await compareTerminal(
    platform,
    terminal.id,
    { from: loaded.from, until: comparedUntil },
    { records },
  )
  return { ...loaded, ...compared, comparedUntil }
}

/**
 * Loads an acquirer's report and compares its deals with our payments, all or nothing. A line that was loaded before counts
 * once. Throws ReportError; `undefined` for a file without lines.
 */
export const loadAcquirerReport = (
  platform: Platform,
  source: ReportSource & { readonly terminalId: string; readonly maxFee: number | null },
): Promise<LoadedReport | undefined> =>
  inComparison(platform, async (tx) => {
    const now = platform.clock()
    let days: Days | undefined
    let [rows, fresh] = [0, 0]
    for await (const lines of readAcquirerReport(source.path, source.format)) {
      fresh += await saveAcquirerRows(tx, source, lines, now)
      rows += lines.length
      for (const { day } of lines) days = spread(days, day)
    }
    if (!days) return undefined
    await saveReport(tx, { id: platform.newId(), ...source, ...days, rows }, now)
    const { acquirerDays } = platform.settings.settlement
    const lastPayDay = acquirerDays.length === 0 ? null : Math.max(...acquirerDays)
    const scope: AcquirerScope = { ...source, ...days, lastPayDay }
    await matchAcquirerRows(tx, scope)
    return { ...days, rows, fresh, differences: await compareAcquirer(tx, scope, now) }
  })

/** Loads deposits of a bank statement and compares them with what the acquirer says it paid. As above. */
export const loadDeposits = (platform: Platform, source: ReportSource): Promise<LoadedReport | undefined> =>
  inComparison(platform, async (tx) => {
    const now = platform.clock()
    let days: Days | undefined
    let [rows, fresh] = [0, 0]
    for await (const lines of readDeposits(source.path, source.format)) {
      fresh += await saveDeposits(tx, source.acquirer, lines, now)
      rows += lines.length
      for (const { day } of lines) days = spread(days, day)
    }
    if (!days) return undefined
    const compared = await daysOfDeposits(tx, source.acquirer, days)
    return { ...days, rows, fresh, differences: await compareDeposits(tx, source.acquirer, compared, now) }
  })

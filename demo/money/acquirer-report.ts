import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { PastOrder } from '../history.ts'
import { chargeRefs } from '../history-queries.ts'
import { loadAcquirerReport, type Platform, type Tx } from '../server.ts'
import { inThePast } from './in-the-past.ts'
import type { OwnTerminal } from './own-terminal.ts'

const FEE = 0.009
/** What the acquirer settled too little of one charge; shekels. */
const SHORT = 10

const fixed = (shekels: number): string => shekels.toFixed(2)

const reportOf = (orders: readonly PastOrder[], refs: ReadonlyMap<string, string>): string => {
  const lines = orders.map(({ paymentId, total, card, paidAt }, index) => {
    const amount = toShekels(total) - (index === 0 ? SHORT : 0)
    const day = dayIn(ISRAEL_ZONE, paidAt)
    const fee = toShekels(Math.round(toAgorot(amount) * FEE))
    return [refs.get(paymentId) ?? '', card?.approval ?? '', fixed(amount), fixed(fee), day, 'D204'].join(',')
  })
  return ['ref,approval,amount,fee,day,deposit', ...lines, ''].join('\n')
}

/** Loads the acquirer's report of the terminal, as the operator does: one charge was settled short. */
export const loadReport = async (
  platform: Platform,
  tx: Tx,
  {
    terminal,
    orders,
    at,
  }: { readonly terminal: OwnTerminal; readonly orders: readonly PastOrder[]; readonly at: Date },
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'kartis-demo-'))
  try {
    const path = join(folder, 'report.csv')
    const refs = await chargeRefs(
      tx,
      orders.map(({ paymentId }) => paymentId),
    )
    writeFileSync(path, reportOf(orders, refs))
    await loadAcquirerReport(inThePast(platform, tx, at), {
      path,
      format: { headings: {}, encoding: 'utf-8', delimiter: ',' },
      acquirer: 'demo',
      terminalId: terminal.id,
      maxFee: null,
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

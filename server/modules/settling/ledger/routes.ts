import * as contract from '@kartis/contract/ledger.ts'
import { journalEffect, LEDGER_ACCOUNTS, type LedgerAccount } from '@kartis/domain/ledger.ts'
import { sum, toAgorot, toShekels } from '@kartis/domain/money.ts'
import { dayAfter, instantIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import { listRoutes } from '../../../platform/http/list-routes.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import type { App } from '../../../platform/http/route.ts'
import { listJournals } from './list-queries.ts'
import { viewJournal } from './view.ts'

const isDay = (text: string): boolean => text.length === 'YYYY-MM-DD'.length

const startOf = (text: string): Date => (isDay(text) ? instantIn(ISRAEL_ZONE, text, '00:00') : new Date(text))
const endOf = (text: string): Date => (isDay(text) ? instantIn(ISRAEL_ZONE, dayAfter(text), '00:00') : new Date(text))

const effectOf = ({ lines }: contract.Journal) =>
  journalEffect(lines.map(({ ledger_account: account, amount }) => ({ account, amount: toAgorot(amount) })))

const amountIn = ({ lines }: contract.Journal, account: LedgerAccount): number | null => {
  const own = lines.filter(({ ledger_account }) => ledger_account === account)
  return own.length === 0 ? null : toShekels(sum(own.map(({ amount }) => toAgorot(amount))))
}

/** One row for a journal; its lines stand in the columns of their accounts. */
const columns = (t: Translate): ColumnOf<contract.Journal>[] => [
  { title: t('ledger:column.occurred_at'), kind: 'date', width: 18, cell: (row) => new Date(row.occurred_at) },
  { title: t('ledger:column.kind'), kind: 'text', width: 24, cell: (row) => t(`ledger:kind.${row.kind}`) },
  {
    title: t('ledger:column.payout_state'),
    kind: 'text',
    width: 20,
    cell: ({ payout_status: state }) => (state === null ? '' : t(`states:payout.${state}`)),
  },
  { title: t('ledger:column.event'), kind: 'text', width: 30, cell: (row) => row.event_name ?? '' },
  { title: t('ledger:column.order'), kind: 'text', width: 12, cell: (row) => row.order_number ?? '' },
  { title: t('ledger:column.effect'), kind: 'money', width: 20, cell: (row) => toShekels(effectOf(row).change) },
  { title: t('ledger:column.moved'), kind: 'money', width: 16, cell: (row) => toShekels(effectOf(row).moved) },
  {
    title: t('ledger:column.fee_base'),
    kind: 'money',
    width: 16,
    cell: ({ fee_of: of }) => of?.base_amount,
  },
  { title: t('ledger:column.fee_rate'), kind: 'number', width: 10, cell: ({ fee_of: of }) => of?.percent },
  { title: t('ledger:column.fee_tickets'), kind: 'number', width: 12, cell: (row) => row.fee_for?.tickets },
  { title: t('ledger:column.fee_price'), kind: 'money', width: 14, cell: (row) => row.fee_for?.price },
  ...LEDGER_ACCOUNTS.map((account): ColumnOf<contract.Journal> => ({
    title: t('ledger:column.account', { account: t(`ledger:account.${account}`) }),
    kind: 'money',
    width: 20,
    cell: (row) => amountIn(row, account),
  })),
]

/** The journals of a workspace as a list and as a spreadsheet. */
export const ledgerRoutes = (app: App): void =>
  listRoutes(
    app,
    { list: contract.listLedger, exported: contract.exportLedger },
    async ({ query, actor, platform }) => {
      const { rows, total } = await listJournals(platform.reportDb, actor.account.id, {
        page: query.page,
        per_page: query.per_page,
        eventId: query.filter?.event_uuid,
        kind: query.filter?.kind,
        from: query.from === undefined ? undefined : startOf(query.from),
        until: query.to === undefined ? undefined : endOf(query.to),
        or: query.filter?.or,
      })
      return viewPage(rows.map(viewJournal), total, query)
    },
    { title: (t) => t('ledger:title'), columns },
  )

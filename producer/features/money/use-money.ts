import {
  listExceptions,
  type ReconciliationException,
  type ReconciliationLevelFigures,
  showReconciliationLevels,
} from '@kartis/contract/reconciliation.ts'
import { listLedger, type Journal } from '@kartis/contract/ledger.ts'
import { listAccountRefundRuns, type RefundRun } from '@kartis/contract/refund-runs.ts'
import {
  type Balance,
  listPayouts,
  listStatementLineJournals,
  listStatements,
  type Payout,
  showBalance,
  showPayout,
  showStatement,
  type Statement,
} from '@kartis/contract/statements.ts'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import type { JournalKind } from '@kartis/domain/ledger.ts'
import type { PayoutState } from '@kartis/domain/payout-state.ts'
import type { ExceptionState } from '@kartis/domain/reconciliation.ts'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'

const PER_PAGE = 20

/** A page of a list, as the server replies with it. */
export interface ListPage<T> {
  readonly data: readonly T[]
  readonly meta: { readonly total: number; readonly last_page: number }
}

export const useBalance = (): UseQueryResult<Balance> =>
  useQuery({ queryKey: ['money', 'balance'], queryFn: async () => (await api(showBalance)).data })

/** The query of the list of statements and of its export: a number is that of a statement, anything else a part of an event's name. */
export const statementsQuery = (term: string) => ({
  filter: { ...(term !== '' && { or: { number: term, name: term } }) },
})

export const useStatements = (
  page: number,
  { perPage = PER_PAGE, term = '', enabled = true }: { perPage?: number; term?: string; enabled?: boolean } = {},
): UseQueryResult<ListPage<Statement>> =>
  useQuery({
    queryKey: ['money', 'statements', page, perPage, term],
    queryFn: () => api(listStatements, { query: { page, per_page: perPage, ...statementsQuery(term) } }),
    placeholderData: keepPreviousData,
    enabled,
  })

const JOURNALS = 50

/** The journals that a line of a statement sums up; `position`: its place from 1. */
export const useLineJournals = (
  statement: string,
  position: number,
  page: number,
  enabled: boolean,
): UseQueryResult<ListPage<Journal>> =>
  useQuery({
    queryKey: ['money', 'statement', statement, position, page],
    queryFn: () =>
      api(listStatementLineJournals, { params: { uuid: statement, position }, query: { page, per_page: JOURNALS } }),
    placeholderData: keepPreviousData,
    enabled,
  })

export type StatementWithLines = ReplyOf<typeof showStatement>['data']

export const useStatement = (uuid: string): UseQueryResult<StatementWithLines> =>
  useQuery({
    queryKey: ['money', 'statement', uuid],
    queryFn: async () => (await api(showStatement, { params: { uuid } })).data,
  })

/** A list that is narrowed by one state and a search: a number is whole, anything else a part of a name. */
interface FilteredSearch<State extends string> {
  readonly term: string
  readonly status: State | undefined
}

const filteredQuery = <State extends string>({ term, status }: FilteredSearch<State>) => ({
  filter: { ...(status && { status }), ...(term !== '' && { or: { number: term, name: term } }) },
})

/** The query of the list of payouts and of its export. */
export const payoutsQuery = (search: FilteredSearch<PayoutState>) => filteredQuery(search)

export const usePayouts = (
  page: number,
  search: FilteredSearch<PayoutState>,
  enabled: boolean,
): UseQueryResult<ReplyOf<typeof listPayouts>> =>
  useQuery({
    queryKey: ['money', 'payouts', page, search],
    queryFn: () => api(listPayouts, { query: { page, per_page: PER_PAGE, ...payoutsQuery(search) } }),
    placeholderData: keepPreviousData,
    enabled,
  })

/** A payout after those that it issues again, the first of them first. */
const readIssues = async (uuid: string): Promise<readonly Payout[]> => {
  const { data } = await api(showPayout, { params: { uuid } })
  return [...(data.reissue_of === null ? [] : await readIssues(data.reissue_of)), data]
}

/** The payouts of a statement one after another: the returned ones, each of which was issued again by the next. */
export const usePayoutsOf = ({ payout }: Pick<Statement, 'payout'>): readonly Payout[] =>
  useQuery({
    queryKey: ['money', 'payouts-of', payout?.uuid ?? ''],
    queryFn: () => readIssues(payout?.uuid ?? ''),
    enabled: payout !== null,
  }).data ?? []

/** The query of the list of refund runs and of its export. */
export const runsQuery = (name: string) => ({ filter: { ...(name !== '' && { or: { name } }) } })

export const useAccountRuns = (page: number, name: string, enabled: boolean): UseQueryResult<ListPage<RefundRun>> =>
  useQuery({
    queryKey: ['money', 'refund-runs', page, name],
    queryFn: () => api(listAccountRefundRuns, { query: { page, per_page: PER_PAGE, ...runsQuery(name) } }),
    placeholderData: keepPreviousData,
    enabled,
  })

export interface LedgerSearch {
  readonly term: string
  readonly kind: JournalKind | undefined
  readonly from: string | null
  readonly to: string | null
}

/** The query of the ledger and of its export: a number is that of an order, anything else a part of an event's name. */
export const ledgerQuery = ({ term, kind, from, to }: LedgerSearch) => ({
  filter: { ...(kind && { kind }), ...(term !== '' && { or: { number: term, name: term } }) },
  ...(from !== null && { from }),
  ...(to !== null && { to }),
})

export const useLedger = (page: number, search: LedgerSearch, enabled: boolean): UseQueryResult<ListPage<Journal>> =>
  useQuery({
    queryKey: ['money', 'ledger', page, search],
    queryFn: () => api(listLedger, { query: { page, per_page: PER_PAGE, ...ledgerQuery(search) } }),
    placeholderData: keepPreviousData,
    enabled,
  })

/** The query of the list of differences and of its export. */
export const exceptionsQuery = (search: FilteredSearch<ExceptionState>) => filteredQuery(search)

export const useExceptions = (
  page: number,
  search: FilteredSearch<ExceptionState>,
  enabled: boolean,
): UseQueryResult<ListPage<ReconciliationException>> =>
  useQuery({
    queryKey: ['money', 'exceptions', page, search],
    queryFn: () => api(listExceptions, { query: { page, per_page: PER_PAGE, ...exceptionsQuery(search) } }),
    placeholderData: keepPreviousData,
    enabled,
  })

export const useLevels = (): UseQueryResult<readonly ReconciliationLevelFigures[]> =>
  useQuery({
    queryKey: ['money', 'exceptions', 'levels'],
    queryFn: async () => (await api(showReconciliationLevels)).data,
  })

import {
  type AccountReport,
  createReportExport,
  listReportEvents,
  listReportExports,
  type ReportEvent,
  type ReportExport,
  showReport,
} from '@kartis/contract/reports.ts'
import type { Period } from '@kartis/domain/period.ts'
import { showToast } from '@kartis/ui/components/toast.ts'
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'

export type PeriodQuery = Partial<Period>
export type Grouping = AccountReport['grouped_by']
export type EventsSort = '-total_amount' | '-starts_at'

const EXPORTS = ['report-exports'] as const
/** Poll interval while a file is being generated. */
const POLL_MS = 1500
const RECENT = 8

export const useReport = (period: PeriodQuery, group: Grouping | undefined): UseQueryResult<AccountReport> =>
  useQuery({
    queryKey: ['report', period, group ?? 'auto'],
    queryFn: async () => (await api(showReport, { query: { ...period, ...(group && { group }) } })).data,
    placeholderData: keepPreviousData,
  })

export interface EventsPage {
  readonly events: readonly ReportEvent[]
  readonly lastPage: number
}

export const useReportEvents = (period: Period, sort: EventsSort, page: number): UseQueryResult<EventsPage> =>
  useQuery({
    queryKey: ['report-events', period, sort, page],
    queryFn: async () => {
      const { data, meta } = await api(listReportEvents, { query: { ...period, sort, page, per_page: 10 } })
      return { events: data, lastPage: meta.last_page }
    },
    placeholderData: keepPreviousData,
  })

const isOpen = ({ status }: ReportExport): boolean => status === 'queued' || status === 'running'

/** Exports of the last week; polled while one is being generated. */
export const useExports = (): UseQueryResult<readonly ReportExport[]> =>
  useQuery({
    queryKey: EXPORTS,
    queryFn: async () => (await api(listReportExports, { query: { per_page: RECENT } })).data,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? POLL_MS : false),
  })

/** Shows a toast once when a pending file is ready. */
export const useArrivals = (files: readonly ReportExport[] | undefined): void => {
  const { t } = useTranslation('reports')
  const waiting = useRef(new Set<string>())
  useEffect(() => {
    for (const file of files ?? []) {
      if (isOpen(file)) waiting.current.add(file.uuid)
      else if (waiting.current.delete(file.uuid) && file.status === 'ready')
        showToast({ state: 'good', text: t('export.arrived', { name: file.name }) })
    }
  }, [files, t])
}

/** Opens the signed URL: the browser saves the file and stays on the page. */
export const fetchFile = ({ url, name }: Pick<ReportExport, 'url' | 'name'>): void => {
  if (url === null) return
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

export const useExport = () => {
  const { t } = useTranslation('reports')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: Period & { readonly format: 'xlsx' | 'pdf' }) =>
      (await api(createReportExport, { body: input })).data,
    onSuccess: async (file) => {
      await queries.invalidateQueries({ queryKey: EXPORTS })
      if (file.status === 'ready') {
        fetchFile(file)
        showToast({ state: 'good', text: t('export.done') })
      } else if (file.status === 'failed') showToast({ state: 'bad', text: t('export.failed') })
      else showToast({ state: 'info', text: t('export.started') })
    },
  })
}

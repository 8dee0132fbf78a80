import { type DocumentWithLines, listDocuments, showDocument, type TaxDocument } from '@kartis/contract/documents.ts'
import type { DocumentType } from '@kartis/domain/tax-document.ts'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { ListPage } from './use-money.ts'

const PER_PAGE = 20

export interface DocumentsSearch {
  readonly term: string
  readonly type: DocumentType | undefined
}

/** The query of the list and of its export: a number is that of a document or statement, anything else a part of an event's name. */
export const documentsQuery = ({ term, type }: DocumentsSearch) => ({
  filter: { ...(type && { type }), ...(term !== '' && { or: { number: term, name: term } }) },
})

export const useDocuments = (
  page: number,
  search: DocumentsSearch,
  enabled: boolean,
): UseQueryResult<ListPage<TaxDocument>> =>
  useQuery({
    queryKey: ['money', 'documents', page, search],
    queryFn: () => api(listDocuments, { query: { page, per_page: PER_PAGE, ...documentsQuery(search) } }),
    placeholderData: keepPreviousData,
    enabled,
  })

export const useDocument = (uuid: string): UseQueryResult<DocumentWithLines> =>
  useQuery({
    queryKey: ['money', 'document', uuid],
    queryFn: async () => (await api(showDocument, { params: { uuid } })).data,
  })

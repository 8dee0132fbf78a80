import {
  type DocumentConsent,
  type DocumentWithLines,
  listDocuments,
  setDocumentConsent,
  showDocument,
  showDocumentConsent,
  showDocumentIssuer,
  type TaxDocument,
} from '@kartis/contract/documents.ts'
import { DOCUMENT_CONSENT_TEXT } from '@kartis/domain/document-consent.ts'
import type { DocumentType } from '@kartis/domain/tax-document.ts'
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'
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

/** Who issues documents; `null` where the operator has not set it up. */
export const useDocumentIssuer = () =>
  useQuery({
    queryKey: ['money', 'document-issuer'],
    queryFn: async () => (await api(showDocumentIssuer)).data,
  })

const CONSENT_KEY = ['money', 'document-consent']

export const useDocumentConsent = (): UseQueryResult<DocumentConsent | null> =>
  useQuery({ queryKey: CONSENT_KEY, queryFn: async () => (await api(showDocumentConsent)).data })

/** Agrees to the sentence on the screen, or withdraws the consent. */
export const useSetDocumentConsent = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (agreed: boolean) =>
      (await api(setDocumentConsent, { body: { agreed, text: DOCUMENT_CONSENT_TEXT } })).data,
    onSuccess: (consent) => queries.setQueryData(CONSENT_KEY, consent),
  })
}

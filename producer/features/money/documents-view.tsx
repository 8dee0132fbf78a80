import { exportDocuments, type TaxDocument } from '@kartis/contract/documents.ts'
import { DOCUMENT_TYPES } from '@kartis/domain/tax-document.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { buttonClass } from '@kartis/ui/components/button.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Columns, Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { SearchBox } from '@kartis/ui/components/search-box.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { apiFile } from '../../shared/api.ts'
import { PathLink } from '../../shared/links.tsx'
import { SupportContact } from '../../shared/support-contact.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { ConsentCard } from './consent-card.tsx'
import { atNoon } from './dispute-state.ts'
import { ListTools } from './list-tools.tsx'
import { MoneyList } from './money-list.tsx'
import { MoneyRow } from './money-rows.tsx'
import { documentsQuery, useDocumentIssuer, useDocuments } from './use-documents.ts'
import { useFilteredSearch } from './use-filtered-search.ts'

/** Tax invoices, receipts and credit notes about the fees, and whether their originals come electronically. */
export function DocumentsView() {
  return (
    <Columns aside={<ConsentCard />}>
      <DocumentList />
    </Columns>
  )
}

/** The newest first. */
function DocumentList() {
  const { t } = useTranslation(['documents', 'money'])
  const paged = useFilteredSearch(DOCUMENT_TYPES)
  const { search, page, value: type, choose, clear, isFiltered } = paged
  const chosen = { term: search.term, type }
  const documents = useDocuments(page, chosen, search.scope !== 'too_short')
  return (
    <Stack>
      <ListTools
        total={documents.data?.meta.total}
        isFiltered={isFiltered}
        read={() => apiFile(exportDocuments, { query: documentsQuery(chosen) })}
        file={t('documents:title')}
        filter={
          <SelectField
            label={t('documents:column.type')}
            placeholder={t('documents:screen.all')}
            filter
            options={DOCUMENT_TYPES.map((value) => ({ value, label: t(`documents:type.${value}`) }))}
            value={type ?? ''}
            onChange={({ target }) => choose(target.value)}
          />
        }
      >
        <SearchBox search={search} label={t('documents:screen.search')} />
      </ListTools>
      <MoneyList
        query={documents}
        paged={paged}
        filtered={{ is: isFiltered, onClear: clear }}
        none={{ title: t('documents:screen.none'), text: t('documents:screen.none_text') }}
        empty={<NoDocuments />}
      >
        {(document) => <DocumentRow key={document.uuid} document={document} />}
      </MoneyList>
    </Stack>
  )
}

/** Why there are none: the operator has not said who issues them, or no statement charged fees since. */
function NoDocuments() {
  const { t } = useTranslation('documents')
  const lang = useLang()
  const issuer = useDocumentIssuer()
  return (
    <WhenLoaded query={issuer}>
      {(issuer) =>
        issuer === null ? (
          <EmptyState
            title={t('screen.no_issuer')}
            text={t('screen.no_issuer_text')}
            action={
              <Stack>
                <PathLink path="/money/statements" className={buttonClass({ look: 'line' })}>
                  {t('screen.to_statements')}
                </PathLink>
                <SupportContact />
              </Stack>
            }
          />
        ) : (
          <EmptyState
            title={t('screen.empty')}
            text={t('screen.empty_from', { issuer: issuer.name, day: dayText(atNoon(issuer.from), lang) })}
          />
        )
      }
    </WhenLoaded>
  )
}

function DocumentRow({ document }: { readonly document: TaxDocument }) {
  const { t } = useTranslation('documents')
  const lang = useLang()
  const { type, number, cites, statement_number: statement, allocation } = document
  return (
    <MoneyRow
      path={`/money/documents/${document.uuid}`}
      title={t('screen.name', { type: t(`type.${type}`), number })}
      facts={[
        dayText(atNoon(document.day), lang),
        cites !== null && t('screen.cites', { type: t(`type.${cites.type}`), number: cites.number }),
        statement !== null && t('screen.statement', { number: statement }),
      ]}
      chip={
        (allocation?.status === 'pending' || allocation?.status === 'refused') && (
          <Chip state="warn">{t(`allocation.${allocation.status}`)}</Chip>
        )
      }
      end={<Money shekels={type === 'credit_note' ? -document.total_amount : document.total_amount} />}
    />
  )
}

import { toShekels } from '@kartis/domain/money.ts'
import { momentShortText, moneyText } from '@kartis/i18n/format.ts'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Lines } from '../../shared/money-lines.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { creditOf } from './credit-of.ts'
import { useJournalBasis } from './journal-basis.ts'
import style from './money.module.css'
import { useLineJournals } from './use-money.ts'

/** What a line of a statement is made of: its journals, which are loaded when they are opened. */
export function LineJournals({ statement, position }: { readonly statement: string; readonly position: number }) {
  const { t } = useTranslation(['money', 'ledger', 'states'])
  const lang = useLang()
  const basis = useJournalBasis()
  const [isOpen, setIsOpen] = useState(false)
  const [page, setPage] = useState(1)
  const journals = useLineJournals(statement, position, page, isOpen)
  return (
    <details className={style.how} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t('money:statements.open')}</summary>
      {isOpen && (
        <WhenLoaded query={journals}>
          {({ data, meta }) => (
            <Stack>
              <Lines
                lines={data.map((journal) => ({
                  key: journal.uuid,
                  name: t(`ledger:kind.${journal.kind}`),
                  hint: [
                    momentShortText(journal.occurred_at, lang),
                    journal.bucket !== null && t(`states:bucket.${journal.bucket}`),
                    basis(journal),
                    journal.order_number !== null && t('money:ledger.order', { number: journal.order_number }),
                    creditOf(journal, 'producer_payable') === 0 &&
                      `${t('money:statements.held')}: ${moneyText(creditOf(journal, 'producer_held'), lang)}`,
                  ]
                    .filter(Boolean)
                    .join(' · '),
                  shekels: toShekels(creditOf(journal, 'producer_payable')),
                }))}
              />
              {meta.last_page > 1 && <Pagination page={page} lastPage={meta.last_page} onPage={setPage} />}
              {data.length === 0 && <Soft small>{t('money:ledger.empty')}</Soft>}
            </Stack>
          )}
        </WhenLoaded>
      )}
    </details>
  )
}

import { type DocumentWithLines, documentPdf } from '@kartis/contract/documents.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Columns, Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { apiFile } from '../../shared/api.ts'
import { ExportButton } from '../../shared/export-button.tsx'
import { PathLink } from '../../shared/links.tsx'
import { Lines, type MoneyLine } from '../../shared/money-lines.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { atNoon } from './dispute-state.ts'
import { MoneyHero } from './money-hero.tsx'
import style from './money.module.css'
import { useDocument } from './use-documents.ts'

/** One tax document: its sums, its lines and a copy as a file. */
export function DocumentView({ uuid }: { readonly uuid: string }) {
  const { t } = useTranslation(['documents', 'money'])
  const document = useDocument(uuid)
  const { data } = document
  return (
    <Page>
      <PageHead
        title={data ? t('screen.name', { type: t(`type.${data.type}`), number: data.number }) : ''}
        eyebrow={t('money:tabs.documents')}
        back="/money/documents"
      />
      <WhenLoaded query={document}>{(data) => <Shown document={data} />}</WhenLoaded>
    </Page>
  )
}

function Shown({ document }: { readonly document: DocumentWithLines }) {
  const { t } = useTranslation('documents')
  const lang = useLang()
  const { paid, allocation, cites } = document
  const lines = useLines(document)
  return (
    <Columns aside={<Files document={document} />}>
      <MoneyHero
        chip={allocation?.status === 'pending' ? { state: 'warn', text: t('allocation.pending') } : undefined}
        label={t('column.total')}
        shekels={document.type === 'credit_note' ? -document.total_amount : document.total_amount}
        under={t('screen.issued', { day: dayText(atNoon(document.day), lang) })}
        stub={[
          cites === null
            ? { name: t('screen.paid'), value: t(paid === null ? 'screen.separate' : `means.${paid.means}`) }
            : {
                name: t('column.cites'),
                value: t('screen.name', { type: t(`type.${cites.type}`), number: cites.number }),
              },
          ...(allocation === null
            ? []
            : [{ name: t('column.allocation'), value: allocation.number ?? t(`allocation.${allocation.status}`) }]),
        ]}
      />
      {document.lines.length > 0 && (
        <Card title={t('screen.lines')}>
          <Lines lines={lines} />
        </Card>
      )}
      <Details document={document} />
    </Columns>
  )
}

/** For each event its fees and their VAT; then the total. */
const useLines = ({ lines, total_amount: total }: DocumentWithLines): readonly MoneyLine[] => {
  const { t } = useTranslation('documents')
  return [
    ...lines.flatMap((line) => [
      {
        key: `${line.event_uuid} net`,
        name: t('screen.fees'),
        hint: (
          <PathLink path={`/events/${line.event_uuid}`}>
            <UserText>{line.event_name}</UserText>
          </PathLink>
        ),
        shekels: line.net_amount,
      },
      {
        key: `${line.event_uuid} vat`,
        name: t('screen.vat', { rate: line.vat_rate }),
        shekels: line.vat_amount,
      },
    ]),
    { key: 'total', name: t('screen.total'), shekels: total, sum: true },
  ]
}

function Details({ document }: { readonly document: DocumentWithLines }) {
  const { t } = useTranslation('documents')
  const { cites, statement_uuid: statement, statement_number: number } = document
  return (
    <Card title={t('screen.details')}>
      <Stack>
        {(['issuer', 'recipient'] as const).map((side) => (
          <div key={side}>
            <Soft small>{t(`screen.${side}`)}</Soft>
            <div>
              <Pieces
                pieces={[
                  document[side].name,
                  <bdi key="number" dir="ltr">
                    {document[side].number}
                  </bdi>,
                ]}
              />
            </div>
            <Soft small>
              <UserText>{document[side].address}</UserText>
            </Soft>
          </div>
        ))}
        {cites !== null && (
          <span className={style.all}>
            <PathLink path={`/money/documents/${cites.uuid}`}>
              {t('screen.cites', { type: t(`type.${cites.type}`), number: cites.number })}
            </PathLink>
          </span>
        )}
        {statement !== null && (
          <span className={style.all}>
            <PathLink path={`/money/statements/${statement}`}>
              {t('screen.statement', { number: number ?? 0 })}
            </PathLink>
          </span>
        )}
      </Stack>
    </Card>
  )
}

function Files({ document }: { readonly document: DocumentWithLines }) {
  const { t } = useTranslation('documents')
  const params = { uuid: document.uuid }
  const name = t('file', { type: t(`type.${document.type}`).replace('/', ' '), number: document.number })
  return (
    <Card title={t('screen.files')}>
      <Stack>
        <ExportButton read={() => apiFile(documentPdf, { params })} name={name} type="pdf" full>
          {t('screen.download')}
        </ExportButton>
        <Soft small>{t('screen.download_text')}</Soft>
        <div>
          <Soft small>{t('screen.hash')}</Soft>
          <code className={style.hash} dir="ltr">
            {document.hash}
          </code>
        </div>
      </Stack>
    </Card>
  )
}

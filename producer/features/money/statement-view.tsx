import { type Payout, statementPdf, statementXlsx } from '@kartis/contract/statements.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { STATEMENT_LINE_KINDS } from '@kartis/domain/statement.ts'
import { dayText, moneyText, momentText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Columns, Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { apiFile } from '../../shared/api.ts'
import { ExportButton } from '../../shared/export-button.tsx'
import { PathLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useSession } from '../../shared/session.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { Lines, type MoneyLine } from '../../shared/money-lines.tsx'
import { CardsCard } from './cards-card.tsx'
import { arrivalRows } from './arrival-rows.ts'
import { LineJournals } from './line-journals.tsx'
import { MeansCard } from './means-card.tsx'
import { MoneyHero } from './money-hero.tsx'
import style from './money.module.css'
import { usePayoutState } from './payout-chip.tsx'
import { nextStep, PayoutSteps } from './payout-steps.tsx'
import { type StatementWithLines, usePayoutsOf, useStatement, useStatements } from './use-money.ts'

/** One statement: opening balance, lines, closing balance, its payout, its files and its hash. */
export function StatementView({ uuid }: { readonly uuid: string }) {
  const { t } = useTranslation('money')
  const statement = useStatement(uuid)
  const { data } = statement
  return (
    <Page>
      <PageHead
        title={data ? t('statements.name', { number: data.number }) : ''}
        eyebrow={t('tabs.statements')}
        back="/money/statements"
      />
      <WhenLoaded query={statement}>{(data) => <Shown statement={data} />}</WhenLoaded>
    </Page>
  )
}

function Shown({ statement }: { readonly statement: StatementWithLines }) {
  const { t } = useTranslation('money')
  const lang = useLang()
  const payouts = usePayoutsOf(statement)
  const payout = payouts.at(-1)
  const transferOf = useTransferFact()
  const stateOf = usePayoutState()
  const { status } = payout ?? {}
  return (
    <Stack gap="wide">
      <Columns
        aside={
          <>
            <Files statement={statement} />
            <HowCard statement={statement} />
          </>
        }
      >
        <MoneyHero
          chip={statement.payout ? stateOf(payout?.status ?? statement.payout.status) : undefined}
          label={t(statement.payout ? 'statements.paid' : 'statements.closing')}
          shekels={statement.payout?.amount ?? statement.closing_balance}
          under={
            <>
              {t('statements.made_at', { moment: momentText(statement.made_at, lang) })}
              {status && status !== 'confirmed' && (
                <>
                  <br />
                  {t(`steps.next.${status}`)}
                </>
              )}
            </>
          }
          stub={[transferOf(payout), { name: t('statements.closing'), value: <ClosingText statement={statement} /> }]}
        />
        {payouts.map((each) => (
          <PayoutSteps key={each.uuid} payout={each} />
        ))}
        <Card title={t('statements.lines')}>
          <Lines lines={useLines(statement)} />
        </Card>
        <PromisedCard statement={statement} />
        <ArrivalsCard statement={statement} />
        <HeldCard statement={statement} />
      </Columns>
      <MeansCard means={statement.by_means} />
      <CardsCard cards={statement.cards} />
    </Stack>
  )
}

/** On the stub: when the transfer was sent, else what it waits for. The steps below have the other days. */
const useTransferFact = () => {
  const { t } = useTranslation('money')
  const lang = useLang()
  return (payout: Payout | undefined): { readonly name: string; readonly value: string } => {
    if (!payout) return { name: t('payouts.transfer'), value: t('statements.no_payout') }
    if (payout.sent_at !== null) return { name: t('payouts.sent_on'), value: dayText(payout.sent_at, lang) }
    const next = nextStep(payout)
    return next
      ? { name: t('payouts.next'), value: t(`steps.waits.${next}`) }
      : { name: t('payouts.transfer'), value: dayText(payout.drafted_at, lang) }
  }
}

/** The closing balance, and what becomes of it where there is one. */
function ClosingText({ statement }: { readonly statement: StatementWithLines }) {
  const { t } = useTranslation('money')
  const lang = useLang()
  const last = useStatements(1, { perPage: 1 }).data?.data[0]
  const { closing_balance: closing, number } = statement
  const figure = moneyText(toAgorot(closing), lang)
  if (closing === 0) return figure
  const isDebt = closing < 0
  const isMoved = last !== undefined && last.number > number
  return (
    <>
      {figure}
      <br />
      {isMoved
        ? t(isDebt ? 'statements.debt_moved' : 'statements.moved', { number: number + 1 })
        : t(isDebt ? 'statements.debt' : 'statements.carried')}
    </>
  )
}

/** The lines grouped by event: the name and the net of each, then what it is made of. */
const useLines = (statement: StatementWithLines): readonly MoneyLine[] => {
  const { t } = useTranslation(['money', 'statements'])
  const { lines } = statement
  return [
    { key: 'opening', name: t('statements:line.opening'), shekels: statement.opening_balance },
    ...lines
      .map((line, index) => ({ ...line, position: index + 1 }))
      .filter(({ amount }) => amount !== 0)
      .map(({ kind, event_uuid: event, event_name: name, amount, position }) => ({
        key: `${position}`,
        name: t(`statements:line.${kind}`),
        hint:
          event === null || name === null ? undefined : (
            <PathLink path={`/events/${event}`}>
              <UserText>{name}</UserText>
            </PathLink>
          ),
        shekels: amount,
        more: <LineJournals statement={statement.uuid} position={position} />,
      })),
    { key: 'closing', name: t('statements:line.closing'), shekels: statement.closing_balance, sum: true },
  ]
}

/** Refunds that runs had promised when it was made, by event: why less was paid out than is owed. */
function PromisedCard({ statement: { promised_refunds: promised } }: { readonly statement: StatementWithLines }) {
  const { t } = useTranslation('statements')
  if (promised.length === 0) return null
  return (
    <Card title={t('promised.title')}>
      <Stack>
        <Lines
          lines={promised.map(({ event_uuid: event, event_name: name, amount }) => ({
            key: event,
            name: (
              <PathLink path={`/events/${event}/refunds`}>
                <UserText>{name}</UserText>
              </PathLink>
            ),
            shekels: amount,
          }))}
        />
        <Soft small>{t('promised.note')}</Soft>
      </Stack>
    </Card>
  )
}

/** What the acquirer had not paid of its sales when it was made: why less was paid out than is owed, and when the rest comes. */
function ArrivalsCard({ statement: { arrivals } }: { readonly statement: StatementWithLines }) {
  const { t } = useTranslation('money')
  const lang = useLang()
  if (arrivals.length === 0) return null
  const sum = arrivals.reduce((total, { amount }) => total + toAgorot(amount), 0)
  return (
    <Card title={t('arrivals.title')}>
      <Stack>
        <Lines
          lines={[
            ...arrivalRows(arrivals, t, lang),
            { key: 'sum', name: t('arrivals.sum'), shekels: toShekels(sum), sum: true },
          ]}
        />
        <Soft small>{t('arrivals.note')}</Soft>
      </Stack>
    </Card>
  )
}

/** What the producer has already; it stands beside the statement and is not in its sum. */
function HeldCard({ statement }: { readonly statement: StatementWithLines }) {
  const { t } = useTranslation(['money', 'statements'])
  const held = statement.lines.filter(({ held_amount: amount }) => amount !== 0)
  if (held.length === 0) return null
  return (
    <Card title={t('money:statements.held')}>
      <Stack>
        <Lines
          lines={held.map(({ kind, event_name: name, held_amount: amount }, index) => ({
            key: `${index}`,
            name: t(`statements:line.${kind}`),
            hint: name !== null && <UserText>{name}</UserText>,
            shekels: amount,
          }))}
        />
        <Soft small>{t('statements:note.held')}</Soft>
      </Stack>
    </Card>
  )
}

function Files({ statement }: { readonly statement: StatementWithLines }) {
  const { t } = useTranslation(['money', 'statements'])
  const { account } = useSession()
  const params = { uuid: statement.uuid }
  const name = t('statements:file', { number: statement.number, account: account?.name ?? '' })
  return (
    <Card title={t('money:statements.files')}>
      <Stack>
        <ExportButton read={() => apiFile(statementPdf, { params })} name={name} type="pdf" full>
          {t('money:statements.pdf')}
        </ExportButton>
        <ExportButton read={() => apiFile(statementXlsx, { params })} name={name} full>
          {t('money:statements.xlsx')}
        </ExportButton>
        <div>
          <Soft small>{t('money:statements.hash')}</Soft>
          <code className={style.hash} dir="ltr">
            {statement.hash}
          </code>
        </div>
        <Soft small>{t('money:statements.hash_text')}</Soft>
      </Stack>
    </Card>
  )
}

/** What the kinds of lines on this statement mean. */
function HowCard({ statement }: { readonly statement: StatementWithLines }) {
  const { t } = useTranslation(['money', 'statements'])
  const kinds = STATEMENT_LINE_KINDS.filter((kind) => statement.lines.some((line) => line.kind === kind))
  return (
    <Card title={t('money:how.title')}>
      <dl className={style.howList}>
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>{t(`statements:line.${kind}`)}</dt>
            <dd>{t(`money:how.${kind}`)}</dd>
          </div>
        ))}
      </dl>
      <Soft small>{t('statements:note.frozen')}</Soft>
    </Card>
  )
}

import { decideException, exportExceptions, type ReconciliationException } from '@kartis/contract/reconciliation.ts'
import { EXCEPTION_STATES } from '@kartis/domain/reconciliation.ts'
import { dayText, timeText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { SearchBox } from '@kartis/ui/components/search-box.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { api, apiFile } from '../../shared/api.ts'
import { useSession } from '../../shared/session.ts'
import { useLeaveGuard } from '../../shared/use-leave-guard.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { LevelsCards } from './levels-cards.tsx'
import { ListTools } from './list-tools.tsx'
import { LoadReport } from './load-report.tsx'
import { MoneyList } from './money-list.tsx'
import { MoneyRow } from './money-rows.tsx'
import style from './money.module.css'
import { useFilteredSearch, useLinkedStatus } from './use-filtered-search.ts'
import { exceptionsQuery, useExceptions } from './use-money.ts'

const STATE = { open: 'warn', explained: 'info', fixed: 'good', written_off: 'quiet' } as const
const OUTCOMES = ['explained', 'fixed', 'written_off'] as const
type Outcome = (typeof OUTCOMES)[number]

const isOutcome = (value: string): value is Outcome => OUTCOMES.some((outcome) => outcome === value)

/** Where the books of the account's own gateways and acquirers differ from ours. A link may choose the state. */
export function DifferencesView() {
  const { t } = useTranslation('money')
  const paged = useFilteredSearch(EXCEPTION_STATES, '', useLinkedStatus())
  const { search, page, value: status, choose, clear, isFiltered } = paged
  const chosen = { term: search.term, status }
  const exceptions = useExceptions(page, chosen, search.scope !== 'too_short')
  return (
    <Stack>
      <LevelsCards />
      <ListTools
        total={exceptions.data?.meta.total}
        isFiltered={isFiltered}
        read={() => apiFile(exportExceptions, { query: exceptionsQuery(chosen) })}
        file={t('differences.file')}
        filter={
          <SelectField
            label={t('differences.status')}
            placeholder={t('differences.all')}
            filter
            options={EXCEPTION_STATES.map((value) => ({ value, label: t(`differences.state.${value}`) }))}
            value={status ?? ''}
            onChange={({ target }) => choose(target.value)}
          />
        }
      >
        <SearchBox search={search} label={t('differences.search')} />
      </ListTools>
      <MoneyList
        query={exceptions}
        paged={paged}
        filtered={{ is: isFiltered, onClear: clear }}
        none={{ title: t('differences.none'), text: t('differences.none_text') }}
        empty={<EmptyState title={t('differences.empty')} text={t('differences.empty_text')} />}
      >
        {(exception) => <ExceptionLine key={exception.uuid} exception={exception} />}
      </MoneyList>
      <LoadReport />
    </Stack>
  )
}

/** What a difference is found by in their books, where ours have no order of it, or another charge of it. */
const theirFacts = (exception: ReconciliationException, t: TFunction<'money'>, lang: Lang) => {
  const { kind, order_number: number, their_ref: ref, last_digits: last4, approval, their_at: at } = exception
  if (number !== null && kind !== 'theirs_only' && kind !== 'duplicate') return []
  return [
    ref !== null && t('differences.their_ref', { ref }),
    last4 !== null && t('differences.card', { last4 }),
    approval !== null && t('differences.approval', { approval }),
    at !== null && timeText(at, lang),
  ]
}

function ExceptionLine({ exception }: { readonly exception: ReconciliationException }) {
  const { t } = useTranslation('money')
  const lang = useLang()
  const { kind, level, status, day, order_number: number, owner, note, changed_by: by } = exception
  return (
    <MoneyRow
      title={t(`differences.kind.${kind}`)}
      facts={[
        dayText(`${day}T12:00:00Z`, lang),
        t(`differences.level.${level}`),
        exception.event_name,
        number !== null && t('differences.order', { number }),
        ...theirFacts(exception, t, lang),
        owner !== null && t('differences.owner', { name: owner }),
      ]}
      chip={<Chip state={STATE[status]}>{t(`differences.state.${status}`)}</Chip>}
      end={<Money shekels={exception.theirs_amount - exception.ours_amount} />}
    >
      <div className={style.under}>
        <Soft small>
          {t('differences.ours')} <Money shekels={exception.ours_amount} /> · {t('differences.theirs')}{' '}
          <Money shekels={exception.theirs_amount} />
        </Soft>
        {note !== null && (
          <Soft small>
            <Pieces pieces={[note, by !== null && t('differences.by', { name: by })]} />
          </Soft>
        )}
        {status === 'open' && owner === null && <TakeOn uuid={exception.uuid} />}
        {(status === 'open' || status === 'explained') && <Decision exception={exception} />}
      </div>
    </MoneyRow>
  )
}

/** Says that the person who presses it looks into the difference. */
function TakeOn({ uuid }: { readonly uuid: string }) {
  const { t } = useTranslation('money')
  const queries = useQueryClient()
  const { user } = useSession()
  const taking = useMutation({
    mutationFn: () => api(decideException, { params: { uuid }, body: { owner: user?.name ?? '' } }),
    onSuccess: async () => {
      showToast({ state: 'good', text: t('differences.taken') })
      await queries.invalidateQueries({ queryKey: ['money', 'exceptions'] })
    },
  })
  return user ? (
    <Button look="line" busy={taking.isPending} onClick={() => taking.mutate()}>
      {t('differences.take')}
    </Button>
  ) : null
}

/** What a person found: an outcome with its explanation. */
function Decision({ exception }: { readonly exception: ReconciliationException }) {
  const { t } = useTranslation('money')
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>('explained')
  const [note, setNote] = useState('')
  const decision = useMutation({
    mutationFn: () =>
      api(decideException, { params: { uuid: exception.uuid }, body: { status: outcome, note: note.trim() } }),
    onSuccess: async () => {
      showToast({ state: 'good', text: t('differences.saved') })
      await queries.invalidateQueries({ queryKey: ['money'] })
    },
  })
  useLeaveGuard({ dirty: note.trim() !== '' && !decision.isSuccess })
  const outcomes = OUTCOMES.filter((each) => exception.status === 'open' || each !== 'explained')
  return (
    <details className={style.how}>
      <summary>{t('differences.explain')}</summary>
      <Stack>
        <SelectField
          label={t('differences.decision')}
          placeholder={t('differences.decision')}
          options={outcomes.map((value) => ({ value, label: t(`differences.state.${value}`) }))}
          value={outcomes.includes(outcome) ? outcome : 'fixed'}
          onChange={({ target }) => isOutcome(target.value) && setOutcome(target.value)}
        />
        <TextField
          label={t('differences.note')}
          hint={t('differences.note_hint')}
          maxLength={500}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <Button look="line" busy={decision.isPending} disabled={note.trim() === ''} onClick={() => decision.mutate()}>
          {t('differences.save')}
        </Button>
      </Stack>
    </details>
  )
}

import type { Event } from '@kartis/contract/events.ts'
import type { RefundRun } from '@kartis/contract/refund-runs.ts'
import { momentShortText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Columns, Page, Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEventHead } from '../../shared/event-queries.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { useSession } from '../../shared/session.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { AfterCard } from './after-card.tsx'
import { ApproveCard } from './approve-card.tsx'
import { ItemsCard } from './items-card.tsx'
import { PrepareForm } from './prepare-form.tsx'
import { PauseButton, ProgressCard } from './progress-card.tsx'
import style from './refunds.module.css'
import { isOpen, returnedOf, RUN_STATES } from '../../shared/run-parts.ts'
import { RunSteps } from './run-steps.tsx'
import { ClockCard, PeopleCard } from './side-cards.tsx'
import { useRefundRuns } from './use-refund-runs.ts'
import { WaysCard } from './ways-card.tsx'

interface RunProps {
  readonly run: RefundRun
  readonly event: Event
  readonly onAgain: () => void
}

function Run({ run, event, onAgain }: RunProps) {
  const isPreview = run.state === 'previewed' || run.state === 'draft'
  return (
    <>
      <RunSteps run={run} />
      <Columns
        aside={
          <>
            <ClockCard run={run} />
            <PeopleCard run={run} />
          </>
        }
      >
        {isPreview ? (
          <ApproveCard run={run} isOffSale={event.cancelled_at !== null} onAgain={onAgain} />
        ) : (
          <ProgressCard run={run} />
        )}
        <AfterCard run={run} />
        <WaysCard run={run} />
      </Columns>
      {run.preview.orders > 0 && <ItemsCard key={run.uuid} run={run} name={event.name} />}
    </>
  )
}

/** Runs that ended before the one that is shown. */
function PastRuns({ runs, onShow }: { readonly runs: readonly RefundRun[]; readonly onShow: (uuid: string) => void }) {
  const { t } = useTranslation('refund-runs')
  const lang = useLang()
  if (runs.length === 0) return null
  return (
    <Card title={t('screen.past')}>
      <ul className={style.past}>
        {runs.map((run) => (
          <li key={run.uuid}>
            <button type="button" onClick={() => onShow(run.uuid)}>
              <b>{t(`reason.${run.kind}`)}</b>
              <span className={style.soft}>{momentShortText(run.created_at, lang)}</span>
            </button>
            <Chip state={RUN_STATES[run.state]}>{t(`screen.run_state.${run.state}`)}</Chip>
            <Money shekels={returnedOf(run)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The run that matters now: one that waits or runs, else the newest one. */
const mainRun = (runs: readonly RefundRun[], chosen: string | undefined): RefundRun | undefined =>
  runs.find(({ uuid }) => uuid === chosen) ?? runs.find(isOpen) ?? runs[0]

function Runs({
  uuid,
  event,
  runs,
}: {
  readonly uuid: string
  readonly event: Event
  readonly runs: RefundRun[]
}): ReactNode {
  const { t } = useTranslation('refund-runs')
  const { can } = useSession()
  const [isNew, setNew] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const run = mainRun(runs, chosen)
  if (can['order.cancel'] && (isNew || !run))
    return (
      <>
        <PrepareForm
          uuid={uuid}
          timezone={event.timezone}
          onDone={() => {
            setNew(false)
            setChosen(undefined)
          }}
        />
        <PastRuns
          runs={runs}
          onShow={(next) => {
            setChosen(next)
            setNew(false)
          }}
        />
      </>
    )
  if (!run) return null
  // Buyers who were asked may still be refunded all: the event may be cancelled after it was postponed.
  const mayStart = can['order.cancel'] && event.status !== 'archived' && run.state !== 'previewed'
  const isCancelling = runs.some(
    (each) => each.kind === 'cancelled' && ['approved', 'running', 'paused'].includes(each.state),
  )
  return (
    <>
      <Run run={run} event={event} onAgain={() => setNew(true)} />
      <PastRuns runs={runs.filter((each) => each !== run)} onShow={setChosen} />
      {mayStart && !isCancelling && (
        <div className={style.actions}>
          <Button look="line" onClick={() => setNew(true)}>
            {t('screen.another')}
          </Button>
        </div>
      )}
      {['approved', 'running', 'paused'].includes(run.state) && (
        <StickyActions phoneOnly>
          <PauseButton run={run} />
        </StickyActions>
      )}
    </>
  )
}

/** Refunds of all orders of an event: prepare, approve, follow, and finish by hand what cannot be sent. */
export function RefundsScreen() {
  const uuid = useRouteParam('uuid')
  const event = useEventHead(uuid)
  const runs = useRefundRuns(uuid)
  return (
    <Page>
      <PageHead eyebrow={event.data?.name} />
      <Stack gap="wide">
        <WhenLoaded query={runs}>
          {(loaded) => (
            <WhenLoaded query={event}>{(shown) => <Runs uuid={uuid} event={shown} runs={loaded} />}</WhenLoaded>
          )}
        </WhenLoaded>
      </Stack>
    </Page>
  )
}

import type { RefundRun } from '@kartis/contract/refund-runs.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { momentShortText, moneyText } from '@kartis/i18n/format.ts'
import { Button, buttonClass } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../../shared/links.tsx'
import { useSession } from '../../shared/session.ts'
import style from './refunds.module.css'
import { type Part, partsOf, returnedOf, RUN_STATES } from '../../shared/run-parts.ts'
import { useRunAct } from './use-refund-runs.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** Pauses a run that is under way, or goes on with a paused one; nothing for the others. */
export function PauseButton({ run }: { readonly run: RefundRun }) {
  const { t } = useTranslation('refund-runs')
  const { can } = useSession()
  const pause = useRunAct(run, 'pause')
  const resume = useRunAct(run, 'resume')
  if (!can['order.cancel']) return null
  if (run.state === 'paused')
    return (
      <Button
        icon={<IconPlayerPlay {...ICON} />}
        busy={resume.isPending}
        busyText={t('screen.progress.resuming')}
        onClick={() => resume.mutate()}
      >
        {t('screen.progress.resume')}
      </Button>
    )
  return run.state === 'running' || run.state === 'approved' ? (
    <Button
      look="line"
      icon={<IconPlayerPause {...ICON} />}
      busy={pause.isPending}
      busyText={t('screen.progress.pausing')}
      onClick={() => pause.mutate()}
    >
      {t('screen.progress.pause')}
    </Button>
  ) : null
}

/** The orders of a run by state as one bar; the list below it says the same in words. */
function Bar({ parts }: { readonly parts: readonly Part[] }) {
  return (
    <div className={style.bar} aria-hidden>
      {parts.map(({ state, tone, orders }) => {
        const share: CSSProperties & Record<'--orders', number> = { '--orders': orders }
        return <span key={state} data-state={tone} style={share} />
      })}
    </div>
  )
}

/** Why a run stands still, or what it waits for. */
function Remark({ run, parts }: { readonly run: RefundRun; readonly parts: readonly Part[] }) {
  const { t } = useTranslation('refund-runs')
  const lang = useLang()
  const has = (state: Part['state']) => parts.some((part) => part.state === state)
  if (run.state === 'paused')
    return (
      <Note state="warn">
        {t(run.pause_reason === 'event_published' ? 'screen.progress.paused_event' : 'screen.progress.paused_person')}
      </Note>
    )
  const { orders: waiting, amount } = run.waiting
  const isOver = run.state === 'finished' || run.state === 'finished_open'
  if (isOver && waiting > 0)
    return (
      <Note state="warn">
        {t('screen.progress.finished_waiting', {
          done: t('screen.progress.orders', { count: parts.find(({ state }) => state === 'done')?.orders ?? 0 }),
          waiting: t('screen.progress.orders', { count: waiting }),
          amount: moneyText(toAgorot(amount), lang),
        })}{' '}
        {has('manual') && t('screen.progress.finished_open')}
      </Note>
    )
  if (run.state === 'finished') return <Note state="good">{t('screen.progress.finished')}</Note>
  if (run.state === 'finished_open') return <Note state="warn">{t('screen.progress.finished_open')}</Note>
  if (has('waiting_funds')) return <Note state="warn">{t('screen.progress.funds')}</Note>
  if (has('unknown')) return <Note>{t('screen.progress.unknown')}</Note>
  return (
    <Note>
      {run.deadline && `${t('screen.progress.asks', { when: momentShortText(run.deadline, lang) })} `}
      {t('screen.progress.hint')}
    </Note>
  )
}

/** Refunds that the card company has refused for good go back by bank transfer: the way to those of this event. */
function TransfersLink({ run, parts }: { readonly run: RefundRun; readonly parts: readonly Part[] }) {
  const { t } = useTranslation('refund-runs')
  const { can } = useSession()
  const isRefused = parts.some(({ state, orders }) => (state === 'failed' || state === 'manual') && orders > 0)
  return isRefused || (run.waiting.orders > 0 && can['refund.transfer']) ? (
    <PathLink
      path={`/money/transfers?name=${encodeURIComponent(run.event_name)}`}
      className={buttonClass({ look: 'line' })}
    >
      {t('screen.progress.transfers')}
    </PathLink>
  ) : null
}

/** How much was returned, and where all other orders are. */
export function ProgressCard({ run }: { readonly run: RefundRun }) {
  const { t } = useTranslation('refund-runs')
  const lang = useLang()
  const parts = partsOf(run)
  const isLive = run.state === 'running' || run.state === 'approved'
  return (
    <Card
      title={t('screen.progress.title')}
      action={
        <Chip state={RUN_STATES[run.state]} live={isLive}>
          {t(`screen.run_state.${run.state}`)}
        </Chip>
      }
    >
      <Stack>
        <div className={style.sum}>
          <div>
            <p className={style.figure}>
              <Money shekels={returnedOf(run)} big />
            </p>
            <Soft small>
              {t('screen.progress.done')}{' '}
              {t('screen.progress.of', { amount: moneyText(toAgorot(run.preview.amount), lang) })}
            </Soft>
          </div>
          <div className={style.wideOnly}>
            <PauseButton run={run} />
          </div>
        </div>
        <Bar parts={parts} />
        <ul className={style.parts} aria-label={t('screen.progress.meter')}>
          {parts.map(({ state, tone, orders, amount }) => (
            <li key={state}>
              <span className={style.dot} data-state={tone} aria-hidden />
              <span>
                <b>{t(`state.${state}`)}</b>{' '}
                <span className={style.soft}>{t('screen.progress.orders', { count: orders })}</span>
              </span>
              <Money shekels={amount} ledger />
            </li>
          ))}
        </ul>
        <Remark run={run} parts={parts} />
        <TransfersLink run={run} parts={parts} />
      </Stack>
    </Card>
  )
}

import type { RefundRun } from '@kartis/contract/refund-runs.ts'
import { momentShortText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { RUN_STEPS, type RunStep, stepOf } from '../../shared/run-parts.ts'
import { Steps } from '../../shared/steps.tsx'

/** Preview, approval, refunds, summary: who did what, and what comes next. */
export function RunSteps({ run }: { readonly run: RefundRun }) {
  const { t } = useTranslation('refund-runs')
  const lang = useLang()
  const current = RUN_STEPS.indexOf(stepOf(run))
  const by = (name: string | null, at: string | null) =>
    name !== null && at !== null ? t('screen.steps.by', { name, when: momentShortText(at, lang) }) : ''
  const notes: Readonly<Record<RunStep, string>> = {
    preview: by(run.prepared_by, run.created_at),
    approve: by(run.approved_by, run.approved_at),
    run: '',
    end: run.finished_at ? momentShortText(run.finished_at, lang) : t('screen.steps.end_hint'),
  }
  const isOver = run.state === 'finished'
  return (
    <Steps
      steps={RUN_STEPS.map((step, place) => ({
        key: step,
        name: t(`screen.steps.${step}`),
        note: notes[step],
        isDone: place < current || isOver,
        isCurrent: place === current && !isOver,
      }))}
    />
  )
}

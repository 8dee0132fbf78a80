import { needsChoice, REFUND_RUN_KINDS, type RefundFees, type RefundRunKind } from '@kartis/domain/refund-run.ts'
import { REFUND_RUN } from '@kartis/domain/limits.ts'
import { dayIn, instantIn } from '@kartis/domain/zone.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { TextArea } from '@kartis/ui/components/text-field.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayField } from '../../shared/day-field.tsx'
import style from './refunds.module.css'
import { readDraft, useDraft } from '../../shared/use-draft.ts'
import { usePrepare } from './use-refund-runs.ts'

const HINTS = { cancelled: 'all_back', postponed: 'postponed', changed: 'changes', goodwill: 'goodwill' } as const

interface Plan {
  readonly kind: RefundRunKind | undefined
  readonly fees: RefundFees
  /** Until when buyers choose. */
  readonly day: string | null
  readonly message: string
}

const NO_PLAN: Plan = { kind: undefined, fees: 'return', day: null, message: '' }

interface Props {
  readonly uuid: string
  readonly timezone: string
  readonly onDone: () => void
}

/** What happened to the event, and how its buyers are refunded. Sends nothing; what is typed is there on the next visit. */
export function PrepareForm({ uuid, timezone, onDone }: Props) {
  const { t } = useTranslation('refund-runs')
  const [today] = useState(() => dayIn(timezone, new Date()))
  const draft = useDraft(`refund_run:${uuid}`)
  const [start] = useState(() => readDraft<Plan>(`refund_run:${uuid}`, NO_PLAN))
  const [{ kind, fees, day, message }, setPlan] = useState(start)
  const change = (part: Partial<Plan>) => {
    const plan = { kind, fees, day, message, ...part }
    setPlan(plan)
    draft.save(plan)
  }
  const prepare = usePrepare(uuid, () => {
    draft.drop()
    onDone()
  })
  const chooses = kind !== undefined && needsChoice(kind)
  const go = () => {
    if (kind === undefined) return
    prepare.mutate({
      kind,
      fees,
      message: message.trim(),
      ...(chooses && day !== null && { deadline: instantIn(timezone, day, '23:59').toISOString() }),
    })
  }
  return (
    <Card title={t('screen.prepare.title')}>
      <Stack gap="wide">
        <ChoicePills
          label={t('screen.kinds.label')}
          choices={REFUND_RUN_KINDS.map((value) => ({ value, label: t(`screen.kinds.${value}`) }))}
          value={kind}
          onChange={(next) => change({ kind: next })}
          {...(kind && { hint: t(`screen.kind_hint.${HINTS[kind]}`) })}
        />
        {kind !== undefined && (
          <ChoicePills
            label={t('screen.prepare.fees')}
            hint={t(fees === 'keep' ? 'screen.prepare.fees_hint_keep' : 'screen.prepare.fees_hint_return')}
            choices={[
              { value: 'return', label: t('screen.prepare.return') },
              { value: 'keep', label: t('screen.prepare.keep') },
            ]}
            value={fees}
            onChange={(next) => change({ fees: next })}
          />
        )}
        {chooses && (
          <DayField
            label={t('screen.prepare.deadline')}
            hint={t('screen.prepare.deadline_hint')}
            placeholder={t('screen.prepare.deadline_none')}
            clearText={t('screen.prepare.clear')}
            value={day}
            min={today}
            onChange={(next) => change({ day: next })}
          />
        )}
        {kind !== undefined && (
          <TextArea
            label={t('screen.prepare.message')}
            hint={t('screen.prepare.message_hint')}
            optional
            rows={3}
            maxLength={REFUND_RUN.maxMessageChars}
            value={message}
            onChange={(event) => change({ message: event.target.value })}
          />
        )}
        <Note>{t('screen.prepare.note')}</Note>
        <div className={style.actions}>
          <Button
            disabled={kind === undefined}
            busy={prepare.isPending}
            busyText={t('screen.prepare.going')}
            onClick={go}
          >
            {t('screen.prepare.go')}
          </Button>
        </div>
      </Stack>
    </Card>
  )
}

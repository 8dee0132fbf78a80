import type { RefundRun } from '@kartis/contract/refund-runs.ts'
import { CANCELLATION } from '@kartis/domain/limits.ts'
import { needsChoice } from '@kartis/domain/refund-run.ts'
import { dayLongText, momentShortText } from '@kartis/i18n/format.ts'
import { Avatar } from '@kartis/ui/components/avatar.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './refunds.module.css'
import { daysLeft, isOpen, returnedOf } from '../../shared/run-parts.ts'

const DAYS = Array.from({ length: CANCELLATION.refundWithinDays }, (_, day) => day)

/** How many of the fourteen days of the law are left. Nothing once everything was returned. */
export function ClockCard({ run }: { readonly run: RefundRun }) {
  const { t } = useTranslation('refund-runs')
  const lang = useLang()
  const { refund_due_at: due } = run
  const [now] = useState(() => new Date())
  if (!isOpen(run)) return null
  // No choice is open: either nobody has chosen a refund yet, or all who did have their money back.
  const still = returnedOf(run) > 0 ? 'refunded' : 'waiting'
  if (due === null)
    return needsChoice(run.kind) && run.approved_at !== null ? (
      <Card title={t('screen.clock.title')}>
        <Soft small>{t(`screen.clock.${still}`)}</Soft>
      </Card>
    ) : null
  const left = daysLeft(due, now)
  const isLate = left < 0
  const passed = DAYS.length - Math.max(0, left)
  return (
    <Card
      title={t('screen.clock.title')}
      action={<Chip state={isLate ? 'bad' : 'good'}>{t(isLate ? 'screen.clock.late' : 'screen.clock.on_time')}</Chip>}
    >
      <Stack>
        <p className={style.days}>
          {isLate ? t('screen.clock.over', { when: dayLongText(due, lang) }) : t('screen.clock.left', { count: left })}
        </p>
        <div
          className={style.cells}
          role="meter"
          aria-label={t('screen.clock.label')}
          aria-valuemin={0}
          aria-valuemax={DAYS.length}
          aria-valuenow={Math.min(DAYS.length, passed)}
        >
          {DAYS.map((day) => (
            <span key={day} data-passed={day < passed || undefined} />
          ))}
        </div>
        <Soft small>{t('screen.clock.text', { when: dayLongText(due, lang) })}</Soft>
      </Stack>
    </Card>
  )
}

/** Who prepared the run and who approved it. */
export function PeopleCard({ run }: { readonly run: RefundRun }) {
  const { t } = useTranslation('refund-runs')
  const lang = useLang()
  const people = [
    { act: 'prepared' as const, name: run.prepared_by, at: run.created_at },
    ...(run.approved_by !== null && run.approved_at !== null
      ? [{ act: 'approved' as const, name: run.approved_by, at: run.approved_at }]
      : []),
  ]
  return (
    <Card title={t('screen.people.title')}>
      <ul className={style.people}>
        {people.map(({ act, name, at }) => (
          <li key={act}>
            <Avatar name={name} tone="quiet" />
            <span>
              <b>
                <UserText>{name}</UserText>
              </b>
              <span className={style.soft}>{momentShortText(at, lang)}</span>
            </span>
            <Chip state={act === 'approved' ? 'good' : 'quiet'}>{t(`screen.people.${act}`)}</Chip>
          </li>
        ))}
      </ul>
    </Card>
  )
}

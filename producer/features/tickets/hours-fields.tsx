import { Button } from '@kartis/ui/components/button.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { instantOf, localText } from '../../shared/local-moment.ts'
import { areBackwards, type HoursDraft, NO_HOURS } from './gate-drafts.ts'
import style from './tickets.module.css'

interface HoursFieldsProps {
  /** Whose hours they are. */
  readonly name: string
  readonly zone: string
  readonly value: HoursDraft
  readonly onChange: (hours: HoursDraft) => void
}

/** Day and time of an instant in the event's zone, as the browser's field has them; both may be empty. */
const fieldText = (zone: string, instant: string): string => (instant === '' ? '' : localText(zone, new Date(instant)))
const instantText = (zone: string, local: string): string => instantOf(zone, local) ?? ''

/** From when to when a gate is open or a ticket type enters; hidden behind a button while there are none. */
export function HoursFields({ name, zone, value, onChange }: HoursFieldsProps) {
  const { t } = useTranslation('gate')
  const [isOpen, setIsOpen] = useState(value.opens !== '' || value.closes !== '')
  if (!isOpen)
    return (
      <Button
        look="bare"
        icon={<IconClock size={20} stroke={1.75} aria-hidden />}
        aria-label={t('hours.add_to', { name })}
        onClick={() => setIsOpen(true)}
      >
        {t('hours.add')}
      </Button>
    )
  return (
    <div className={style.hours} role="group" aria-label={t('hours.of', { name })}>
      <TextField
        label={t('hours.opens')}
        optional
        type="datetime-local"
        value={fieldText(zone, value.opens)}
        onChange={(field) => onChange({ ...value, opens: instantText(zone, field.target.value) })}
      />
      <TextField
        label={t('hours.closes')}
        optional
        type="datetime-local"
        error={areBackwards(value) && t('hours.backwards')}
        value={fieldText(zone, value.closes)}
        onChange={(field) => onChange({ ...value, closes: instantText(zone, field.target.value) })}
      />
      <Button
        look="bare"
        aria-label={t('hours.remove_of', { name })}
        onClick={() => {
          setIsOpen(false)
          onChange(NO_HOURS)
        }}
      >
        {t('hours.remove')}
      </Button>
    </div>
  )
}

import { Button } from '@kartis/ui/components/button.tsx'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { instantOf, lacksTime, localText } from '../../shared/local-moment.ts'
import { MomentField } from '../../shared/moment-field.tsx'
import { hoursWrong, type HoursDraft, NO_HOURS } from './gate-drafts.ts'
import style from './tickets.module.css'

interface HoursFieldsProps {
  /** Whose hours they are. */
  readonly name: string
  readonly zone: string
  readonly value: HoursDraft
  readonly onChange: (hours: HoursDraft) => void
}

/** The times of days that are chosen first. */
const USUAL = { opens: '18:00', closes: '23:00' } as const

/** Day and time of an instant in the event's zone, as the field has them. What lacks a part stays as it is. */
const fieldText = (zone: string, instant: string): string =>
  instant === '' || lacksTime(instant) ? instant : localText(zone, new Date(instant))
const instantText = (zone: string, local: string): string => instantOf(zone, local) ?? local

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
      <MomentField
        label={t('hours.opens')}
        timeLabel={t('hours.opens_time')}
        placeholder={t('hours.any')}
        clearText={t('hours.any')}
        usualTime={USUAL.opens}
        value={fieldText(zone, value.opens)}
        onChange={(opens) => onChange({ ...value, opens: instantText(zone, opens) })}
      />
      <MomentField
        label={t('hours.closes')}
        timeLabel={t('hours.closes_time')}
        placeholder={t('hours.any')}
        clearText={t('hours.any')}
        usualTime={USUAL.closes}
        {...(value.opens !== '' && { min: fieldText(zone, value.opens) })}
        error={hoursWrong(value) === 'backwards' && t('hours.backwards')}
        value={fieldText(zone, value.closes)}
        onChange={(closes) => onChange({ ...value, closes: instantText(zone, closes) })}
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

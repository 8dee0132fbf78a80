import { FREED_SEATS, type FreedSeats } from '@kartis/domain/seats.ts'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { useTranslation } from 'react-i18next'

interface FreedChoiceProps {
  /** How many seats become free. */
  readonly count: number
  readonly value: FreedSeats
  readonly onChange: (value: FreedSeats) => void
}

/** What becomes of the seats that moved holders leave; said before anything changes. */
export function FreedChoice({ count, value, onChange }: FreedChoiceProps) {
  const { t } = useTranslation('seating')
  return (
    <ChoicePills
      label={t('move.freed.label', { count })}
      hint={t(`move.freed.${value}_hint`)}
      choices={FREED_SEATS.map((freed) => ({ value: freed, label: t(`move.freed.${freed}`) }))}
      value={value}
      onChange={onChange}
    />
  )
}

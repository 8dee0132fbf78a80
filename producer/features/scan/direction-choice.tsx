import { GATE_DIRECTIONS, type GateDirection } from '@kartis/domain/re-entry.ts'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { useTranslation } from 'react-i18next'

/** Whether the next scan is of somebody who comes or who goes. */
export function DirectionChoice({
  value,
  onChange,
}: {
  readonly value: GateDirection
  readonly onChange: (direction: GateDirection) => void
}) {
  const { t } = useTranslation('gate')
  return (
    <ChoicePills
      label={t('exit.label')}
      quietLabel
      choices={GATE_DIRECTIONS.map((direction) => ({ value: direction, label: t(`exit.${direction}`) }))}
      value={value}
      onChange={onChange}
    />
  )
}

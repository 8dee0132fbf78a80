import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { laneNumber, storeLane } from '../../shared/check-in/device.ts'
import { laneChosen } from '../../shared/check-in/use-gate-contact.ts'

/** No lane. */
const NONE = '-'

interface LaneFieldProps {
  /** How many lanes the event has. */
  readonly lanes: number
  readonly onChosen?: (() => void) | undefined
}

/** The lane of this device, which is stored on it. */
export function LaneField({ lanes, onChosen }: LaneFieldProps) {
  const { t } = useTranslation('gate')
  const [lane, setLane] = useState(laneNumber)
  return (
    <SelectField
      label={t('lanes.choose')}
      hint={t('lanes.hint')}
      placeholder={t('lanes.none')}
      options={[
        { value: NONE, label: t('lanes.none') },
        ...Array.from({ length: lanes }, (_, place) => ({
          value: String(place + 1),
          label: t('lanes.lane', { lane: place + 1 }),
        })),
      ]}
      value={lane !== null && lane <= lanes ? String(lane) : NONE}
      onChange={(event) => {
        const chosen = event.target.value === NONE ? null : Number(event.target.value)
        setLane(chosen)
        storeLane(chosen)
        laneChosen()
        onChosen?.()
      }}
    />
  )
}

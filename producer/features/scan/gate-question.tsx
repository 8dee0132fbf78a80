import type { Event } from '@kartis/contract/events.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasChosenGate, chooseGate } from '../../shared/check-in/device.ts'
import { gatesOfEvent } from '../../shared/check-in/gates-of-event.ts'
import { isAtGate } from '../../shared/storage.ts'

interface GateQuestionProps {
  readonly event: Pick<Event, 'uuid' | 'settings' | 'seat_gates'>
  /** The only gate of this device, which nobody changes. */
  readonly fixedGate: string | undefined
  readonly onChosen: () => void
}

/** Asks a phone that joined before the event had gates, or whose gate it has no more, at which of them it stands. */
export function GateQuestion({ event, fixedGate, onChosen }: GateQuestionProps) {
  const { t } = useTranslation('gate-devices')
  const [isLater, setIsLater] = useState(false)
  const { uuid } = event
  const gates = gatesOfEvent(event)
  // Members choose in the settings of their phone, of which several events may be today.
  const isNeeded = isAtGate() && fixedGate === undefined && gates.length > 1 && !hasChosenGate(uuid, gates)
  const choose = (gate: string) => {
    chooseGate(uuid, gate)
    onChosen()
  }
  return (
    <Dialog open={isNeeded && !isLater} onClose={() => setIsLater(true)} title={t('join.gate')}>
      <Stack>
        <Soft>{t('gate_question')}</Soft>
        {gates.map((gate) => (
          <Button key={gate} look="line" full onClick={() => choose(gate)}>
            <UserText>{gate}</UserText>
          </Button>
        ))}
        <Button look="bare" full onClick={() => choose('')}>
          {t('join.gate_any')}
        </Button>
      </Stack>
    </Dialog>
  )
}

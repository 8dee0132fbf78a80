import { buttonClass } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { SwitchRow } from '@kartis/ui/components/switch-row.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  gateName,
  hasAutoTorch,
  hasSound,
  hasTracking,
  storeAutoTorch,
  storeGateName,
  storeSound,
  storeTracking,
} from '../../shared/check-in/device.ts'
import { PathLink } from '../../shared/links.tsx'
import { LaneField } from './lane-field.tsx'
import type { ListedCamera } from './use-cameras.ts'

/** No name of a gate has one character that is a hyphen alone. */
const NO_GATE = '-'

export interface DeviceOptionsProps {
  /** Among which the gate of this device is chosen. */
  readonly gates: readonly string[]
  /** Where gates are added, for those who may. */
  readonly gatesPath?: string | undefined
  /** The only gate of this device; then there is nothing to choose. */
  readonly fixedGate?: string | undefined
  /** How many lanes the event has; 0 without any. */
  readonly lanes: number
  readonly cameras: readonly ListedCamera[]
  readonly choice: string
  readonly onChoice: (choice: string) => void
}

/** Settings of this device: camera, gate, sound and tracking. Stored on the device. */
export function DeviceOptions({ gates, gatesPath, fixedGate, lanes, cameras, choice, onChoice }: DeviceOptionsProps) {
  const { t } = useTranslation(['scan', 'gate'])
  const [gate, setGate] = useState(gateName)
  const [sound, setSound] = useState(hasSound)
  // A gate that this event does not have, of another evening, would be sent with every scan.
  const isForeign = fixedGate === undefined && gate !== '' && !gates.includes(gate)
  useEffect(() => {
    if (isForeign) storeGateName('')
  }, [isForeign])
  const [tracking, setTracking] = useState(hasTracking)
  const [autoTorch, setAutoTorch] = useState(hasAutoTorch)
  const options = [
    { value: 'rear', label: t('cameras.rear') },
    { value: 'front', label: t('cameras.front') },
    ...cameras.map(({ id, label }, index) => ({
      value: id,
      label: label === '' ? t('cameras.nameless', { number: index + 1 }) : label,
    })),
  ]
  return (
    <Card title={t('options.title')}>
      <Stack>
        <SelectField
          label={t('camera')}
          placeholder={t('cameras.choose')}
          options={options}
          value={options.some(({ value }) => value === choice) ? choice : 'rear'}
          onChange={(event) => onChoice(event.target.value)}
        />
        {fixedGate === undefined && gates.length > 0 && (
          <SelectField
            label={t('gate:gates.choose')}
            options={[
              { value: NO_GATE, label: t('gate:gates.any') },
              ...gates.map((name) => ({ value: name, label: name })),
            ]}
            placeholder={t('gate:gates.any')}
            hint={t('options.gate_hint')}
            value={gates.includes(gate) ? gate : NO_GATE}
            onChange={(event) => {
              const chosen = event.target.value === NO_GATE ? '' : event.target.value
              setGate(chosen)
              storeGateName(chosen)
            }}
          />
        )}
        {fixedGate === undefined && gates.length === 0 && (
          <div>
            <Soft small>{t(gatesPath === undefined ? 'options.no_gates' : 'options.no_gates_yet')}</Soft>
            {gatesPath !== undefined && (
              <PathLink path={gatesPath} className={buttonClass({ look: 'bare' })}>
                {t('options.add_gates')}
              </PathLink>
            )}
          </div>
        )}
        {lanes > 0 && <LaneField lanes={lanes} />}
        <SwitchRow
          label={t('options.sound')}
          hint={t('options.sound_hint')}
          checked={sound}
          onChange={(on) => {
            setSound(on)
            storeSound(on)
          }}
        />
        <SwitchRow
          label={t('options.auto_torch')}
          hint={t('options.auto_torch_hint')}
          checked={autoTorch}
          onChange={(on) => {
            setAutoTorch(on)
            storeAutoTorch(on)
          }}
        />
        <SwitchRow
          label={t('options.tracking')}
          hint={t('options.tracking_hint')}
          checked={tracking}
          onChange={(on) => {
            setTracking(on)
            storeTracking(on)
          }}
        />
      </Stack>
    </Card>
  )
}

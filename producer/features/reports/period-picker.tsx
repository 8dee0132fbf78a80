import { type Period, PERIOD_PRESETS, type PeriodPreset, presetPeriod } from '@kartis/domain/period.ts'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Pair } from '@kartis/ui/components/layout.tsx'
import { useTranslation } from 'react-i18next'
import { DayField } from '../../shared/day-field.tsx'
import type { PeriodQuery } from './use-reports.ts'

export type ChosenPeriod =
  | { readonly preset: PeriodPreset }
  | { readonly preset: 'custom'; readonly from: string; readonly to: string }

export const periodQueryOf = (chosen: ChosenPeriod, today: string): PeriodQuery =>
  chosen.preset === 'custom' ? { from: chosen.from, to: chosen.to } : presetPeriod(chosen.preset, today)

/** Period presets as pills, with two date fields for a custom period. */
export function PeriodPicker({
  chosen,
  shown,
  onChoose,
}: {
  readonly chosen: ChosenPeriod
  /** The shown period: the start of a custom one. */
  readonly shown: Period
  readonly onChoose: (chosen: ChosenPeriod) => void
}) {
  const { t } = useTranslation('reports')
  const custom = (from: string, to: string) => onChoose({ preset: 'custom', from, to: to < from ? from : to })
  return (
    <>
      <ChoicePills
        label={t('period.label')}
        quietLabel
        scroll
        choices={[...PERIOD_PRESETS, 'custom' as const].map((value) => ({ value, label: t(`period.${value}`) }))}
        value={chosen.preset}
        onChange={(preset) => (preset === 'custom' ? custom(shown.from, shown.to) : onChoose({ preset }))}
      />
      {chosen.preset === 'custom' && (
        <Pair>
          <DayField
            label={t('period.from')}
            placeholder={t('period.choose')}
            value={chosen.from}
            onChange={(day) => day !== null && custom(day, chosen.to)}
          />
          <DayField
            label={t('period.to')}
            placeholder={t('period.choose')}
            value={chosen.to}
            min={chosen.from}
            onChange={(day) => day !== null && custom(chosen.from, day)}
          />
        </Pair>
      )}
    </>
  )
}

import { ORPHAN_RULES, PICK_RULES, type SeatRules } from '@kartis/domain/seats.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import style from './seating.module.css'

/** Five seats of each rule: taken, mine, the single one, and what the rule says of it. */
const SEATS = {
  off: ['taken', 'mine', 'mine', 'single', 'taken'],
  gentle: ['free', 'free', 'moved', 'mine', 'mine'],
  strict: ['taken', 'mine', 'mine', 'refused', 'taken'],
} as const

interface OrphanRulesProps {
  readonly value: SeatRules['orphans']
  readonly onChange: (value: SeatRules['orphans']) => void
  /** Where the chosen rule cannot hold. */
  readonly children?: ReactNode
}

/** What becomes of a choice that leaves a single free seat. */
export function OrphanRules({ value, onChange, children }: OrphanRulesProps) {
  const { t } = useTranslation('seating')
  const name = useId()
  return (
    <Card title={t('orphans.title')}>
      <p className={style.sub}>{t('orphans.text')}</p>
      <fieldset className={style.rules}>
        <legend className="visually-hidden">{t('orphans.title')}</legend>
        {ORPHAN_RULES.map((rule) => (
          <label key={rule} className={style.rule}>
            <span>
              <input type="radio" name={name} checked={rule === value} onChange={() => onChange(rule)} />
              <b>{t(`orphans.${rule}`)}</b>
            </span>
            <span className={style.orphans} aria-hidden>
              {SEATS[rule].map((look, index) => (
                <i key={index} data-look={look} />
              ))}
            </span>
            <small>{t(`orphans.${rule}_text`)}</small>
          </label>
        ))}
      </fieldset>
      {children}
      <p className={style.small}>{t('orphans.note')}</p>
    </Card>
  )
}

interface PickRulesProps {
  readonly value: SeatRules['pick']
  readonly onChange: (value: SeatRules['pick']) => void
}

/** How buyers choose. */
export function PickRules({ value, onChange }: PickRulesProps) {
  const { t } = useTranslation('seating')
  return (
    <Card title={t('pick.title')}>
      <ChoicePills
        label={t('pick.title')}
        quietLabel
        hint={t(`pick.${value}_text`)}
        choices={[...PICK_RULES].reverse().map((rule) => ({ value: rule, label: t(`pick.${rule}`) }))}
        value={value}
        onChange={onChange}
      />
    </Card>
  )
}

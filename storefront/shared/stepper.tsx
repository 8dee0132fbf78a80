import { Icon } from './icon.tsx'
import css from './stepper.module.css'

interface Props {
  readonly value: number
  readonly min: number
  readonly max: number
  /** Accessible names. */
  readonly label: string
  readonly less: string
  readonly more: string
  readonly onChange: (by: 1 | -1) => void
}

/** A number that is made smaller or larger by one. */
export const Stepper = ({ value, min, max, label, less, more, onChange }: Props) => (
  <div className={css.stepper} role="group" aria-label={label}>
    <button type="button" aria-label={less} disabled={value <= min} onClick={() => onChange(-1)}>
      <Icon name="minus" />
    </button>
    <output aria-live="polite">{value}</output>
    <button type="button" aria-label={more} disabled={value >= max} onClick={() => onChange(1)}>
      <Icon name="plus" />
    </button>
  </div>
)

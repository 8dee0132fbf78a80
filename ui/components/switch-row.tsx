import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import style from './switch-row.module.css'

export interface SwitchRowProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}

/** A setting that takes effect at once: text at the start, switch at the end; the whole row toggles it. */
export function SwitchRow({ label, hint, checked, onChange, disabled }: SwitchRowProps) {
  const id = useId()
  return (
    <label className={style.row}>
      <span className={style.text}>
        <span>{label}</span>
        {hint !== undefined && (
          <span className={style.hint} id={id}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className={style.switch}
        checked={checked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : id}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}

/** A consent or a choice that is sent with a form: box at the start, text after it. */
export function CheckRow({ label, hint, checked, onChange, disabled }: SwitchRowProps) {
  return (
    <label className={classNames(style.row, style.first)}>
      <input
        type="checkbox"
        className={style.box}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={style.text}>
        <span>{label}</span>
        {hint !== undefined && <span className={style.hint}>{hint}</span>}
      </span>
    </label>
  )
}

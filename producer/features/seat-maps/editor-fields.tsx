import { type ReactNode, useId, useState } from 'react'
import style from './editor.module.css'

interface NumberFieldProps {
  readonly label: string
  /** Undefined: the selected parts differ. */
  readonly value: number | undefined
  readonly onChange: (value: number) => void
  readonly min: number
  readonly max: number
  readonly unit?: string
  readonly step?: number
}

/** A small number with its unit; what cannot be read is not applied. */
export function NumberField({ label, value, onChange, min, max, unit, step = 1 }: NumberFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const apply = (text: string): void => {
    setTyped(text)
    const number = Number(text)
    if (text.trim() !== '' && Number.isFinite(number) && number >= min && number <= max) onChange(number)
  }
  return (
    <label className={style.miniField} htmlFor={id}>
      <span>{label}</span>
      <span className={style.numberBox}>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          dir="ltr"
          min={min}
          max={max}
          step={step}
          value={typed ?? (value === undefined ? '' : Math.round(value * 100) / 100)}
          placeholder={value === undefined ? '–' : undefined}
          onChange={({ target }) => apply(target.value)}
          onBlur={() => setTyped(undefined)}
        />
        {unit !== undefined && <i>{unit}</i>}
      </span>
    </label>
  )
}

interface LineFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly maxLength: number
  readonly placeholder?: string
  /** An empty text is not applied. */
  readonly required?: boolean
}

/** One line of text in the inspector. */
export function LineField({ label, value, onChange, maxLength, placeholder, required = false }: LineFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  return (
    <label className={style.miniField} htmlFor={id}>
      <span>{label}</span>
      <span className={style.numberBox}>
        <input
          id={id}
          type="text"
          maxLength={maxLength}
          placeholder={placeholder}
          value={typed ?? value}
          onChange={({ target }) => {
            setTyped(target.value)
            if (!required || target.value.trim() !== '') onChange(target.value)
          }}
          onBlur={() => setTyped(undefined)}
        />
      </span>
    </label>
  )
}

interface SegmentsProps<V extends string> {
  readonly label: string
  readonly options: readonly { readonly value: V; readonly label: ReactNode }[]
  readonly value: V | undefined
  readonly onChange: (value: V) => void
}

/** A single choice in one line. */
export function Segments<V extends string>({ label, options, value, onChange }: SegmentsProps<V>) {
  const name = useId()
  return (
    <fieldset className={style.segments}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** The name of a key, as it is printed on it. */
export function Key({ name }: { readonly name: string }) {
  return <kbd className={style.kbd}>{name}</kbd>
}

/** A part of a panel with a title. */
export function Pane({ title, action, children }: { title?: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={style.pane}>
      {(title !== undefined || action !== undefined) && (
        <div className={style.paneHead}>
          <h2>{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  )
}

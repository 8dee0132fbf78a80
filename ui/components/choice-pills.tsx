import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '../class-names.ts'
import style from './choice-pills.module.css'
import { FieldMessage } from './field.tsx'

export interface Choice<V extends string> {
  readonly value: V
  readonly label: ReactNode
  /** A figure beside the label: how many there are. */
  readonly count?: ReactNode
  readonly disabled?: boolean
}

interface PillsTexts {
  /** The question. */
  readonly label: ReactNode
  /** For screen readers only: a filter row needs no heading. */
  readonly quietLabel?: boolean
  readonly hint?: ReactNode
  readonly error?: ReactNode
  /** One line that scrolls on a phone instead of wrapping. */
  readonly scroll?: boolean
  /** On a desktop the lines are balanced, so that none holds a single pill. */
  readonly even?: boolean
  /** On a phone the pills share the width and wrap where their texts need more: tabs that are all in sight. */
  readonly fill?: boolean
}

export interface ChoicePillsProps<V extends string> extends PillsTexts {
  readonly choices: readonly Choice<V>[]
  readonly value: V | undefined
  readonly onChange: (value: V) => void
}

/** A single choice: a radio group shown as pills. */
export function ChoicePills<V extends string>({ choices, value, onChange, ...texts }: ChoicePillsProps<V>) {
  const name = useId()
  return (
    <Pills {...texts} chosen={value}>
      {choices.map((choice) => (
        <Pill
          key={choice.value}
          choice={choice}
          type="radio"
          name={name}
          checked={choice.value === value}
          onToggle={() => onChange(choice.value)}
        />
      ))}
    </Pills>
  )
}

export interface ManyPillsProps<V extends string> extends PillsTexts {
  readonly choices: readonly Choice<V>[]
  readonly value: readonly V[]
  readonly onChange: (value: V[]) => void
  /** The remaining pills are disabled once this many are chosen. */
  readonly max?: number
}

/** A multiple choice: checkboxes shown as pills. */
export function ManyPills<V extends string>({ choices, value, onChange, max = Infinity, ...texts }: ManyPillsProps<V>) {
  const name = useId()
  return (
    <Pills {...texts}>
      {choices.map((choice) => {
        const chosen = value.includes(choice.value)
        const toggle = () =>
          onChange(chosen ? value.filter((selected) => selected !== choice.value) : [...value, choice.value])
        return (
          <Pill
            key={choice.value}
            choice={{ ...choice, disabled: choice.disabled === true || (!chosen && value.length >= max) }}
            type="checkbox"
            name={name}
            checked={chosen}
            onToggle={toggle}
          />
        )
      })}
    </Pills>
  )
}

/** Pixels between the chosen pill and the edge it is scrolled to. */
const EDGE = 16

function Pills({
  label,
  quietLabel = false,
  hint,
  error,
  scroll = false,
  even = false,
  fill = false,
  chosen,
  children,
}: PillsTexts & { readonly chosen?: string | undefined; readonly children: ReactNode }) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  // a choice preset by the URL may be outside the visible part on a phone
  useEffect(() => {
    const held = scroll ? row.current?.querySelector(`[value="${CSS.escape(chosen ?? '')}"]`)?.parentElement : null
    if (!row.current || !held) return
    const [shown, pill] = [row.current.getBoundingClientRect(), held.getBoundingClientRect()]
    const beyond = pill.left < shown.left ? pill.left - shown.left : Math.max(0, pill.right - shown.right)
    if (beyond !== 0) row.current.scrollLeft += beyond + Math.sign(beyond) * EDGE
  }, [scroll, chosen])
  const wrong = error !== undefined && error !== null && error !== '' && error !== false
  const hasMessage = wrong || hint !== undefined
  return (
    <fieldset aria-describedby={hasMessage ? id : undefined}>
      <legend className={quietLabel ? 'visually-hidden' : style.legend}>{label}</legend>
      <div
        ref={row}
        className={classNames(style.pills, scroll && style.scroll, even && style.even, fill && style.fill)}
      >
        {children}
      </div>
      {hasMessage && (
        <div className={style.message}>
          <FieldMessage id={id} hint={hint} error={wrong ? error : undefined} />
        </div>
      )}
    </fieldset>
  )
}

interface PillProps {
  readonly choice: Choice<string>
  readonly type: 'radio' | 'checkbox'
  readonly name: string
  readonly checked: boolean
  readonly onToggle: () => void
}

function Pill({ choice, type, name, checked, onToggle }: PillProps) {
  return (
    <label className={style.pill}>
      <input
        type={type}
        name={name}
        value={choice.value}
        checked={checked}
        disabled={choice.disabled}
        onChange={onToggle}
      />
      {choice.label}
      {choice.count !== undefined && <span className={style.count}>{choice.count}</span>}
    </label>
  )
}

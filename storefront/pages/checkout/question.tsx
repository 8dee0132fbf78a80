import { FORM } from '@kartis/domain/limits.ts'
import { numberBounds, typedNumber } from '@kartis/domain/form.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Field, fieldProps, wrongText } from '../../shared/field.tsx'
import css from '../../shared/field.module.css'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { FileAnswer } from './file-answer.tsx'
import own from './checkout.module.css'
import type { Question as QuestionOf, Value } from './questions.ts'
import type { Answers } from './use-answers.ts'

interface Props {
  readonly question: QuestionOf
  readonly answers: Answers
  readonly upload: { readonly order: string; readonly token: string }
}

interface InputProps {
  readonly question: QuestionOf
  readonly value: Value
  readonly set: (value: Value) => void
  readonly onLeave: () => void
  readonly wrong: string | undefined
}

const textOf = (value: Value): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const INPUTS = {
  text: { type: 'text', dir: 'auto', mode: undefined },
  phone: { type: 'tel', dir: 'ltr', mode: 'tel' },
  email: { type: 'email', dir: 'ltr', mode: 'email' },
  number: { type: 'text', dir: 'ltr', mode: 'decimal' },
  date: { type: 'date', dir: undefined, mode: undefined },
} as const

const Line = ({ question, value, set, onLeave, wrong }: InputProps) => {
  const input = INPUTS[question.field.type as keyof typeof INPUTS]
  const read = (text: string): string =>
    question.field.type === 'number' ? typedNumber(text, { negative: numberBounds(question.field).min < 0 }) : text
  return (
    <input
      {...fieldProps(question.id, wrong, question.field.description)}
      type={input.type}
      dir={input.dir}
      inputMode={input.mode}
      required={question.field.required}
      maxLength={2000}
      value={textOf(value)}
      onChange={(change) => set(read(change.target.value))}
      onBlur={onLeave}
    />
  )
}

const Range = ({ question, value, set, wrong }: InputProps) => {
  const { t } = usePageContext()
  const { min, max } = question.field
  const low = min ?? 0
  const high = max ?? 100
  return (
    <span className={own.range}>
      <input
        {...fieldProps(question.id, wrong, question.field.description)}
        type="range"
        min={low}
        max={high}
        value={value === undefined ? low : Number(value)}
        onChange={(change) => set(Number(change.target.value))}
        onPointerUp={(up) => set(Number(up.currentTarget.value))}
      />
      <output className={parts.num} htmlFor={question.id}>
        {value === undefined
          ? t('checkout.questions.range', { min: low, max: high })
          : t('checkout.questions.range_value', { value: Number(value) })}
      </output>
    </span>
  )
}

/** An option as the buyer reads it; the answer is the option itself. */
const labelOf = ({ field }: QuestionOf, index: number): string =>
  field.option_labels[index] ?? field.options[index] ?? ''

const Choice = ({ question, value, set }: InputProps) => {
  const { t } = usePageContext()
  const { name, options, required } = question.field
  const mayBeCleared = !required && options.some((option) => option === value)
  return (
    <div className={parts.line}>
      {options.map((option, index) => {
        const on = value === option
        return (
          <label key={option} className={on ? `${parts.pick} ${parts.on} ${own.pick}` : `${parts.pick} ${own.pick}`}>
            <input
              type="radio"
              className={parts.unseen}
              name={question.id}
              checked={on}
              required={required}
              onChange={() => set(option)}
            />
            {on && <Icon name="check" />}
            <UserText>{labelOf(question, index)}</UserText>
          </label>
        )
      })}
      {mayBeCleared && (
        <button
          type="button"
          className={`${parts.btn} ${parts.textButton} ${parts.compact}`}
          aria-label={t('checkout.questions.clear_of', { name })}
          // Empty rather than absent: an earlier answer of the order must not come back.
          onClick={() => set('')}
        >
          {t('checkout.questions.clear')}
        </button>
      )}
    </div>
  )
}

const List = ({ question, value, set, wrong }: InputProps) => {
  const { t } = usePageContext()
  return (
    <span className={css.select}>
      <select
        {...fieldProps(question.id, wrong, question.field.description)}
        value={textOf(value)}
        required={question.field.required}
        onChange={(change) => set(change.target.value)}
      >
        <option value="">{t('checkout.questions.choose')}</option>
        {question.field.options.map((option, index) => (
          <option key={option} value={option} dir="auto">
            {labelOf(question, index)}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  )
}

const Several = ({ question, value, set }: InputProps) => {
  const chosen = Array.isArray(value) ? (value as readonly string[]) : []
  return (
    <div className={parts.line}>
      {question.field.options.map((option, index) => {
        const on = chosen.includes(option)
        return (
          <label key={option} className={on ? `${parts.pick} ${parts.on} ${own.pick}` : `${parts.pick} ${own.pick}`}>
            <input
              type="checkbox"
              className={parts.unseen}
              checked={on}
              onChange={() => set(on ? chosen.filter((each) => each !== option) : [...chosen, option])}
            />
            {on && <Icon name="check" />}
            <UserText>{labelOf(question, index)}</UserText>
          </label>
        )
      })}
    </div>
  )
}

const Tick = ({ question, value, set, wrong }: InputProps) => {
  const { t } = usePageContext()
  return (
    <label className={css.tick}>
      <input
        {...fieldProps(`${question.id}-tick`, wrong)}
        type="checkbox"
        checked={value === true}
        required={question.field.required}
        onChange={(change) => set(change.target.checked)}
      />
      <span>{t('checkout.questions.yes')}</span>
    </label>
  )
}

/** One of the organiser's questions, with the input of its type. */
export const Question = ({ question, answers, upload }: Props) => {
  const { t } = usePageContext()
  const { field, id } = question
  const reason = answers.wrong[id]
  const wrong =
    reason === 'out_of_range' || reason === 'too_small' || reason === 'too_big'
      ? t('checkout.wrong.between', numberBounds(field))
      : wrongText(t, reason)
  const props: InputProps = {
    question,
    value: answers.valueOf(id),
    set: (value) => answers.setValue(id, value),
    onLeave: () => answers.onLeave(id),
    wrong,
  }
  const open = field.type === 'select' && field.options.length <= FORM.maxButtons
  const group = open || field.type === 'checkboxes' || field.type === 'checkbox'
  return (
    <Field
      id={id}
      label={field.name}
      hint={field.description}
      wrong={wrong}
      optional={!field.required}
      group={group}
      wide={group || field.type === 'file'}
    >
      {field.type in INPUTS && <Line {...props} />}
      {field.type === 'range' && <Range {...props} />}
      {field.type === 'select' && (open ? <Choice {...props} /> : <List {...props} />)}
      {field.type === 'checkboxes' && <Several {...props} />}
      {field.type === 'checkbox' && <Tick {...props} />}
      {field.type === 'file' && <FileAnswer {...props} upload={upload} />}
    </Field>
  )
}

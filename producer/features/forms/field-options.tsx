import { Button, IconButton } from '@kartis/ui/components/button.tsx'
import { FieldMessage } from '@kartis/ui/components/field.tsx'
import { FORM } from '@kartis/domain/limits.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import style from './form-edit.module.css'

interface FieldOptionsProps {
  readonly options: readonly string[]
  readonly error: string | undefined
  readonly onChange: (options: string[]) => void
  readonly onRemove: (index: number) => void
}

/** One line per option; Enter moves to the next line or adds one. */
export function FieldOptions({ options, error, onChange, onRemove }: FieldOptionsProps) {
  const { t } = useTranslation('forms')
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const focus = (index: number) => requestAnimationFrame(() => list.current?.querySelectorAll('input')[index]?.focus())
  const add = () => {
    onChange([...options, ''])
    focus(options.length)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (index < options.length - 1) focus(index + 1)
    else if (options.length < FORM.maxOptions) add()
  }
  return (
    <fieldset aria-describedby={id}>
      <legend className={style.legend}>{t('field.options')}</legend>
      <div className={style.options} ref={list}>
        {options.map((option, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines are identified by their position alone
          <div key={index} className={style.option}>
            <input
              aria-label={t('field.option', { place: index + 1 })}
              aria-invalid={error !== undefined || undefined}
              placeholder={t('field.option', { place: index + 1 })}
              maxLength={200}
              autoComplete="off"
              value={option}
              onChange={(event) => onChange(options.map((item, at) => (at === index ? event.target.value : item)))}
              onKeyDown={(event) => press(event, index)}
            />
            <IconButton
              bare
              label={t('field.option_remove', { place: index + 1 })}
              disabled={options.length === 1}
              onClick={() => onRemove(index)}
            >
              <IconX size={18} stroke={1.75} aria-hidden />
            </IconButton>
          </div>
        ))}
      </div>
      <div className={style.message}>
        <FieldMessage id={id} hint={t('field.options_hint')} error={error} />
      </div>
      {options.length < FORM.maxOptions && (
        <Button look="bare" icon={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={add}>
          {t('field.option_add')}
        </Button>
      )}
    </fieldset>
  )
}

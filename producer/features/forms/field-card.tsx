import { BOUNDED_TYPES, FIELD_TYPES, OPTION_TYPES, typedNumber } from '@kartis/domain/form.ts'
import { FORM } from '@kartis/domain/limits.ts'
import { Button, IconButton } from '@kartis/ui/components/button.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Pair, Row, Stack } from '@kartis/ui/components/layout.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { SwitchRow } from '@kartis/ui/components/switch-row.tsx'
import { TextArea, TextField } from '@kartis/ui/components/text-field.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconAlertCircle, IconArrowDown, IconArrowUp, IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DragHandle } from '../../shared/drag-handle.tsx'
import type { Sorting } from '../../shared/use-sorting.ts'
import { FieldIcon } from './field-icon.tsx'
import { FieldOptions } from './field-options.tsx'
import { type FieldValues, withoutOption, withType } from './form-values.ts'
import style from './form-edit.module.css'

interface FieldCardProps {
  readonly field: FieldValues
  readonly index: number
  readonly total: number
  readonly open: boolean
  readonly errors: Readonly<Record<string, string>>
  readonly handle: ReturnType<Sorting['handle']>
  readonly onToggle: () => void
  readonly onStep: (by: 1 | -1) => void
  readonly onChange: (field: FieldValues) => void
  readonly onRemove: () => void
}

/** One question: a line with a drag handle; its settings show when it is open or invalid. */
export function FieldCard({ field, index, total, errors, handle, onToggle, onStep, ...props }: FieldCardProps) {
  const { t } = useTranslation('forms')
  const id = useId()
  const name = field.name.trim() || t('field.untitled')
  const wrong = Object.keys(errors).length > 0
  const open = props.open || wrong
  return (
    <section className={style.field} data-wrong={wrong || undefined}>
      <div className={style.line}>
        <DragHandle label={t('field.drag', { name, place: index + 1, total })} handle={handle} />
        <button type="button" className={style.toggle} aria-expanded={open} aria-controls={id} onClick={onToggle}>
          <FieldIcon type={field.type} />
          <span>
            <b data-empty={field.name.trim() === '' || undefined}>
              <UserText>{name}</UserText>
            </b>
            <small>
              {t(`types.${field.type}`)}
              {field.required && ` · ${t('field.required_mark')}`}
            </small>
          </span>
          {wrong ? (
            <IconAlertCircle size={20} stroke={1.75} role="img" aria-label={t('field.wrong')} />
          ) : (
            <IconChevronDown size={20} stroke={1.75} aria-hidden />
          )}
        </button>
      </div>
      {open && (
        <div id={id} className={style.body}>
          <FieldFields field={field} errors={errors} onChange={props.onChange} />
          <Row apart>
            <Row>
              <IconButton label={`${t('field.up')}: ${name}`} disabled={index === 0} onClick={() => onStep(-1)}>
                <IconArrowUp size={20} stroke={1.75} aria-hidden />
              </IconButton>
              <IconButton
                label={`${t('field.down')}: ${name}`}
                disabled={index === total - 1}
                onClick={() => onStep(1)}
              >
                <IconArrowDown size={20} stroke={1.75} aria-hidden />
              </IconButton>
            </Row>
            <RemoveField field={field} onRemove={props.onRemove} />
          </Row>
        </div>
      )}
    </section>
  )
}

function RemoveField({ field, onRemove }: Pick<FieldCardProps, 'field' | 'onRemove'>) {
  const { t } = useTranslation('forms')
  const remove = async () => {
    // a saved question may have answers
    const yes =
      field.uuid === undefined ||
      (await confirm({
        title: t('field.remove_ask.title'),
        text: t('field.remove_ask.text'),
        action: t('field.remove_ask.action'),
        danger: true,
      }))
    if (yes) onRemove()
  }
  return (
    <Button look="bare" icon={<IconTrash size={18} stroke={1.75} aria-hidden />} onClick={() => void remove()}>
      {t('field.remove')}
    </Button>
  )
}

function FieldFields({ field, errors, onChange }: Pick<FieldCardProps, 'field' | 'errors' | 'onChange'>) {
  const { t } = useTranslation('forms')
  const set = (change: Partial<FieldValues>) => onChange({ ...field, ...change })
  return (
    <Stack gap="wide">
      <TextField
        label={t('field.name')}
        placeholder={t('field.name_example')}
        maxLength={FORM.maxNameChars}
        autoComplete="off"
        value={field.name}
        error={errors['name']}
        onChange={(event) => set({ name: event.target.value })}
      />
      <SelectField
        label={t('field.type')}
        placeholder={t('field.choose')}
        options={FIELD_TYPES.map((type) => ({ value: type, label: t(`types.${type}`) }))}
        value={field.type}
        onChange={(event) => {
          const type = FIELD_TYPES.find((item) => item === event.target.value)
          if (type) onChange(withType(field, type))
        }}
      />
      {OPTION_TYPES.includes(field.type) && (
        <FieldOptions
          options={field.options}
          error={errors['options']}
          onChange={(options) => set({ options })}
          onRemove={(index) => onChange(withoutOption(field, index))}
        />
      )}
      {BOUNDED_TYPES.includes(field.type) && (
        <Pair>
          {(['min', 'max'] as const).map((bound) => (
            <TextField
              key={bound}
              label={t(`field.${bound}`)}
              optional={field.type === 'number'}
              inputMode="decimal"
              dir="ltr"
              autoComplete="off"
              value={field[bound]}
              error={errors[bound]}
              onChange={(event) => set({ [bound]: typedNumber(event.target.value, { negative: true }) })}
            />
          ))}
        </Pair>
      )}
      <TextArea
        label={t('field.description')}
        optional
        rows={2}
        maxLength={1000}
        value={field.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <SwitchRow label={t('field.required')} checked={field.required} onChange={(required) => set({ required })} />
      <TextField
        label={t('field.advanced')}
        hint={t('field.advanced_hint')}
        optional
        dir="ltr"
        maxLength={60}
        autoComplete="off"
        autoCapitalize="off"
        value={field.advanced}
        error={errors['advanced']}
        onChange={(event) => set({ advanced: event.target.value })}
      />
    </Stack>
  )
}

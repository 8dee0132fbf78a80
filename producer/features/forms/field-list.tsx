import { FIELD_TYPES, type FieldType } from '@kartis/domain/form.ts'
import { FORM } from '@kartis/domain/limits.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { FieldMessage } from '@kartis/ui/components/field.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSorting } from '../../shared/use-sorting.ts'
import { FieldCard } from './field-card.tsx'
import { FieldIcon } from './field-icon.tsx'
import { type FieldValues, newField } from './form-values.ts'
import style from './form-edit.module.css'

interface FieldListProps {
  readonly fields: readonly FieldValues[]
  readonly errorsOf: (index: number) => Readonly<Record<string, string>>
  readonly error: ReactNode
  readonly onChange: (fields: FieldValues[]) => void
}

/** The questions in order; one is open at a time. */
export function FieldList({ fields, errorsOf, error, onChange }: FieldListProps) {
  const { t } = useTranslation('forms')
  const [open, setOpen] = useState<string | undefined>(fields.length === 1 ? fields[0]?.key : undefined)
  const keys = fields.map(({ key }) => key)
  const sorting = useSorting(keys, (next) =>
    onChange(next.flatMap((key) => fields.filter((field) => field.key === key))),
  )
  return (
    <Stack>
      <h2>{t('edit.questions')}</h2>
      {fields.length === 0 && !error && <Soft>{t('edit.no_fields')}</Soft>}
      {error && <FieldMessage id="fields-message" error={error} />}
      <ol className={style.fields}>
        {sorting.order.map((key, shown) => {
          const index = keys.indexOf(key)
          const field = fields[index]
          if (!field) return null
          return (
            <li key={key} ref={sorting.item(key)} data-dragged={sorting.dragged === key || undefined}>
              <FieldCard
                field={field}
                index={shown}
                total={fields.length}
                open={open === key && sorting.dragged === undefined}
                errors={errorsOf(index)}
                handle={sorting.handle(key)}
                onToggle={() => setOpen(open === key ? undefined : key)}
                onStep={(by) => sorting.step(key, by)}
                onChange={(next) => onChange(fields.map((item) => (item.key === key ? next : item)))}
                onRemove={() => onChange(fields.filter((item) => item.key !== key))}
              />
            </li>
          )
        })}
      </ol>
      {fields.length < FORM.maxFields && (
        <AddField
          onAdd={(type) => {
            const field = newField(type)
            onChange([...fields, field])
            setOpen(field.key)
          }}
        />
      )}
    </Stack>
  )
}

function AddField({ onAdd }: { readonly onAdd: (type: FieldType) => void }) {
  const { t } = useTranslation('forms')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button look="line" full icon={<IconPlus size={20} stroke={1.75} aria-hidden />} onClick={() => setAsking(true)}>
        {t('edit.add')}
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={t('edit.choose')}>
        <div className={style.types}>
          {FIELD_TYPES.map((type) => (
            <button
              key={type}
              type="button"
              className={style.type}
              onClick={() => {
                setAsking(false)
                onAdd(type)
              }}
            >
              <FieldIcon type={type} />
              {t(`types.${type}`)}
            </button>
          ))}
        </div>
      </Dialog>
    </>
  )
}

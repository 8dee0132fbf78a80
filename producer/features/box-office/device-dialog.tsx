import { createRegister, type Register, updateRegister } from '@kartis/contract/registers.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { fieldErrorsOf } from '../../shared/field-errors.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import type { ShownCode } from './code-dialog.tsx'
import { invalidateRegister } from './register-queries.ts'

interface DeviceDialogProps {
  /** Undefined: a new register. */
  readonly device: Register | undefined
  readonly terminals: readonly string[]
  readonly onClose: () => void
  readonly onCode: (code: ShownCode) => void
}

const SERVICES = ['sale', 'scan', 'pickup'] as const
const CASH_ONLY = '-'

/** A register's name, branch, service and terminal. */
export function DeviceDialog({ device, terminals, onClose, onCode }: DeviceDialogProps) {
  const { t, i18n } = useTranslation('box-office')
  const queries = useQueryClient()
  const form = useId()
  const [values, setValues] = useState({
    label: device?.label ?? '',
    branch: device?.branch ?? '',
    service: device?.service ?? ('sale' as Register['service']),
    terminal: device ? device.terminal : (terminals[0] ?? null),
    reader: device?.reader ?? '',
  })
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }))
  const save = useMutation({
    mutationFn: async () => {
      if (device) return api(updateRegister, { params: { uuid: device.uuid }, body: values })
      const { data } = await api(createRegister, { body: values })
      onCode({ name: data.device.label, ...data.pairing })
      return data
    },
    onSuccess: async () => {
      await invalidateRegister(queries)
      onClose()
    },
  })
  const errors = save.error ? fieldErrorsOf(i18n, save.error) : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={device ? device.label : t('tills.add')}
      locked={save.isPending}
      actions={
        <Button type="submit" form={form} busy={save.isPending}>
          {t('tills.save')}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Stack>
          <TextField
            label={t('tills.label')}
            error={errors['label']}
            maxLength={60}
            value={values.label}
            onChange={(event) => set({ label: event.target.value })}
          />
          <TextField
            label={t('tills.branch')}
            hint={t('tills.branch_hint')}
            error={errors['branch']}
            maxLength={60}
            value={values.branch}
            onChange={(event) => set({ branch: event.target.value })}
          />
          <ChoicePills
            label={t('tills.service')}
            choices={SERVICES.map((value) => ({ value, label: t(`tills.services.${value}`) }))}
            value={values.service}
            onChange={(service) => set({ service })}
          />
          <SelectField
            label={t('tills.terminal')}
            error={errors['terminal']}
            placeholder={t('tills.terminal')}
            options={[
              ...terminals.map((value) => ({ value, label: value })),
              { value: CASH_ONLY, label: t('tills.cash_only') },
            ]}
            value={values.terminal ?? CASH_ONLY}
            onChange={(event) => set({ terminal: event.target.value === CASH_ONLY ? null : event.target.value })}
          />
          {values.terminal !== null && (
            <TextField
              label={t('tills.reader')}
              optional
              dir="ltr"
              maxLength={40}
              value={values.reader}
              onChange={(event) => set({ reader: event.target.value })}
            />
          )}
        </Stack>
      </form>
    </Dialog>
  )
}

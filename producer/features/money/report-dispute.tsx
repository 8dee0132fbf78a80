import { reportDispute } from '@kartis/contract/disputes.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { withLatinDigits } from '@kartis/domain/phone.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/day-field.tsx'
import { fieldErrorsOf, reasonText } from '../../shared/field-errors.ts'
import { readPrice } from '../../shared/typed-numbers.ts'
import { useMutation } from '../../shared/use-mutation.ts'

type Report = BodyIn<typeof reportDispute>
type Field = 'order_number' | 'last4' | 'reference' | 'amount' | 'reason'

const EMPTY: Readonly<Record<Field, string>> = { order_number: '', last4: '', reference: '', amount: '', reason: '' }

/** Notes a notice of the own acquirer, and leads to the dispute. */
export function ReportDispute() {
  const { t } = useTranslation('disputes')
  const [open, setOpen] = useState(false)
  const form = useId()
  const [busy, setBusy] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="line" onClick={() => setOpen(true)}>
        {t('screen.report.open')}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        locked={busy}
        title={t('screen.report.title')}
        actions={
          <Button type="submit" form={form} full busy={busy} busyText={t('screen.report.going')}>
            {t('screen.report.go')}
          </Button>
        }
      >
        {open && <ReportForm id={form} onBusy={setBusy} onDone={close} />}
      </Dialog>
    </>
  )
}

interface FormProps {
  readonly id: string
  readonly onBusy: (busy: boolean) => void
  readonly onDone: () => void
}

function ReportForm({ id, onBusy, onDone }: FormProps) {
  const { t, i18n } = useTranslation('disputes')
  const [typed, setTyped] = useState(EMPTY)
  const [deadline, setDeadline] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  const refuse = (wrong: Record<string, string>): void => {
    flushSync(() => setErrors(wrong))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const reporting = useReport(onBusy, onDone, refuse)
  const field = (name: Field) => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      setTyped((before) => ({ ...before, [name]: target.value }))
      setErrors(({ [name]: _mended, ...others }) => others)
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const amount = typed.amount.trim() === '' ? undefined : readPrice(typed.amount)
    const digits = (name: Field): string => withLatinDigits(typed[name]).trim()
    const wrong: Record<string, string> = {
      ...(typeof amount === 'string' && { amount: reasonText(i18n, amount) }),
      ...(!/^\d{1,15}$/.test(digits('order_number')) && {
        order_number: reasonText(i18n, digits('order_number') === '' ? 'required' : 'not_a_number'),
      }),
      ...(typed.reference.trim() === '' && { reference: reasonText(i18n, 'required') }),
    }
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setErrors({})
    reporting.mutate({
      order_number: digits('order_number'),
      reference: typed.reference,
      reason: typed.reason,
      ...(digits('last4') !== '' && { last4: digits('last4') }),
      ...(typeof amount === 'number' && { amount: toShekels(amount) }),
      ...(deadline !== null && { deadline }),
    })
  }
  const number = { dir: 'ltr', inputMode: 'numeric', autoComplete: 'off' } as const
  return (
    <form ref={form} id={id} onSubmit={submit} noValidate>
      <Stack>
        <Soft>{t('screen.report.text')}</Soft>
        <TextField label={t('screen.report.order')} {...number} maxLength={15} {...field('order_number')} />
        <TextField label={t('screen.report.reference')} dir="auto" maxLength={60} {...field('reference')} />
        <TextField label={t('screen.report.last4')} optional {...number} maxLength={4} {...field('last4')} />
        <TextField
          label={t('screen.report.amount')}
          hint={t('screen.report.amount_hint')}
          optional
          unit="₪"
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          {...field('amount')}
        />
        <DayField
          label={t('screen.report.deadline')}
          placeholder={t('screen.report.deadline_none')}
          clearText={t('screen.report.deadline_clear')}
          optional
          value={deadline}
          error={errors['deadline']}
          onChange={setDeadline}
        />
        <TextField label={t('screen.report.reason')} optional dir="auto" maxLength={200} {...field('reason')} />
      </Stack>
    </form>
  )
}

const useReport = (
  onBusy: (busy: boolean) => void,
  onDone: () => void,
  onErrors: (errors: Record<string, string>) => void,
) => {
  const { t, i18n } = useTranslation('disputes')
  const queries = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: (body: Report) => api(reportDispute, { body }),
    onMutate: () => onBusy(true),
    onSuccess: async ({ data }) => {
      showToast({ state: 'good', text: t('screen.report.done') })
      onDone()
      await queries.invalidateQueries({ queryKey: ['money'] })
      router.history.push(`/money/disputes/${data.uuid}`)
    },
    onError: (error) => onErrors(fieldErrorsOf(i18n, error)),
    onSettled: () => onBusy(false),
  })
}

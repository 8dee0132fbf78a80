import { type DisputableCharge, reportDispute } from '@kartis/contract/disputes.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { withLatinDigits } from '@kartis/domain/phone.ts'
import { momentShortText, moneyText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/day-field.tsx'
import { fieldErrorsOf, reasonText } from '../../shared/field-errors.ts'
import { focusFirst } from '../../shared/focus-first.ts'
import { readPrice } from '../../shared/typed-numbers.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { useDisputableCharges } from './use-disputes.ts'

type Report = BodyIn<typeof reportDispute>

interface Notice {
  readonly order_number: string
  readonly last4: string
  /** The charge itself, where the order has several. */
  readonly payment_uuid: string
  readonly reference: string
  readonly amount: string
  readonly reason: string
  readonly deadline: string | null
}

const EMPTY: Notice = {
  order_number: '',
  last4: '',
  payment_uuid: '',
  reference: '',
  amount: '',
  reason: '',
  deadline: null,
}

const digitsIn = (text: string): string => withLatinDigits(text).trim()

/** More than any order comes to. */
const MAX_AGOROT = 1_000_000_000_00

const amountIn = ({ amount }: Notice) => (amount.trim() === '' ? undefined : readPrice(amount, MAX_AGOROT))

const reportOf = (notice: Notice): Report => {
  const [last4, amount] = [digitsIn(notice.last4), amountIn(notice)]
  return {
    order_number: digitsIn(notice.order_number),
    reference: notice.reference,
    reason: notice.reason,
    ...(notice.payment_uuid === '' ? last4 !== '' && { last4 } : { payment_uuid: notice.payment_uuid }),
    ...(typeof amount === 'number' && { amount: toShekels(amount) }),
    ...(notice.deadline !== null && { deadline: notice.deadline }),
  }
}

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

/** What tells the charges of an order apart: sum, time, card, instalments and what was refunded. */
const useChargeText = () => {
  const { t } = useTranslation('disputes')
  const lang = useLang()
  return ({ amount, refunded_amount: refunded, last4, paid_at: at, installments }: DisputableCharge): string =>
    [
      moneyText(toAgorot(amount), lang),
      ...(at === null ? [] : [momentShortText(at, lang)]),
      ...(last4 === null ? [] : [t('screen.report.card', { last4 })]),
      ...(installments > 1 ? [t('screen.report.installments', { count: installments })] : []),
      ...(refunded > 0 ? [t('screen.report.refunded', { amount: moneyText(toAgorot(refunded), lang) })] : []),
    ].join(' · ')
}

interface FormProps {
  readonly id: string
  readonly onBusy: (busy: boolean) => void
  readonly onDone: () => void
}

function ReportForm({ id, onBusy, onDone }: FormProps) {
  const { t, i18n } = useTranslation('disputes')
  const wrong = (reason: Parameters<typeof reasonText>[1]) => reasonText(i18n, reason)
  const chargeText = useChargeText()
  const [number, setNumber] = useState('')
  const charges = useDisputableCharges(number).data ?? []
  const [charge] = charges
  const form = useForm<Notice>({
    mode: 'controlled',
    initialValues: EMPTY,
    validate: {
      order_number: (text) =>
        /^\d{1,15}$/.test(digitsIn(text)) ? null : wrong(digitsIn(text) === '' ? 'required' : 'not_a_number'),
      last4: (text) => (/^(?:\d{4})?$/.test(digitsIn(text)) ? null : wrong('not_a_number')),
      payment_uuid: (uuid) => (charges.length > 1 && uuid === '' ? t('screen.report.charge_required') : null),
      reference: (text) => (text.trim() === '' ? wrong('required') : null),
      amount: (_text, notice) => {
        const amount = amountIn(notice)
        return typeof amount === 'string' ? wrong(amount) : null
      },
    },
  })
  const reporting = useReport(onBusy, onDone, (errors) => {
    // Shows the charges also where the number was never left.
    setNumber(digitsIn(form.values.order_number))
    form.setErrors(errors)
    focusFirst(form, errors)
  })
  const submit = form.onSubmit(
    (notice) => reporting.mutate(reportOf(notice)),
    (errors) => focusFirst(form, errors),
  )
  const digits = { dir: 'ltr', inputMode: 'numeric', autoComplete: 'off' } as const
  return (
    <form id={id} onSubmit={submit} noValidate>
      <Stack>
        <Soft>{t('screen.report.text')}</Soft>
        <TextField
          label={t('screen.report.order')}
          {...digits}
          {...form.getInputProps('order_number')}
          onBlur={({ target }) => {
            setNumber(digitsIn(target.value))
            if (digitsIn(target.value) !== number) form.setFieldValue('payment_uuid', '')
          }}
        />
        {charges.length > 1 && (
          <SelectField
            label={t('screen.report.charge')}
            hint={t('screen.report.charge_hint')}
            placeholder={t('screen.report.charge_choose')}
            options={charges.map((charge) => ({ value: charge.payment_uuid, label: chargeText(charge) }))}
            {...form.getInputProps('payment_uuid')}
          />
        )}
        {charge && charges.length === 1 && <Soft small>{chargeText(charge)}</Soft>}
        <TextField
          label={t('screen.report.reference')}
          dir="auto"
          maxLength={60}
          {...form.getInputProps('reference')}
        />
        {charges.length === 0 && (
          <TextField label={t('screen.report.last4')} optional {...digits} {...form.getInputProps('last4')} />
        )}
        <TextField
          label={t('screen.report.amount')}
          hint={t('screen.report.amount_hint')}
          optional
          unit="₪"
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('amount')}
        />
        <DayField
          label={t('screen.report.deadline')}
          placeholder={t('screen.report.deadline_none')}
          clearText={t('screen.report.deadline_clear')}
          optional
          value={form.values.deadline}
          error={form.errors['deadline']}
          onChange={(day) => form.setFieldValue('deadline', day)}
        />
        <TextField
          label={t('screen.report.reason')}
          optional
          dir="auto"
          maxLength={200}
          {...form.getInputProps('reason')}
        />
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

import type { Coupon } from '@kartis/contract/coupons.ts'
import { COUPON_KINDS } from '@kartis/domain/coupon.ts'
import { COUPON } from '@kartis/domain/limits.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { ChoicePills, ManyPills } from '@kartis/ui/components/choice-pills.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CountField } from '../../shared/count-field.tsx'
import { focusFirstError } from '../../shared/focus-first-error.ts'
import { fieldErrorsOf, reasonTexts } from '../../shared/field-errors.ts'
import { TimeWindowCard } from '../../shared/time-window-card.tsx'
import { pastEnd } from '../../shared/time-window.ts'
import { useFormDraft } from '../../shared/use-draft.ts'
import { useLeaveGuard } from '../../shared/use-leave-guard.ts'
import { useDeleteCoupon, useSaveCoupon, useCouponTypes } from './coupon-queries.ts'
import style from './coupons.module.css'
import { bodyOf, type CouponValues, inFormNames, NEW_COUPON, reasonsFor, valuesOf } from './coupon-values.ts'
import { VALIDATE_ON_BLUR } from '../../shared/validate-on-blur.ts'

interface CouponFormProps {
  readonly event: string
  readonly zone: string
  readonly coupon: Coupon | undefined
}

type Form = UseFormReturnType<CouponValues>

export function CouponForm({ event, zone, coupon }: CouponFormProps) {
  const { t } = useTranslation('coupons')
  const { form, submit, saving, leave } = useCouponForm({ event, zone, coupon })
  const remove = useRemoval(event, leave)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="wide">
        <Worth form={form} event={event} />
        <Card title={t('edit.limits')}>
          <div className={style.limits}>
            <CountField
              label={t('edit.max_uses')}
              hint={t('edit.max_uses_hint')}
              optional
              {...form.getInputProps('max_uses')}
              value={form.values.max_uses}
            />
            <CountField
              label={t('edit.max_tickets')}
              hint={t('edit.max_tickets_hint')}
              optional
              {...form.getInputProps('max_tickets')}
              value={form.values.max_tickets}
            />
          </div>
        </Card>
        <TimeWindowCard
          form={form}
          opensAt="00:00"
          title={t('edit.window')}
          text={t('edit.window_text')}
          texts="coupons"
        />
      </Stack>
      <StickyActions>
        <Button type="submit" size="big" busy={saving} busyText={t('edit.saving')}>
          {coupon ? t('edit.save') : t('edit.create')}
        </Button>
        {coupon && (
          <Button look="bare" disabled={saving} onClick={() => void remove(coupon)}>
            {t('edit.delete')}
          </Button>
        )}
      </StickyActions>
    </form>
  )
}

/** The code, its value and the ticket types. */
function Worth({ form, event }: { readonly form: Form; readonly event: string }) {
  const { t } = useTranslation('coupons')
  const types = useCouponTypes(event)
  const { kind } = form.values
  return (
    <Card>
      <Stack gap="wide">
        <TextField
          label={t('edit.code')}
          hint={t('edit.code_hint')}
          placeholder={t('edit.code_example')}
          maxLength={COUPON.maxCodeChars}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.getInputProps('code')}
        />
        <ChoicePills
          label={t('edit.kind')}
          hint={t(`edit.${kind}_hint`)}
          choices={COUPON_KINDS.map((value) => ({ value, label: t(`edit.${value}`) }))}
          value={kind}
          onChange={(value) => form.setFieldValue('kind', value)}
        />
        <TextField
          label={t(`edit.value_${kind}`)}
          hint={kind === 'percent' ? t('edit.value_percent_hint') : undefined}
          unit={kind === 'percent' ? '%' : '₪'}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          {...form.getInputProps('value')}
        />
        {(types.data?.length ?? 0) > 1 && (
          <ManyPills
            label={t('edit.types')}
            hint={t('edit.types_hint')}
            error={form.errors['types']}
            choices={(types.data ?? []).map(({ uuid, name }) => ({ value: uuid, label: <UserText>{name}</UserText> }))}
            value={form.values.types}
            onChange={(value) => form.setFieldValue('types', value)}
          />
        )}
      </Stack>
    </Card>
  )
}

const useRemoval = (event: string, leave: () => void) => {
  const { t } = useTranslation('coupons')
  const deleting = useDeleteCoupon(event)
  return async ({ uuid, code }: Coupon): Promise<void> => {
    const yes = await confirm({
      title: t('delete.title', { code }),
      text: t('delete.text'),
      action: t('delete.action'),
      danger: true,
    })
    if (!yes) return
    try {
      await deleting.mutateAsync(uuid)
    } catch {
      return // a toast has shown why
    }
    showToast({ state: 'good', text: t('delete.done') })
    leave()
  }
}

/** A new coupon is stored as a draft while it is typed; an existing one asks before unsaved changes are left. */
const useCouponForm = ({ event, zone, coupon }: CouponFormProps) => {
  const { t, i18n } = useTranslation(['coupons', 'validation'])
  const router = useRouter()
  const save = useSaveCoupon(event, coupon)
  const leave = () => router.history.push(`/events/${event}/coupons`, undefined, { ignoreBlocker: true })
  const { start, keep, drop, guards } = useFormDraft(`coupon:${event}`, coupon && valuesOf(coupon, zone), NEW_COUPON)
  const form = useForm<CouponValues>({
    mode: 'controlled',
    initialValues: start,
    onValuesChange: keep,
    ...VALIDATE_ON_BLUR,
    validate: (values) =>
      reasonTexts(i18n, {
        ...pastEnd(zone, values, new Date(), coupon && valuesOf(coupon, zone)),
        ...reasonsFor(values, zone, (coupon?.used ?? 0) + (coupon?.held ?? 0)),
      }),
  })
  const store = async (values: CouponValues): Promise<boolean> => {
    try {
      await save.mutateAsync(bodyOf(values, zone))
    } catch (error) {
      form.setErrors(fieldErrorsOf(i18n, error, inFormNames))
      return false
    }
    drop()
    showToast({ state: 'good', text: coupon ? t('coupons:edit.saved') : t('coupons:edit.created') })
    return true
  }
  const submit = form.onSubmit(async (values) => {
    if (await store(values)) leave()
  }, focusFirstError)
  useLeaveGuard({
    dirty: guards && form.isDirty() && !save.isSuccess,
    save: async () => {
      if (!form.validate().hasErrors) return store(form.values)
      focusFirstError()
      return false
    },
  })
  return { form, submit, saving: save.isPending, leave }
}

import { Card } from '@kartis/ui/parts/card.tsx'
import { Soft, Stack } from '@kartis/ui/parts/layout.tsx'
import { TimeField } from '@kartis/ui/parts/time-field.tsx'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { DayField } from '../../shared/day-field.tsx'
import type { CouponValues } from './coupon-values.ts'
import style from './coupons.module.css'

/** From when until when the coupon is valid; an hour is asked for only with a day. */
export function CouponWindow({ form }: { readonly form: UseFormReturnType<CouponValues> }) {
  const { t } = useTranslation('coupons')
  const { from_day: fromDay, from_time: fromTime, until_day: untilDay, until_time: untilTime } = form.values
  return (
    <Card title={t('edit.window')}>
      <Stack gap="wide">
        <Soft small>{t('edit.window_text')}</Soft>
        <div className={style.moment}>
          <div className={style.day}>
            <DayField
              label={t('edit.from_day')}
              placeholder={t('edit.from_now')}
              clearText={t('edit.clear')}
              value={fromDay}
              error={form.errors['from_day']}
              onChange={(day) => form.setValues({ from_day: day, from_time: day === null ? '' : fromTime || '00:00' })}
            />
          </div>
          {fromDay !== null && (
            <div className={style.hour}>
              <TimeField label={t('edit.from_time')} {...form.getInputProps('from_time')} value={fromTime} />
            </div>
          )}
        </div>
        <div className={style.moment}>
          <div className={style.day}>
            <DayField
              label={t('edit.until_day')}
              placeholder={t('edit.until_end')}
              clearText={t('edit.clear')}
              value={untilDay}
              least={fromDay ?? undefined}
              error={form.errors['until_day']}
              onChange={(day) => {
                form.setValues({ until_day: day, until_time: day === null ? '' : untilTime || '23:59' })
                form.clearFieldError('until_day')
              }}
            />
          </div>
          {untilDay !== null && (
            <div className={style.hour}>
              <TimeField label={t('edit.until_time')} {...form.getInputProps('until_time')} value={untilTime} />
            </div>
          )}
        </div>
      </Stack>
    </Card>
  )
}

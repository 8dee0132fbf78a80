import type { Event, EventSettings } from '@kartis/contract/events.ts'
import { CART } from '@kartis/domain/limits.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { SwitchRow } from '@kartis/ui/components/switch-row.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useTranslation } from 'react-i18next'
import { CountForm } from './count-form.tsx'
import { FIRST_LIMIT, type PhoneLimit, readLimit, readOrderLimit } from './sale-limits.ts'
import { useSaveSaleSettings } from './ticket-queries.ts'

/** How many tickets an order may have, and how phones count at the sale. A switch is saved at once, a number with its button. */
export function SaleLimitsCard({ event }: { readonly event: Event }) {
  const { t } = useTranslation('tickets')
  const saved = event.settings?.limit_per_phone ?? null
  const saving = useSaveSaleSettings(event.uuid)
  const save = (limit: PhoneLimit): void =>
    saving.mutate(
      { limit_per_phone: limit },
      {
        onSuccess: () =>
          showToast({ state: 'good', text: t(limit === null ? 'phone_limit.off' : 'phone_limit.saved') }),
      },
    )
  const perOrder = event.settings?.order_limit ?? null
  const saveOrderLimit = (limit: number | null): void =>
    saving.mutate(
      { order_limit: limit },
      {
        onSuccess: () =>
          showToast({ state: 'good', text: t(limit === null ? 'order_limit.off' : 'phone_limit.saved') }),
      },
    )
  // Without a setting, orders with a sum to pay accept phones of other countries.
  const foreign = event.settings?.foreign_phones ?? null
  const switches = [
    ['verify_before_hold', event.settings?.verify_before_hold === true, (on) => ({ verify_before_hold: on })],
    ['foreign_phones', foreign !== false, (on) => ({ foreign_phones: on ? null : false })],
    ['foreign_phones_free', foreign === true, (on) => ({ foreign_phones: on ? true : null })],
  ] as const satisfies readonly (readonly [string, boolean, (on: boolean) => EventSettings])[]
  const on = saved !== null && saved !== false
  return (
    <Card title={t('order_limit.title')}>
      <Stack>
        <CountForm
          key={`order ${perOrder}`}
          label={t('order_limit.label')}
          hint={t('order_limit.hint', { limit: CART.orderLimit })}
          wrong={t('order_limit.wrong', { most: CART.maxOrderLimit })}
          save={t('phone_limit.save')}
          saved={perOrder === null ? '' : String(perOrder)}
          isValid={(text) => readOrderLimit(text) !== undefined}
          busy={saving.isPending}
          onSave={(text) => saveOrderLimit(readOrderLimit(text) ?? null)}
        />
        <SwitchRow
          label={t('phone_limit.label')}
          hint={t('phone_limit.hint')}
          checked={on}
          disabled={saving.isPending}
          onChange={(checked) => save(checked ? FIRST_LIMIT : null)}
        />
        {on && (
          <CountForm
            key={String(saved)}
            label={t('phone_limit.count')}
            hint={t('phone_limit.count_hint')}
            wrong={t('phone_limit.wrong')}
            save={t('phone_limit.save')}
            saved={saved === true ? '' : String(saved)}
            isValid={(text) => readLimit(text) !== undefined}
            busy={saving.isPending}
            onSave={(text) => save(readLimit(text) ?? true)}
          />
        )}
        {switches
          .filter(([name]) => name !== 'foreign_phones_free' || foreign !== false)
          .map(([name, checked, settings]) => (
            <SwitchRow
              key={name}
              label={t(`phone_limit.${name}.label`)}
              hint={t(`phone_limit.${name}.hint`)}
              checked={checked}
              disabled={saving.isPending}
              onChange={(next) =>
                saving.mutate(settings(next), {
                  onSuccess: () => showToast({ state: 'good', text: t(`phone_limit.${name}.${next ? 'on' : 'off'}`) }),
                })
              }
            />
          ))}
      </Stack>
    </Card>
  )
}

import type { GateOrder } from '@kartis/contract/admission.ts'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { useTranslation } from 'react-i18next'

/** How many of an order are inside. */
export function Inside({ order }: { readonly order: GateOrder }) {
  const { t } = useTranslation('gate')
  const valid = order.tickets.filter(({ status }) => status === 'valid').length
  if (valid === 0) return <Chip state="bad">{t('search.cancelled')}</Chip>
  const entered = order.tickets.filter(
    ({ status, redemption }) => status === 'valid' && redemption === 'redeemed',
  ).length
  if (entered === 0) return <Chip>{t('search.outside')}</Chip>
  if (entered === valid) return <Chip state="good">{t('search.all_inside', { count: valid })}</Chip>
  return <Chip state="accent">{t('search.inside', { count: entered, total: valid })}</Chip>
}

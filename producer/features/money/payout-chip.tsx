import type { PayoutState } from '@kartis/domain/payout-state.ts'
import { Chip, type ChipProps } from '@kartis/ui/components/chip.tsx'
import { useTranslation } from 'react-i18next'

/** Green has arrived, blue is on its way, amber waits for a person, red came back. */
const PAYOUT_TONES: Readonly<Record<PayoutState, NonNullable<ChipProps['state']>>> = {
  draft: 'warn',
  approved: 'info',
  exported: 'info',
  sent: 'info',
  confirmed: 'good',
  returned: 'bad',
}

type Shown = { readonly state: NonNullable<ChipProps['state']>; readonly text: string }

/** The state of a payout in words, with its tone; `reissued`: it came back and was issued again. */
export const usePayoutState = (): ((status: PayoutState, reissued?: boolean) => Shown) => {
  const { t } = useTranslation(['money', 'states'])
  return (status, reissued = false) =>
    reissued
      ? { state: 'warn', text: t('money:payouts.reissued') }
      : { state: PAYOUT_TONES[status], text: t(`states:payout.${status}`) }
}

export function PayoutChip({
  status,
  reissued = false,
}: {
  readonly status: PayoutState
  readonly reissued?: boolean
}) {
  const { state, text } = usePayoutState()(status, reissued)
  return <Chip state={state}>{text}</Chip>
}

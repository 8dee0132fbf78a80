import type { Event } from '@kartis/contract/events.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import { type FeePayer, serviceFeeOn } from '@kartis/domain/service-fee.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { termsOf } from './net-of-ticket.ts'
import { useFeeContract, useSaveSaleSettings } from './ticket-queries.ts'

interface FeePayerCardProps {
  readonly event: Event
  readonly tickets: readonly TicketType[]
}

/** Who bears the service fee. Saved at once; where it changes prices that buyers see, after a question that names one. */
export function FeePayerCard({ event, tickets }: FeePayerCardProps) {
  const { t } = useTranslation('tickets')
  const saving = useSaveSaleSettings(event.uuid)
  const changed = useChangedPrice(event.uuid, tickets)
  const saved = event.settings?.fee_payer ?? 'producer'
  const save = async (payer: FeePayer): Promise<void> => {
    const text = changed(payer)
    const question = { title: t(`fee_payer.${payer}.title`), action: t('fee_payer.action') }
    if (text !== undefined && !(await confirm({ ...question, text }))) return
    saving.mutate(
      { fee_payer: payer },
      { onSuccess: () => showToast({ state: 'good', text: t(`fee_payer.${payer}.done`) }) },
    )
  }
  return (
    <Card title={t('fee_payer.title')}>
      <ChoicePills
        label={t('fee_payer.label')}
        quietLabel
        hint={t(`fee_payer.${saved}.hint`)}
        choices={(['producer', 'buyers'] as const).map((value) => ({
          value,
          label: t(`fee_payer.${value}.label`),
          disabled: saving.isPending,
        }))}
        value={saved}
        onChange={(payer) => void save(payer)}
      />
    </Card>
  )
}

/** Says what a change does to the price of the first type that costs something; nothing where none does. */
const useChangedPrice = (event: string, tickets: readonly TicketType[]) => {
  const { t } = useTranslation('tickets')
  const lang = useLang()
  const { data: contract } = useFeeContract(event)
  return (payer: FeePayer): string | undefined => {
    const type = tickets.find(({ price }) => price > 0)
    if (!type) return undefined
    if (!contract) return t('fee_payer.text_short')
    const price = toAgorot(type.price)
    const fee = payer === 'buyers' ? serviceFeeOn(price, termsOf(contract)) : 0
    const from = moneyText(toAgorot(type.buyer_price), lang)
    return t('fee_payer.text', { name: type.name, from, to: moneyText(price + (fee ?? 0), lang) })
  }
}

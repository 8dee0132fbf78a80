import type { PaymentTerminal } from '@kartis/contract/payment-terminals.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonTexts } from '../../shared/field-errors.ts'
import { OfferFields } from './offer-fields.tsx'
import { offerInput, offerOf, offerReasons } from './offer.ts'
import { useChangeTerminal } from './use-terminals.ts'

interface OfferDialogProps {
  readonly terminal: PaymentTerminal
  readonly open: boolean
  readonly onClose: () => void
}

/** Changes what the payment pages of a terminal offer. */
export function OfferDialog({ terminal, open, onClose }: OfferDialogProps) {
  const { t } = useTranslation('terminals')
  return (
    <Dialog open={open} onClose={onClose} title={t('offer.title')}>
      <OfferForm terminal={terminal} onDone={onClose} />
    </Dialog>
  )
}

function OfferForm({ terminal, onDone }: { readonly terminal: PaymentTerminal; readonly onDone: () => void }) {
  const { t, i18n } = useTranslation('terminals')
  const [offer, setOffer] = useState(() => offerInput(terminal))
  const [isTried, setIsTried] = useState(false)
  const errors = reasonTexts(i18n, offerReasons(offer))
  const changing = useChangeTerminal(terminal)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (Object.keys(errors).length > 0) return
    changing.mutate(offerOf(offer), {
      onSuccess: () => {
        showToast({ state: 'good', text: t('offer.saved') })
        onDone()
      },
    })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="wide">
        <OfferFields value={offer} onChange={setOffer} smallestError={isTried ? errors['smallest'] : undefined} />
        <Button type="submit" full busy={changing.isPending}>
          {t('offer.save')}
        </Button>
      </Stack>
    </form>
  )
}

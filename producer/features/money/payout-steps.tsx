import type { Payout } from '@kartis/contract/statements.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { Note } from '@kartis/ui/components/card.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { Steps } from '../../shared/steps.tsx'

const STEPS = ['drafted', 'approved', 'exported', 'sent', 'confirmed'] as const

/** What a payout waits for; undefined once it has arrived. */
export const nextStep = (payout: Payout): (typeof STEPS)[number] | undefined =>
  STEPS.find((step) => payout[`${step}_at`] === null)

/** How far a payout has come: past steps with their day, the next one marked. One that was returned has nothing to come. */
export function PayoutSteps({ payout }: { readonly payout: Payout }) {
  const { t } = useTranslation('money')
  const lang = useLang()
  const isReturned = payout.returned_at !== null
  const steps = STEPS.filter((step) => !isReturned || payout[`${step}_at`] !== null)
  const next = isReturned ? undefined : nextStep(payout)
  return (
    <Stack>
      <Steps
        steps={steps.map((step) => {
          const at = payout[`${step}_at`]
          return {
            key: step,
            name: t(step === 'drafted' && payout.reissue_of !== null ? 'steps.reissued' : `steps.${step}`),
            note: at === null ? t(`steps.waits.${step}`) : dayText(at, lang),
            isDone: at !== null,
            isCurrent: step === next,
          }
        })}
      />
      {payout.returned_at !== null && (
        <Note state="warn">
          {t('steps.returned', { day: dayText(payout.returned_at, lang), reason: payout.return_reason ?? '' })}
        </Note>
      )}
    </Stack>
  )
}

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

/** How far a payout has come: past steps with their day, the next one marked. */
export function PayoutSteps({ payout }: { readonly payout: Payout }) {
  const { t } = useTranslation('money')
  const lang = useLang()
  const next = nextStep(payout)
  return (
    <Stack>
      <Steps
        steps={STEPS.map((step) => {
          const at = payout[`${step}_at`]
          return {
            key: step,
            name: t(`steps.${step}`),
            note: at === null ? t(`steps.waits.${step}`) : dayText(at, lang),
            isDone: at !== null,
            isCurrent: step === next && payout.returned_at === null,
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

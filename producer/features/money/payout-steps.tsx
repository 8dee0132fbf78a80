import type { Payout } from '@kartis/contract/statements.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { Note } from '@kartis/ui/components/card.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import style from './money.module.css'

const STEPS = ['drafted', 'approved', 'exported', 'sent', 'confirmed'] as const

/** How far a payout has come: past steps with their day, the next one marked. */
export function PayoutSteps({ payout }: { readonly payout: Payout }) {
  const { t } = useTranslation('money')
  const lang = useLang()
  const next = STEPS.find((step) => payout[`${step}_at`] === null)
  return (
    <Stack>
      <ol className={style.steps}>
        {STEPS.map((step, index) => {
          const at = payout[`${step}_at`]
          return (
            <li
              key={step}
              data-past={at !== null || undefined}
              aria-current={step === next && payout.returned_at === null ? 'step' : undefined}
            >
              <span aria-hidden>{at === null ? index + 1 : <IconCheck size={18} stroke={2.5} />}</span>
              <div>
                <b>{t(`steps.${step}`)}</b>
                <span className={style.soft}>{at === null ? t(`steps.waits.${step}`) : dayText(at, lang)}</span>
              </div>
            </li>
          )
        })}
      </ol>
      {payout.returned_at !== null && (
        <Note state="warn">
          {t('steps.returned', { day: dayText(payout.returned_at, lang), reason: payout.return_reason ?? '' })}
        </Note>
      )}
    </Stack>
  )
}

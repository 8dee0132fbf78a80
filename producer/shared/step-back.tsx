import { buttonClass } from '@kartis/ui/components/button.tsx'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PathLink } from './links.tsx'
import { fillParams, useRouteFacts } from './route-facts.ts'

/** The link to the step before, beside the main action: a screen with a step counter has no back arrow. */
export function StepBack({ to }: { readonly to?: string | undefined }) {
  const { t } = useTranslation('components')
  const { back } = useRouteFacts()
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  const target = to ?? back
  return (
    target !== undefined && (
      <PathLink path={fillParams(target, params)} className={buttonClass({ look: 'line', size: 'big' })}>
        {t('step_back')}
      </PathLink>
    )
  )
}

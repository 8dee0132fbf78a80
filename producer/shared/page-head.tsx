import { IconArrowRight } from '@tabler/icons-react'
import { iconButtonClass } from '@kartis/ui/components/button.tsx'
import { PageHeader } from '@kartis/ui/components/page-header.tsx'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from './links.tsx'
import style from './page-head.module.css'
import { usePageTitle, useRouteTitle } from './page-title.ts'
import { fillParams, useRouteFacts } from './route-facts.ts'

export interface PageHeadProps {
  /** Default: the title of the route. */
  readonly title?: string
  readonly eyebrow?: ReactNode | readonly ReactNode[]
  readonly action?: ReactNode
  /** Default: the back link of the route. `false`: no arrow. */
  readonly back?: string | false
  /** `false` hides the step counter of the route. */
  readonly step?: false
}

/** The header of a screen: title, step counter and back arrow of the route, unless overridden. */
export function PageHead({ title, eyebrow, action, back, step }: PageHeadProps) {
  const facts = useRouteFacts()
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  const routeTitle = useRouteTitle()
  const { t } = useTranslation('components')
  usePageTitle(title ?? routeTitle)
  const target = back ?? facts.back
  return (
    <PageHeader
      title={title ?? routeTitle}
      eyebrow={eyebrow}
      action={action}
      step={step === false ? undefined : facts.step}
      back={
        typeof target === 'string' && (
          <PathLink
            path={fillParams(target, params)}
            className={iconButtonClass()}
            aria-label={t('back')}
            title={t('back')}
          >
            <IconArrowRight className={style.arrow} size={20} stroke={1.75} aria-hidden />
          </PathLink>
        )
      }
    />
  )
}

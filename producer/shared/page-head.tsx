import { IconArrowRight } from '@tabler/icons-react'
import { iconButtonClass } from '@kartis/ui/components/button.tsx'
import { PageHeader } from '@kartis/ui/components/page-header.tsx'
import { useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from './links.tsx'
import style from './page-head.module.css'
import { usePageTitle, useRouteTitle } from './page-title.ts'
import { fillParams, useRouteFacts } from './route-facts.ts'

// The first screens have no tabs, and their weight is limited.
const EventTabs = lazy(async () => ({ default: (await import('./event-tabs.tsx')).EventTabs }))
const VenueTabs = lazy(async () => ({ default: (await import('./venue-tabs.tsx')).VenueTabs }))

export interface PageHeadProps {
  /** Default: the title of the route. */
  readonly title?: string
  readonly eyebrow?: ReactNode | readonly ReactNode[]
  readonly action?: ReactNode
  /** Default: the back link of the route. `false`: no arrow. */
  readonly back?: string | false
  /** Instead of the step counter of the route; `false`: none. */
  readonly step?: { readonly current: number; readonly total: number } | false
}

/**
 * The header of a screen: title, step counter or back arrow, and tabs of the route, unless overridden. A screen with a
 * counter has no arrow; its form leads to the step before.
 */
export function PageHead({ title, eyebrow, action, back, step }: PageHeadProps) {
  const facts = useRouteFacts()
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  const routeTitle = useRouteTitle()
  const { t } = useTranslation('components')
  usePageTitle(title ?? routeTitle)
  const steps = step === false ? undefined : (step ?? facts.step)
  const target = steps ? undefined : (back ?? facts.back)
  const event = params['uuid']
  return (
    <>
      <PageHeader
        title={title ?? routeTitle}
        eyebrow={eyebrow}
        action={action}
        step={steps}
        bar={facts.tabs !== 'event'}
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
      <Suspense fallback={facts.tabs && <div className={style.tabs} aria-hidden />}>
        {facts.tabs === 'event' && event !== undefined && <EventTabs uuid={event} />}
        {facts.tabs === 'venues' && <VenueTabs />}
      </Suspense>
    </>
  )
}

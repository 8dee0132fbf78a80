import type { Event } from '@kartis/contract/events.ts'
import { ErrorState } from '@kartis/ui/components/error-state.tsx'
import { SkeletonBlock, Loading } from '@kartis/ui/components/skeleton.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../shared/api-error.ts'
import { EventCard } from './event-card.tsx'
import style from './home.module.css'

/** Number of cards whose pictures load eagerly. */
const AT_ONCE = 3

export function EventGrid({ events, label }: { readonly events: readonly Event[]; readonly label: string }) {
  return (
    <ul className={style.grid} aria-label={label}>
      {events.map((event, index) => (
        <li key={event.uuid}>
          <EventCard event={event} first={index < AT_ONCE} />
        </li>
      ))}
    </ul>
  )
}

/** Placeholder with the same layout, so that nothing shifts. */
export function GridSkeleton() {
  return (
    <Loading>
      <div className={style.grid}>
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className={style.bones}>
            <SkeletonBlock tall="var(--art)" />
            <div>
              <SkeletonBlock wide="80%" tall="1.35rem" />
              <SkeletonBlock wide="60%" tall="1.1rem" />
              <SkeletonBlock wide="50%" tall="1.1rem" />
              <SkeletonBlock tall="0.5rem" />
              <SkeletonBlock wide="40%" tall="1.35rem" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}

/** Shown when events fail to load; the usual reason is a wrong account. */
export function GridFailure({ query }: { readonly query: UseQueryResult }) {
  const { t } = useTranslation('home')
  return (
    <ErrorState
      title={t('failed.title')}
      text={t('failed.text')}
      code={query.error instanceof ApiError ? query.error.code : undefined}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
}

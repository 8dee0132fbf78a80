import { SkeletonBlock, CardSkeleton, Loading } from '@kartis/ui/components/skeleton.tsx'
import { usePageTitle, useRouteTitle } from '../../shared/page-title.ts'

/** Placeholder of the event page while it loads. */
export function EventSkeleton() {
  usePageTitle(useRouteTitle())
  return (
    <>
      <Loading>
        <SkeletonBlock tall="15rem" />
      </Loading>
      <CardSkeleton count={3} />
    </>
  )
}

import { Page } from '@kartis/ui/parts/layout.tsx'
import { Bone, CardSkeleton } from '@kartis/ui/parts/skeleton.tsx'

/** While a screen's code or session is on its way. */
export function ScreenSkeleton() {
  return (
    <Page>
      <div style={{ paddingBlockEnd: 'var(--s5)' }}>
        <Bone wide="14rem" tall="2.25rem" />
      </div>
      <CardSkeleton />
    </Page>
  )
}

import { Page } from '@kartis/ui/components/layout.tsx'
import { SkeletonBlock, CardSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { useTranslation } from 'react-i18next'

/** Shown while a screen's code or session loads. */
export function ScreenSkeleton() {
  const { t } = useTranslation('components')
  return (
    <Page>
      <h1 className="visually-hidden">{t('loading')}</h1>
      <div style={{ paddingBlockEnd: 'var(--s5)' }}>
        <SkeletonBlock wide="14rem" tall="2.25rem" />
      </div>
      <CardSkeleton />
    </Page>
  )
}

import { LIMITS } from '@kartis/seat-map/model/document.ts'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Names } from './tool-context.ts'

/** What new parts are called. */
export const useNames = (): Names => {
  const { t } = useTranslation('seat-maps')
  return useMemo(
    () => ({
      section: t('names.section'),
      tables: t('names.tables'),
      area: t('names.area'),
      category: t('names.category'),
      stage: t('names.stage'),
      text: t('names.text'),
      onFull: () => showToast({ state: 'bad', text: t('errors.corners', { max: LIMITS.corners }) }),
    }),
    [t],
  )
}

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Names } from './canvas-tools.ts'

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
    }),
    [t],
  )
}

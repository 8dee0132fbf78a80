import { SkeletonBlock } from '@kartis/ui/components/skeleton.tsx'
import type { MonthPickerProps } from '@kartis/ui/components/month-picker.tsx'
import { lazy, Suspense } from 'react'
import style from './lazy-month.module.css'

const MonthPicker = lazy(async () => ({
  default: (await import('@kartis/ui/components/month-picker.tsx')).MonthPicker,
}))

/** The month picker, loaded on demand; its space is reserved meanwhile. */
export function LazyMonth(props: MonthPickerProps) {
  return (
    <div className={style.month}>
      <Suspense fallback={<SkeletonBlock tall="21rem" />}>
        <MonthPicker {...props} />
      </Suspense>
    </div>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../class-names.ts'
import style from './states.module.css'

/** One grey block in place of a line, a figure or a picture. Lengths in any CSS unit. */
export function SkeletonBlock({ wide = '100%', tall = '1rem' }: { readonly wide?: string; readonly tall?: string }) {
  return <span className={style.bone} style={{ inlineSize: wide, blockSize: tall }} />
}

/** Announces loading once; the blocks themselves are silent. It appears after a short delay. */
export function Loading({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('components')
  return (
    <div className={classNames(style.bones, style.late)} role="status" aria-busy>
      <span className="visually-hidden">{t('loading')}</span>
      {children}
    </div>
  )
}

/** Placeholder of a list: cards of three lines. */
export function CardSkeleton({ count = 3 }: { readonly count?: number }) {
  return (
    <Loading>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={style.boneCard}>
          <SkeletonBlock wide="45%" tall="1.25rem" />
          <SkeletonBlock wide="80%" />
          <SkeletonBlock wide="60%" />
        </div>
      ))}
    </Loading>
  )
}

/** Placeholder of a list in one card: rows of a name with its figure, and a line below. */
export function RowSkeleton({ count = 4 }: { readonly count?: number }) {
  return (
    <Loading>
      <div className={style.boneCard}>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className={style.boneRow}>
            <SkeletonBlock wide="45%" tall="1.15rem" />
            <SkeletonBlock wide="5.5rem" tall="1.15rem" />
            <SkeletonBlock wide="70%" tall="0.9rem" />
          </div>
        ))}
      </div>
    </Loading>
  )
}

/** Placeholder of a form. */
export function FormSkeleton({ fields = 4 }: { readonly fields?: number }) {
  return (
    <Loading>
      <div className={style.boneCard}>
        {Array.from({ length: fields }, (_, index) => (
          <SkeletonBlock key={index} tall="3.25rem" />
        ))}
      </div>
    </Loading>
  )
}

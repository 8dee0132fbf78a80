import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip } from './chip.tsx'
import style from './page-header.module.css'
import { Pieces } from './pieces.tsx'
import { UserText } from './user-text.tsx'

export interface PageHeaderProps {
  readonly title: ReactNode
  /** Context in small type above the title. Several pieces are separated by a dot: `לילה לבן בנמל · 17 בדצמבר`. */
  readonly eyebrow?: ReactNode | readonly ReactNode[]
  /** The round back link or button. */
  readonly back?: ReactNode
  /** One action at the end; the step chip replaces it where there are steps. */
  readonly action?: ReactNode
  readonly step?: { readonly current: number; readonly total: number }
  /** `false`: no progress bar below the step chip, because other steps are listed there. */
  readonly bar?: boolean
}

export function PageHeader({ title, eyebrow, back, action, step, bar = true }: PageHeaderProps) {
  const { t } = useTranslation('components')
  return (
    <>
      <header className={style.head}>
        {back}
        <div className={style.text}>
          {eyebrow !== undefined && (
            <p className={style.eyebrow}>
              {Array.isArray(eyebrow) ? <Pieces pieces={eyebrow} /> : <UserText>{eyebrow}</UserText>}
            </p>
          )}
          <h1>{title}</h1>
        </div>
        {step ? (
          <Chip plain state="accent">
            {t('step', step)}
          </Chip>
        ) : (
          action
        )}
      </header>
      {step && bar && <Steps {...step} />}
    </>
  )
}

/** The segmented bar under a wizard's header. The chip beside the title says the same in text. */
export function Steps({ current, total }: { readonly current: number; readonly total: number }) {
  return (
    <div className={style.bar} aria-hidden>
      {Array.from({ length: total }, (_, index) => (
        <span key={index} data-done={index < current || undefined} />
      ))}
    </div>
  )
}

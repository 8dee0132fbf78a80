import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import css from './wait-page.module.css'

const STEPS = ['alone', 'turn', 'held'] as const

/** What comes next, in three steps. */
export const Steps = () => {
  const { t } = usePageContext()
  return (
    <section className={`${parts.card} ${parts.stack}`}>
      <h2 className={css.heading}>{t('wait.steps.title')}</h2>
      <ol className={css.steps}>
        {STEPS.map((step) => (
          <li key={step}>
            <div>
              <p className={parts.strong}>{t(`wait.steps.${step}`)}</p>
              <p className={`${parts.small} ${parts.quiet}`}>{t(`wait.steps.${step}_text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import css from './wait-page.module.css'

const STEPS = ['alone', 'turn', 'held'] as const

/** What comes next, in three steps. */
export const Steps = () => {
  const { say } = usePage()
  return (
    <section className={`${parts.card} ${parts.stack}`}>
      <h2 className={css.heading}>{say('wait.steps.title')}</h2>
      <ol className={css.steps}>
        {STEPS.map((step) => (
          <li key={step}>
            <div>
              <p className={parts.strong}>{say(`wait.steps.${step}`)}</p>
              <p className={`${parts.small} ${parts.quiet}`}>{say(`wait.steps.${step}_text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

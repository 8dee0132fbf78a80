import { Icon } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import css from './wait-page.module.css'
import type { useBell } from './use-turn-sound.ts'

/** Offers a sound for those who wait in another tab. */
export const BellCard = ({ bell }: { readonly bell: ReturnType<typeof useBell> }) => {
  const { t } = usePage()
  return (
    <section className={`${parts.card} ${parts.stack}`}>
      <div className={parts.fact}>
        <Icon name="leave" />
        <div>
          <h2 className={css.small}>{t('wait.away.title')}</h2>
          <p className={`${parts.small} ${parts.quiet}`}>{t('wait.away.text')}</p>
        </div>
      </div>
      <button
        type="button"
        className={`${parts.pick} ${css.bell} ${bell.on ? parts.on : ''}`}
        aria-pressed={bell.on}
        onClick={bell.toggle}
      >
        <Icon name={bell.on ? 'check' : 'spark'} />
        {t(bell.on ? 'wait.away.sound_on' : 'wait.away.sound')}
      </button>
    </section>
  )
}

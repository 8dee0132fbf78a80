import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import css from './wait-page.module.css'
import type { useTurnSound } from './use-turn-sound.ts'

/** Switch of the sound that announces the turn to visitors in another tab. */
export const TurnSoundCard = ({ turnSound }: { readonly turnSound: ReturnType<typeof useTurnSound> }) => {
  const { t } = usePageContext()
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
        className={`${parts.pick} ${css.turnSound} ${turnSound.on ? parts.on : ''}`}
        aria-pressed={turnSound.on}
        onClick={turnSound.toggle}
      >
        <Icon name={turnSound.on ? 'check' : 'spark'} />
        {t(turnSound.on ? 'wait.away.sound_on' : 'wait.away.sound')}
      </button>
    </section>
  )
}

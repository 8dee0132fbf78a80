import { WIZARD_STEPS, type WizardStep } from '@kartis/domain/wizard.ts'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../../shared/links.tsx'
import style from './wizard.module.css'

/** An event that is there may be opened at any step. */
export function StepNav({ uuid, step }: { readonly uuid: string; readonly step: WizardStep }) {
  const { t } = useTranslation('wizard')
  return (
    <nav className={style.nav} aria-label={t('nav')}>
      {WIZARD_STEPS.map((each) => (
        <PathLink
          key={each}
          path={`/events/${uuid}/${each}`}
          className={style.navLink}
          aria-current={each === step ? 'step' : undefined}
        >
          {t(`steps.${each}.name`)}
        </PathLink>
      ))}
    </nav>
  )
}

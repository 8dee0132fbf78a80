import { WIZARD_STEPS, type WizardStep } from '@kartis/domain/wizard.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../../shared/links.tsx'
import style from './wizard.module.css'

/** Links to every step of an existing event. */
export function StepNav({ uuid, step }: { readonly uuid: string; readonly step: WizardStep }) {
  const { t } = useTranslation('wizard')
  const nav = useRef<HTMLElement>(null)
  // the last steps may be outside a phone's screen
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [])
  return (
    <nav ref={nav} className={style.nav} aria-label={t('nav')}>
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

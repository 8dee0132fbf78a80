import { SCREEN } from '@kartis/domain/limits.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { ResultState } from '@kartis/ui/components/error-state.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../shared/page-head.tsx'
import { useSession } from '../../shared/session.ts'
import style from './signup.module.css'

/** A full reload drops everything cached for the previous account. */
const goHome = (): void => location.assign('/')

/** Step 4: the account is open. The page goes home after three seconds. */
export function SuccessScreen() {
  const { t } = useTranslation('signup')
  const { account } = useSession()
  useEffect(() => {
    const timer = setTimeout(goHome, SCREEN.successRedirectMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Page narrow>
      <PageHead eyebrow={t('eyebrow')} />
      <ResultState
        state="good"
        title={
          <span className={style.success}>
            <Chip state="good" plain>
              {t('success.word')}
            </Chip>
            {account ? t('success.title', { name: account.name }) : t('success.title_plain')}
          </span>
        }
        text={t('success.text')}
        action={
          <Button look="line" onClick={goHome}>
            {t('success.home')}
          </Button>
        }
      />
    </Page>
  )
}

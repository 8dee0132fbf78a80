import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'

/** Link from the company screen to the security log. */
export function SecurityLogLink() {
  const { t } = useTranslation('security')
  return (
    <Card title={t('log.title')}>
      <Stack>
        <Soft small>{t('log.text')}</Soft>
        <ButtonLink to="/company/security-log" look="line">
          {t('log.open')}
        </ButtonLink>
      </Stack>
    </Card>
  )
}

import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'

/** Link from the company screen to personal data requests. */
export function DataRightsLink() {
  const { t } = useTranslation('profile')
  return (
    <Card title={t('rights.title')}>
      <Stack>
        <Soft small>{t('rights.text')}</Soft>
        <ButtonLink to="/company/data-rights" look="line">
          {t('rights.open')}
        </ButtonLink>
      </Stack>
    </Card>
  )
}

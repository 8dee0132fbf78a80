import { Columns, Page } from '@kartis/ui/components/layout.tsx'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../shared/page-head.tsx'
import { useSession } from '../../shared/session.ts'
import { DataRightsCard } from './data-rights-card.tsx'
import { DataRightsLog } from './data-rights-log.tsx'
import { RightsRules } from './rights-rules.tsx'

/** Personal data requests of buyers (access, copy, erasure) and their log. */
export function DataRightsScreen() {
  const { t } = useTranslation('profile')
  const { account } = useSession()
  return (
    <Page>
      <PageHead eyebrow={account?.name} />
      <Columns even aside={<RightsRules title={t('rights.rules')} />}>
        <DataRightsCard />
        <DataRightsLog />
      </Columns>
    </Page>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ManagersOnly } from '../../shared/managers-only.tsx'
import { useSession } from '../../shared/session.ts'

/** Reports for those who may read them; everyone else sees whom to ask. */
export function ReportAccess({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('reports')
  const { account, can } = useSession()
  if (!account || can['report.account']) return children
  return <ManagersOnly title={t('forbidden.title')} text={t('forbidden.text')} home={t('forbidden.home')} />
}

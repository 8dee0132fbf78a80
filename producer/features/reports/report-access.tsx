import { can } from '@kartis/domain/permissions.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ManagersOnly } from '../../shared/managers-only.tsx'
import { useSession } from '../../shared/session.ts'

/** Shows reports to roles with access only; others see why instead of a refusal by the server. */
export function ReportAccess({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('reports')
  const { account } = useSession()
  if (!account || can(account.role, 'report.read')) return children
  return <ManagersOnly title={t('forbidden.title')} text={t('forbidden.text')} home={t('forbidden.home')} />
}

import { lazyRouteComponent } from '@tanstack/react-router'
import { page } from './layouts.ts'

/** The account and what belongs to it. */
export const companyRoutes = [
  page(
    '/company',
    lazyRouteComponent(() => import('../features/profile/company-screen.tsx'), 'CompanyScreen'),
    { title: 'company', back: '/' },
  ),
  page(
    '/company/data-rights',
    lazyRouteComponent(() => import('../features/profile/data-rights-screen.tsx'), 'DataRightsScreen'),
    { title: 'data_rights', back: '/company', needs: 'data_rights.use' },
  ),
  page(
    '/company/security-log',
    lazyRouteComponent(() => import('../features/profile/security-log-screen.tsx'), 'SecurityLogScreen'),
    { title: 'security_log', back: '/company', needs: 'security_log.read' },
  ),
  page(
    '/company/terms',
    lazyRouteComponent(() => import('../features/profile/terms-screen.tsx'), 'AcceptedTermsScreen'),
    { title: 'terms', back: '/company', needs: 'account.details' },
  ),
  page(
    '/company/terminals',
    lazyRouteComponent(() => import('../features/terminals/terminals-screen.tsx'), 'TerminalsScreen'),
    { title: 'payment_terminals', back: '/company', needs: 'account.terminals' },
  ),
] as const

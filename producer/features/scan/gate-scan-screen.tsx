import { Page } from '@kartis/ui/components/layout.tsx'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../shared/page-head.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { ModeBadge } from './mode-badge.tsx'
import { CheckIn } from './scan-screen.tsx'
import { OwnPhone } from '../../shared/check-in/own-phone.tsx'
import { BoardTool } from '../../shared/check-in/gate-tools.tsx'
import { useDarkTheme } from '../../shared/use-dark-theme.ts'
import { useGatePhone } from '../../shared/check-in/use-gate-phone.ts'

/** The scan screen of a phone that joined the gate by a link. */
export function GateScanScreen() {
  const { t } = useTranslation('gate-devices')
  const { identity, event } = useGatePhone()
  useDarkTheme()
  return (
    <Page>
      <PageHead
        eyebrow={[t(`role.${identity?.role ?? 'scan'}`), identity?.name ?? '']}
        action={<ModeBadge event={event.data} ofPage />}
      />
      {identity !== undefined && identity.role !== 'scan' && <BoardTool />}
      <WhenLoaded query={event}>
        {(event) => (
          <CheckIn
            event={event}
            name={identity?.name ?? ''}
            mayUndo={identity !== undefined && identity.role !== 'scan'}
            fixedGate={identity?.gate ?? undefined}
            aside={<OwnPhone event={event.uuid} />}
          />
        )}
      </WhenLoaded>
    </Page>
  )
}

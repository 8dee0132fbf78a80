import { buttonClass } from '@kartis/ui/components/button.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { useTranslation } from 'react-i18next'
import { gateIdentity } from '../../shared/gate-device.ts'
import { PathLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { CheckIn } from './scan-screen.tsx'
import { useDarkTheme } from '../../shared/use-dark-theme.ts'
import { useGateContact } from './use-gate-contact.ts'
import { useGateEvent } from './use-gate-event.ts'

/** The scan screen of a phone that joined the gate by a link. */
export function GateScanScreen() {
  const { t } = useTranslation(['gate-devices', 'gate-board'])
  const identity = gateIdentity()
  const uuid = identity?.event.uuid ?? ''
  const event = useGateEvent(uuid)
  useDarkTheme()
  useGateContact(event.data, identity?.name ?? '')
  return (
    <Page>
      <PageHead eyebrow={[t(`gate-devices:role.${identity?.role ?? 'scan'}`), identity?.name ?? '']} />
      {identity?.role === 'supervisor' && (
        <PathLink path="/gate/board" className={buttonClass({ look: 'line' })}>
          {t('gate-board:open')}
        </PathLink>
      )}
      <WhenLoaded query={event}>
        {(event) => (
          <CheckIn
            event={event}
            name={identity?.name ?? ''}
            mayUndo={identity !== undefined && identity.role !== 'scan'}
            fixedGate={identity?.gate ?? undefined}
          />
        )}
      </WhenLoaded>
    </Page>
  )
}

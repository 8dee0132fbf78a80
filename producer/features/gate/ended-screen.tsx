import { Button } from '@kartis/ui/components/button.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endGateDevice } from '../../shared/end-gate-device.ts'
import { usePageTitle, useRouteTitle } from '../../shared/page-title.ts'
import { isSignedIn } from '../../shared/session.ts'
import { GateNotice } from './gate-notice.tsx'

/** The permission of this phone is over. Scans that still wait are sent from here. */
export function GateEndedScreen() {
  const { t } = useTranslation('gate-devices')
  usePageTitle(useRouteTitle())
  const [isWaiting, setIsWaiting] = useState(isSignedIn)
  const send = async () => {
    await endGateDevice()
    setIsWaiting(isSignedIn())
  }
  useEffect(() => {
    if (isSignedIn()) void endGateDevice().then(() => setIsWaiting(isSignedIn()))
  }, [])
  return (
    <GateNotice title={t('ended.title')} text={t(isWaiting ? 'ended.waiting' : 'ended.text')}>
      {isWaiting && (
        <Button look="line" onClick={() => void send()}>
          {t('ended.send')}
        </Button>
      )}
    </GateNotice>
  )
}

import { numberText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endGateDevice } from '../../shared/end-gate-device.ts'
import { type GateEnd, readGateEnd } from '../../shared/gate-end.ts'
import { usePageTitle, useRouteTitle } from '../../shared/page-title.ts'
import { isSignedIn } from '../../shared/session.ts'
import { GateNotice } from './gate-notice.tsx'

/** Scans that wait are tried again by themselves, for a helper who has put the phone into a pocket. */
const AGAIN_MS = 15_000

/** The permission of this phone is over. It says how many scans it has handed over, and sends those that still wait. */
export function GateEndedScreen() {
  const { t } = useTranslation(['gate-devices', 'components'])
  usePageTitle(useRouteTitle())
  const [end, setEnd] = useState(readGateEnd)
  const [isBusy, setIsBusy] = useState(isSignedIn)
  const send = useCallback(async () => {
    setIsBusy(true)
    await endGateDevice()
    setEnd(readGateEnd())
    setIsBusy(false)
  }, [])
  useEffect(() => {
    if (!isSignedIn()) return undefined
    const first = setTimeout(() => void send())
    const timer = setInterval(() => {
      if (isSignedIn()) void send()
    }, AGAIN_MS)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [send])
  const isWaiting = end?.state === 'waiting' || end?.state === 'sending'
  return (
    <GateNotice title={t('ended.title')} text={t('ended.text')}>
      {end && <Scans end={end} isBusy={isBusy} />}
      {end && <Late count={end.late ?? 0} />}
      {isWaiting && (
        <Button look="line" busy={isBusy} onClick={() => void send()}>
          {t(end.left > 0 ? 'ended.send' : 'components:error.retry')}
        </Button>
      )}
    </GateNotice>
  )
}

/** Guests who are inside, and whom the server has not recorded: they are let in by hand, from the board. */
function Late({ count }: { readonly count: number }) {
  const { t } = useTranslation('gate-devices')
  const lang = useLang()
  return count > 0 && <Note state="bad">{t('ended.late', { count, total: numberText(count, lang) })}</Note>
}

const TONES = { sending: 'info', sent: 'good', waiting: 'warn', refused: 'bad' } as const

/** What became of the scans that were made here. */
function Scans({ end: { state, sent, left }, isBusy }: { readonly end: GateEnd; readonly isBusy: boolean }) {
  const { t } = useTranslation('gate-devices')
  const lang = useLang()
  const counted = (count: number) => ({ count, total: numberText(count, lang) })
  const isRefused = state === 'refused'
  if (left > 0)
    return (
      <Note state={TONES[state]}>
        {sent > 0 && `${t('ended.handed', counted(sent))} `}
        {isRefused ? t('ended.refused', counted(left)) : t(isBusy ? 'ended.sending' : 'ended.left', counted(left))}
      </Note>
    )
  if (state === 'waiting' && !isBusy) return <Note state="warn">{t('ended.unconfirmed')}</Note>
  return <Note state="good">{sent > 0 ? t('ended.all', counted(sent)) : t('ended.none')}</Note>
}

import { pairingVerdict } from '@kartis/domain/gate-hub.ts'
import { type PairingCode, readPairingCode } from '@kartis/domain/hub-pairing.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetHub, hubLink, type HubSelf, joinHub } from '../../shared/check-in/hub/hub-link.ts'
import { HubCode, HubReader } from './hub-code.tsx'

interface PairDialogProps {
  readonly open: boolean
  readonly self: HubSelf
  readonly onClose: () => void
}

/** Connects this phone to the hub: it reads the hub's code and shows its own, which the hub reads. */
export function PairDialog({ open, self, onClose }: PairDialogProps) {
  const { t } = useTranslation('hub')
  return (
    <Dialog throwaway open={open} onClose={onClose} title={t('pair.title')}>
      <Pair self={self} onDone={onClose} />
    </Dialog>
  )
}

type Failure = 'unreadable' | 'other_event' | 'wrong_side' | 'no_network'

function Pair({ self, onDone }: { readonly self: HubSelf; readonly onDone: () => void }) {
  const { t } = useTranslation('hub')
  const { state } = hubLink.use()
  const [failure, setFailure] = useState<Failure>()
  const [answer, setAnswer] = useState<string>()
  const isBusy = useRef(false)
  const pairing = useRef<{ readonly cancel: () => void }>(undefined)
  const isLinked = answer !== undefined && state === 'linked'

  const done = useEffectEvent(() => {
    pairing.current = undefined // the connection stays
    showToast({ state: 'good', text: t('pair.done') })
    onDone()
  })
  useEffect(() => {
    if (isLinked) done()
  }, [isLinked])
  // Leaving before the hub has answered ends this attempt.
  useEffect(() => () => pairing.current?.cancel(), [])

  const join = async (offer: PairingCode) => {
    const knownHub = hubLink.read().knownHub
    const verdict = pairingVerdict(offer, self.event, knownHub)
    if (verdict === 'other_event') return setFailure('other_event')
    if (verdict === 'other_hub') {
      const isGone = await confirm({
        title: t('pair.other.title'),
        text: t('pair.other.text', { name: knownHub?.name ?? '' }),
        action: t('pair.other.action'),
        danger: true,
      })
      // The code is still before the camera, which would ask again at once.
      if (!isGone) return onDone()
      forgetHub()
    }
    try {
      const joined = await joinHub(self, offer, () => {
        setAnswer(undefined)
        setFailure('no_network')
      })
      pairing.current = joined
      setAnswer(joined.code)
    } catch {
      setFailure('no_network')
    }
  }

  const read = (text: string) => {
    if (isBusy.current || answer !== undefined) return
    const code = readPairingCode(text.trim())
    if (code?.kind !== 'offer') return setFailure(code ? 'wrong_side' : 'unreadable')
    isBusy.current = true
    setFailure(undefined)
    void join(code).finally(() => {
      isBusy.current = false
    })
  }

  /** The hub may refuse this answer: to an older code, or after it was closed. */
  const again = () => {
    pairing.current?.cancel()
    pairing.current = undefined
    setAnswer(undefined)
  }

  if (answer !== undefined)
    return (
      <Stack>
        <Soft>{t('pair.show')}</Soft>
        <HubCode code={answer} label={t('pair.code')} />
        <Note state="good">{t('pair.waiting')}</Note>
        <Button look="line" full onClick={again}>
          {t('pair.again')}
        </Button>
        <Button look="line" full onClick={onDone}>
          {t('pair.without')}
        </Button>
      </Stack>
    )
  return (
    <Stack>
      <Soft>{t('pair.text')}</Soft>
      <HubReader onText={read} error={failure && t(`failure.${failure}`)} />
    </Stack>
  )
}

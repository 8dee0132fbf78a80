import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { disconnectHub, hubLink, type HubSelf } from '../../shared/check-in/hub/hub-link.ts'
import { usePreloaded } from './use-preloaded.ts'

const importDialog = () => import('./pair-dialog.tsx')
/** The dialog and the camera in it have to be there without a network. */
const loadDialog = () => Promise.all([importDialog(), import('./camera.tsx')])
const PairDialog = lazy(() => importDialog().then((module) => ({ default: module.PairDialog })))

/** The hub of this phone: whether it answers, and how to connect to it. */
export function HubCard({ self }: { readonly self: HubSelf }) {
  const { t } = useTranslation('hub')
  const { state, knownHub } = hubLink.use()
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  usePreloaded(loadDialog)
  const open = () => {
    setIsOpen(true)
    setWasOpen(true)
  }
  const leave = async () => {
    const isSure = await confirm({
      title: t('leave.title'),
      text: t('leave.text'),
      action: t('leave.action'),
      danger: true,
    })
    if (isSure) disconnectHub()
  }
  const isKnown = knownHub?.event === self.event
  const name = isKnown ? knownHub.name : ''
  return (
    <Card
      title={t('card.title')}
      action={
        state !== 'none' && (
          <Chip state={state === 'linked' ? 'info' : 'warn'} live={state === 'linked'}>
            {t(`card.${state}`)}
          </Chip>
        )
      }
    >
      <Stack>
        <Soft>
          {state === 'none'
            ? isKnown
              ? t('card.lost_text', { name })
              : t('card.none_text')
            : t(`card.${state}_text`, { name })}
        </Soft>
        {state === 'none' ? (
          <Button look="line" full onClick={open}>
            {t(isKnown ? 'card.again' : 'card.connect')}
          </Button>
        ) : (
          <Button look="bare" full onClick={() => void leave()}>
            {t('leave.open')}
          </Button>
        )}
      </Stack>
      {wasOpen && (
        <Suspense>
          <PairDialog open={isOpen} self={self} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}

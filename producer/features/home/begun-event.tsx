import { Button, buttonClass } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Row, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../../shared/links.tsx'
import { dropBegunEvent, readBegunEvent } from '../../shared/new-event.ts'
import { useSession } from '../../shared/session.ts'
import style from './home.module.css'

/** The event that was begun in the wizard and waits on this device: nothing else leads back to it. */
export function BegunEvent() {
  const { t } = useTranslation('home')
  const account = useSession().account?.uuid
  const [begun, setBegun] = useState(() => readBegunEvent(account))
  if (!begun) return null
  const discard = async () => {
    const yes = await confirm({
      title: t('begun.discard_title'),
      text: t('begun.discard_text'),
      action: t('begun.discard'),
      danger: true,
    })
    if (!yes) return
    dropBegunEvent(account)
    setBegun(undefined)
  }
  return (
    <Card
      className={style.begun}
      title={begun.name === '' ? t('begun.title') : t('begun.title_named', { name: begun.name })}
    >
      <Stack>
        <Soft>{t('begun.text')}</Soft>
        <Row wrap>
          <PathLink path={`/create-event/${begun.kind}/setup`} className={buttonClass({ look: 'main' })}>
            {t('begun.continue')}
          </PathLink>
          <Button look="line" onClick={() => void discard()}>
            {t('begun.discard')}
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}

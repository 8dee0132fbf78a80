import { listPasskeys, type Passkey, removePasskey, renewRecoveryCodes } from '@kartis/contract/sessions.ts'
import { agoText, dayText } from '@kartis/i18n/format.ts'
import { Button, IconButton } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { Row, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { hasPasskeys } from '../../shared/passkey.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { PasskeyDialog, type PasskeyTask } from './passkey-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import style from './security.module.css'

const PASSKEYS = ['passkeys']
const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** Passkeys of the user, and the recovery codes for a lost one. */
export function PasskeysCard() {
  const { t } = useTranslation('security')
  const queries = useQueryClient()
  const [task, setTask] = useState<PasskeyTask>()
  const [codes, setCodes] = useState<readonly string[]>()
  const passkeys = useQuery({
    queryKey: PASSKEYS,
    queryFn: () => api(listPasskeys, { query: { per_page: 100 } }),
  })
  const settle = () => queries.invalidateQueries({ queryKey: PASSKEYS })
  const renewing = useMutation({
    mutationFn: () => api(renewRecoveryCodes),
    onSuccess: ({ data }) => setCodes(data.recovery_codes),
    onSettled: settle,
  })
  const renew = async () => {
    const question = { title: t('recovery.ask'), text: t('recovery.ask_text'), action: t('recovery.renew') }
    if (await confirm(question)) renewing.mutate()
  }
  return (
    <Card title={t('passkeys.title')}>
      <Stack>
        <Soft small>{t('passkeys.text')}</Soft>
        <WhenLoaded query={passkeys}>
          {({ data, meta }) => (
            <>
              {data.length === 0 && <Soft>{t('passkeys.empty')}</Soft>}
              {data.length > 0 && (
                <ul className={style.list}>
                  {data.map((passkey) => (
                    <PasskeyRow
                      key={passkey.uuid}
                      passkey={passkey}
                      isLast={data.length === 1}
                      onRename={() => setTask({ kind: 'rename', passkey })}
                      onSettled={settle}
                    />
                  ))}
                </ul>
              )}
              {!hasPasskeys() && <Note>{t('passkeys.unsupported')}</Note>}
              {data.length > 0 && (
                <Row apart wrap>
                  <Soft small>{t('recovery.left', { count: meta.recovery_codes_left })}</Soft>
                  <Button look="bare" busy={renewing.isPending} onClick={() => void renew()}>
                    {t('recovery.renew')}
                  </Button>
                </Row>
              )}
              <Button look="line" disabled={!hasPasskeys()} onClick={() => setTask({ kind: 'add' })}>
                {t('passkeys.add')}
              </Button>
            </>
          )}
        </WhenLoaded>
      </Stack>
      <PasskeyDialog
        task={task}
        onClose={() => setTask(undefined)}
        onDone={(fresh) => {
          setTask(undefined)
          setCodes(fresh)
          void settle()
        }}
      />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </Card>
  )
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  readonly isLast: boolean
  readonly onRename: () => void
  readonly onSettled: () => void
}

function PasskeyRow({ passkey, isLast, onRename, onSettled }: PasskeyRowProps) {
  const { t } = useTranslation('security')
  const lang = useLang()
  const [now] = useState(() => new Date())
  const { name } = passkey
  const removing = useMutation({
    mutationFn: () => api(removePasskey, { params: { uuid: passkey.uuid } }),
    onSuccess: () => showToast({ state: 'info', text: t('passkeys.removed') }),
    onSettled,
  })
  const remove = async () => {
    const text = isLast ? t('passkeys.ask_last') : t('passkeys.ask_text')
    const question = { title: t('passkeys.ask', { name }), text, action: t('passkeys.remove'), danger: true }
    if (await confirm(question)) removing.mutate()
  }
  return (
    <li>
      <GlyphTile>
        <IconFingerprint {...ICON} />
      </GlyphTile>
      <div>
        <h3>
          <UserText>{name}</UserText>
        </h3>
        <p>
          <Pieces
            pieces={[
              t('passkeys.since', { day: dayText(passkey.created_at, lang) }),
              passkey.used_at === null
                ? t('passkeys.unused')
                : t('passkeys.used', { ago: agoText(passkey.used_at, now, lang) }),
            ]}
          />
        </p>
      </div>
      <div className={style.actions}>
        <IconButton bare label={t('passkeys.rename_one', { name })} onClick={onRename}>
          <IconPencil {...ICON} />
        </IconButton>
        <IconButton
          bare
          label={t('passkeys.remove_one', { name })}
          disabled={removing.isPending}
          onClick={() => void remove()}
        >
          <IconTrash {...ICON} />
        </IconButton>
      </div>
    </li>
  )
}

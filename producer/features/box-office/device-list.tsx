import { newPairingCode, type Register, revokeRegister } from '@kartis/contract/registers.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Row, Soft } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './box-office.module.css'
import { CodeDialog, type ShownCode } from './code-dialog.tsx'
import { DeviceDialog } from './device-dialog.tsx'
import { registersQuery } from '../../shared/registers-query.ts'
import { invalidateRegister } from './register-queries.ts'

/** The account's registers: add, edit, issue a new pairing code, revoke. */
export function DeviceList({ own }: { readonly own?: string }) {
  const { t } = useTranslation('box-office')
  const devices = useQuery(registersQuery)
  const [edited, setEdited] = useState<Register | 'new'>()
  const [code, setCode] = useState<ShownCode>()
  const add = (
    <Button look="soft" icon={<IconPlus size={20} stroke={1.75} aria-hidden />} onClick={() => setEdited('new')}>
      {t('tills.add')}
    </Button>
  )
  return (
    <>
      <WhenLoaded query={devices}>
        {({ data, meta }) => (
          <>
            {data.length === 0 ? (
              <EmptyState title={t('tills.none')} text={t('tills.none_text')} action={add} />
            ) : (
              <Card title={t('tills.title')} action={add}>
                <ul className={style.rows}>
                  {data.map((device) => (
                    <DeviceRow
                      key={device.uuid}
                      device={device}
                      own={device.uuid === own}
                      onEdit={() => setEdited(device)}
                      onCode={setCode}
                    />
                  ))}
                </ul>
              </Card>
            )}
            {edited !== undefined && (
              <DeviceDialog
                device={edited === 'new' ? undefined : edited}
                terminals={meta.terminals}
                onClose={() => setEdited(undefined)}
                onCode={setCode}
              />
            )}
          </>
        )}
      </WhenLoaded>
      <CodeDialog code={code} onClose={() => setCode(undefined)} />
    </>
  )
}

const STATES = { waiting: 'warn', paired: 'good', revoked: 'quiet' } as const

interface DeviceRowProps {
  readonly device: Register
  readonly own: boolean
  readonly onEdit: () => void
  readonly onCode: (code: ShownCode) => void
}

function DeviceRow({ device, own, onEdit, onCode }: DeviceRowProps) {
  const { t } = useTranslation('box-office')
  const queries = useQueryClient()
  const params = { uuid: device.uuid }
  const code = useMutation({
    mutationFn: () => api(newPairingCode, { params }),
    onSuccess: ({ data }) => onCode({ name: device.label, ...data }),
  })
  const revoke = useMutation({
    mutationFn: () => api(revokeRegister, { params }),
    onSuccess: async () => {
      await invalidateRegister(queries)
      showToast({ state: 'good', text: t('tills.revoked') })
    },
  })
  const confirmRevoke = async () => {
    const title = t('tills.revoke_title', { name: device.label })
    if (await confirm({ title, text: t('tills.revoke_text'), action: t('tills.revoke'), danger: true })) revoke.mutate()
  }
  return (
    <li className={style.row}>
      <div className={style.what}>
        <Row wrap>
          <b>
            <UserText>{device.label}</UserText>
          </b>
          <Chip state={STATES[device.status]}>{t(`tills.status.${device.status}`)}</Chip>
          {device.shift && <Chip state="accent">{t('tills.open')}</Chip>}
          {own && <Chip state="info">{t('tills.this')}</Chip>}
        </Row>
        <Soft small>
          {[
            device.branch,
            t(`tills.services.${device.service}`),
            device.terminal ?? t('tills.cash_only'),
            device.reader,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Soft>
      </div>
      {device.status !== 'revoked' && (
        <Row wrap>
          <Button look="bare" onClick={onEdit}>
            {t('tills.edit')}
          </Button>
          <Button look="bare" busy={code.isPending} onClick={() => code.mutate()}>
            {t('tills.code')}
          </Button>
          <Button look="bare" busy={revoke.isPending} onClick={() => void confirmRevoke()}>
            {t('tills.revoke')}
          </Button>
        </Row>
      )}
    </li>
  )
}

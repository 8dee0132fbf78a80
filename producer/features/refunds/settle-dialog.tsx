import { type RefundRun, type RefundRunItem, settleRefundRunItem } from '@kartis/contract/refund-runs.ts'
import { REFUND_RUN } from '@kartis/domain/limits.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { TextArea } from '@kartis/ui/components/text-field.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { registersQuery } from '../../shared/registers-query.ts'
import { useSession } from '../../shared/session.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import style from './refunds.module.css'
import { useRefresh } from './use-refund-runs.ts'

interface FormProps {
  readonly run: RefundRun
  readonly item: RefundRunItem
  readonly onClose: () => void
}

/** The choice of no register. */
const OTHER = 'other'

function SettleForm({ run, item, onClose }: FormProps) {
  const { t } = useTranslation('refund-runs')
  const lang = useLang()
  const [note, setNote] = useState('')
  const [error, setError] = useState('')
  const { can } = useSession()
  const registers = useQuery({ ...registersQuery, enabled: can['register.setup'] })
  const open = (registers.data?.data ?? []).filter(({ shift }) => shift !== null)
  const [source, setSource] = useState('')
  const [sourceError, setSourceError] = useState('')
  const refresh = useRefresh(run.event_uuid)
  const settling = useMutation({
    mutationFn: () =>
      api(settleRefundRunItem, {
        params: { uuid: run.uuid, order_uuid: item.order_uuid },
        body: { note: note.trim(), ...(source !== '' && { register_uuid: source === OTHER ? null : source }) },
      }),
    onSuccess: () => {
      showToast({ state: 'good', text: t('screen.settle.done') })
      onClose()
    },
    onSettled: refresh,
  })
  const submit = (): void => {
    const [hasNote, hasSource] = [note.trim() !== '', open.length === 0 || source !== '']
    if (!hasNote) setError(t('screen.settle.required'))
    if (!hasSource) setSourceError(t('screen.settle.from_required'))
    if (hasNote && hasSource) settling.mutate()
  }
  return (
    <Stack>
      <Soft>
        {t('screen.settle.text', { amount: moneyText(toAgorot(item.amount), lang), number: item.order_number })}
      </Soft>
      {open.length > 0 && (
        <SelectField
          label={t('screen.settle.from')}
          hint={t('screen.settle.from_hint')}
          placeholder={t('screen.settle.choose')}
          error={sourceError}
          options={[
            ...open.map(({ uuid, label, branch }) => ({
              value: uuid,
              label: t('screen.settle.register', { label, branch }),
            })),
            { value: OTHER, label: t('screen.settle.other') },
          ]}
          value={source}
          onChange={({ target }) => {
            setSource(target.value)
            setSourceError('')
          }}
        />
      )}
      <TextArea
        label={t('screen.settle.note')}
        hint={t('screen.settle.note_hint')}
        error={error}
        rows={2}
        maxLength={REFUND_RUN.maxNoteChars}
        value={note}
        onChange={(event) => {
          setNote(event.target.value)
          setError('')
        }}
      />
      <div className={style.actions}>
        <Button busy={settling.isPending} busyText={t('screen.settle.going')} onClick={submit}>
          {t('screen.settle.go')}
        </Button>
      </div>
    </Stack>
  )
}

interface Props {
  readonly run: RefundRun
  /** The order; undefined while the dialog is closed. */
  readonly item: RefundRunItem | undefined
  readonly onClose: () => void
}

/** Notes that a person handed the money of an order back. */
export function SettleDialog({ run, item, onClose }: Props) {
  const { t } = useTranslation('refund-runs')
  return (
    <Dialog open={item !== undefined} onClose={onClose} title={t('screen.settle.title')}>
      {item && <SettleForm run={run} item={item} onClose={onClose} />}
    </Dialog>
  )
}

import { type RefundRun, type RefundRunItem, settleRefundRunItem } from '@kartis/contract/refund-runs.ts'
import { REFUND_RUN } from '@kartis/domain/limits.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { TextArea } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import style from './refunds.module.css'
import { useRefresh } from './use-refund-runs.ts'

interface FormProps {
  readonly run: RefundRun
  readonly item: RefundRunItem
  readonly onClose: () => void
}

function SettleForm({ run, item, onClose }: FormProps) {
  const { t } = useTranslation('refund-runs')
  const lang = useLang()
  const [note, setNote] = useState('')
  const [error, setError] = useState('')
  const refresh = useRefresh(run.event_uuid)
  const settling = useMutation({
    mutationFn: () =>
      api(settleRefundRunItem, {
        params: { uuid: run.uuid, order_uuid: item.order_uuid },
        body: { note: note.trim() },
      }),
    onSuccess: () => {
      showToast({ state: 'good', text: t('screen.settle.done') })
      onClose()
    },
    onSettled: refresh,
  })
  return (
    <Stack>
      <Soft>
        {t('screen.settle.text', { amount: moneyText(toAgorot(item.amount), lang), number: item.order_number })}
      </Soft>
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
        <Button
          busy={settling.isPending}
          busyText={t('screen.settle.going')}
          onClick={() => (note.trim() === '' ? setError(t('screen.settle.required')) : settling.mutate())}
        >
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

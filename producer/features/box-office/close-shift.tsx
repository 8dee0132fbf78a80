import { closeShift } from '@kartis/contract/registers.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { TextArea, TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { readShekels } from './money-input.ts'
import { invalidateRegister } from './register-queries.ts'

interface CloseShiftProps {
  readonly uuid: string
  readonly onClosed: (uuid: string) => void
}

/** Closes a shift with the counted cash. */
export function CloseShift({ uuid, onClosed }: CloseShiftProps) {
  const { t } = useTranslation('box-office')
  const queries = useQueryClient()
  const [cash, setCash] = useState('')
  const [note, setNote] = useState('')
  const sum = readShekels(cash)
  const close = useMutation({
    mutationFn: (counted_cash: number) => api(closeShift, { params: { uuid }, body: { counted_cash, note } }),
    onSuccess: async () => {
      onClosed(uuid)
      showToast({ state: 'good', text: t('shift.closed') })
      await invalidateRegister(queries)
    },
  })
  const waits = close.error instanceof ApiError && close.error.detail['shift'] === 'waiting'
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (sum !== undefined) close.mutate(sum)
  }
  return (
    <Card title={t('shift.close')}>
      <form onSubmit={send}>
        <Stack>
          <Soft>{t('shift.close_text')}</Soft>
          {waits && <Note state="warn">{t('shift.waiting')}</Note>}
          <TextField
            label={t('shift.counted')}
            error={cash !== '' && sum === undefined ? t('money') : undefined}
            unit="₪"
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            value={cash}
            onChange={(event) => setCash(event.target.value)}
          />
          <TextArea
            label={t('shift.note')}
            optional
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <Button type="submit" full disabled={sum === undefined} busy={close.isPending}>
            {t('shift.go')}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}

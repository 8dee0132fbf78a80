import { closeShift } from '@kartis/contract/registers.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { TextArea, TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { readShekels } from './money-input.ts'
import { invalidateRegister, shiftQuery } from './register-queries.ts'
import type { ShiftCount } from './use-shift-count.ts'

interface CloseShiftProps {
  readonly uuid: string
  readonly count: ShiftCount
  readonly onClosed: (uuid: string) => void
}

/** Closes a shift with the counted cash. */
export function CloseShift({ uuid, count, onClosed }: CloseShiftProps) {
  const { t } = useTranslation('box-office')
  const lang = useLang()
  const queries = useQueryClient()
  const { cash, note, change } = count
  const sum = readShekels(cash)
  const close = useMutation({
    mutationFn: (counted_cash: number) => api(closeShift, { params: { uuid }, body: { counted_cash, note } }),
    onSuccess: async () => {
      count.clear()
      onClosed(uuid)
      showToast({ state: 'good', text: t('shift.closed') })
      await invalidateRegister(queries)
    },
  })
  const waits = close.error instanceof ApiError && close.error.detail['shift'] === 'waiting'
  const shift = useQuery(shiftQuery(uuid)).data
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (sum === undefined) return
    const expected = shift?.report?.expected_cash
    const difference = expected === undefined ? 0 : Math.round(sum * 100) - Math.round(expected * 100)
    const isRight =
      difference === 0 ||
      (await confirm({
        title: t(difference < 0 ? 'shift.short_title' : 'shift.over_title', {
          amount: moneyText(Math.abs(difference), lang),
        }),
        text: t('shift.difference_text', {
          expected: moneyText(Math.round((expected ?? 0) * 100), lang),
          counted: moneyText(Math.round(sum * 100), lang),
        }),
        action: t('shift.close_anyway'),
        stay: t('shift.count_again'),
        danger: true,
      }))
    if (isRight) close.mutate(sum)
  }
  return (
    <Card title={t('shift.close')}>
      <form onSubmit={(event) => void send(event)}>
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
            onChange={(event) => change({ cash: event.target.value })}
          />
          <TextArea
            label={t('shift.note')}
            optional
            maxLength={500}
            value={note}
            onChange={(event) => change({ note: event.target.value })}
          />
          <Button type="submit" full disabled={sum === undefined} busy={close.isPending}>
            {t('shift.go')}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}

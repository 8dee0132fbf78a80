import { openShift } from '@kartis/contract/registers.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import style from './box-office.module.css'
import { readShekels } from './money-input.ts'
import { invalidateRegister } from './register-queries.ts'
import type { ShiftCount } from './use-shift-count.ts'

/** Opens a shift with the counted float. */
export function OpenShift({ count: { cash, change, clear } }: { readonly count: ShiftCount }) {
  const { t } = useTranslation('box-office')
  const queries = useQueryClient()
  const sum = readShekels(cash)
  const open = useMutation({
    mutationFn: (opening_cash: number) => api(openShift, { body: { opening_cash } }),
    onSuccess: clear,
    onSettled: () => invalidateRegister(queries),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (sum !== undefined) open.mutate(sum)
  }
  return (
    <Card title={t('open.title')} className={style.narrow}>
      <form onSubmit={send}>
        <Stack>
          <Soft>{t('open.text')}</Soft>
          <TextField
            label={t('open.cash')}
            error={cash !== '' && sum === undefined ? t('money') : undefined}
            unit="₪"
            dir="ltr"
            inputMode="decimal"
            value={cash}
            onChange={(event) => change({ cash: event.target.value })}
          />
          <Button type="submit" size="big" full disabled={sum === undefined} busy={open.isPending}>
            {t('open.go')}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}

import { pairRegister } from '@kartis/contract/registers.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { DigitsField } from '@kartis/ui/components/digits-field.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import style from './box-office.module.css'
import { invalidateRegister } from './register-queries.ts'
import { storeRegisterToken } from './register-token.ts'

const DIGITS = 8

/** Pairs this browser as a register with the code shown to a manager. */
export function PairCard() {
  const { t } = useTranslation('box-office')
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const pair = useMutation({
    mutationFn: () => api(pairRegister, { body: { code } }),
    meta: { quiet: true },
    onSuccess: ({ data }) => {
      storeRegisterToken(data.token)
      return invalidateRegister(queries)
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    pair.mutate()
  }
  return (
    <Card title={t('pair.title')} className={style.gap}>
      <Stack>
        <Soft>{t('pair.text')}</Soft>
        <form onSubmit={send} className={style.pair}>
          <DigitsField
            label={t('pair.code')}
            hint={t('pair.hint')}
            error={pair.error instanceof ApiError ? pair.error.description : undefined}
            autoComplete="one-time-code"
            max={DIGITS}
            value={code}
            onChange={setCode}
          />
          <Button type="submit" disabled={code.length !== DIGITS} busy={pair.isPending} busyText={t('pair.busy')}>
            {t('pair.go')}
          </Button>
        </form>
      </Stack>
    </Card>
  )
}

import { pairRegister } from '@kartis/contract/registers.ts'
import { timeText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import style from './box-office.module.css'
import { invalidateRegister } from './register-queries.ts'
import { storeRegisterToken, registerToken } from './register-token.ts'

export interface ShownCode {
  readonly name: string
  readonly code: string
  readonly expires_at: string
}

/** Shows a pairing code once; the same browser can be paired with it directly. */
export function CodeDialog({ code, onClose }: { readonly code: ShownCode | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation('box-office')
  const lang = useLang()
  const queries = useQueryClient()
  const here = useMutation({
    mutationFn: (typed: string) => api(pairRegister, { body: { code: typed } }),
    onSuccess: ({ data }) => {
      storeRegisterToken(data.token)
      onClose()
      return invalidateRegister(queries)
    },
  })
  return (
    <Dialog
      open={code !== undefined}
      onClose={onClose}
      title={t('tills.code_title', { name: code?.name ?? '' })}
      actions={
        <>
          {registerToken() === undefined && (
            <Button busy={here.isPending} onClick={() => code && here.mutate(code.code)}>
              {t('tills.pair_here')}
            </Button>
          )}
          <Button look="line" onClick={onClose}>
            {t('tills.close')}
          </Button>
        </>
      }
    >
      {code && (
        <>
          <p className={style.code} dir="ltr">
            {code.code.replace(/^(\d{4})/, '$1 ')}
          </p>
          <Soft>{t('tills.code_text', { time: timeText(code.expires_at, lang) })}</Soft>
        </>
      )}
    </Dialog>
  )
}

import { type Account, addAccountFile } from '@kartis/contract/accounts.ts'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { IconFileText } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { OwnershipFile } from '../../shared/ownership-file.tsx'
import { useMutation } from '../../shared/use-mutation.ts'
import style from './profile.module.css'

/** The bank's ownership confirmation: open or replace it. */
export function FileCard({ account }: { readonly account: Account }) {
  const { t } = useTranslation('profile')
  const queries = useQueryClient()
  const uploading = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData()
      body.append('file', file)
      return api(addAccountFile, { params: { uuid: account.uuid }, body })
    },
    onSuccess: () => {
      showToast({ state: 'good', text: t('company.file_saved') })
      return queries.invalidateQueries({ queryKey: ['account', account.uuid] })
    },
  })
  const file = account.attachments.at(-1)
  return (
    <Card title={t('company.files')}>
      <Stack>
        {file ? (
          <a className={style.file} href={file.url} target="_blank" rel="noreferrer">
            <IconFileText size={22} stroke={1.75} aria-hidden />
            <span>{t('company.file_open', { name: file.name })}</span>
          </a>
        ) : (
          <Note state="warn">{t('company.file_none')}</Note>
        )}
        <OwnershipFile name={file?.name} busy={uploading.isPending} onFile={(next) => uploading.mutate(next)} />
      </Stack>
    </Card>
  )
}

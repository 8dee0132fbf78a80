import { exportMe } from '@kartis/contract/data-rights.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { IconDownload, IconEraser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { apiFile } from '../../shared/api.ts'
import { saveFile } from '../../shared/save-file.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import style from './data-rights.module.css'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** The user's own data: download a copy or erase the account. */
export function MyDataCard({ onErase }: { readonly onErase: () => void }) {
  const { t } = useTranslation('profile')
  const exporting = useMutation({
    mutationFn: () => apiFile(exportMe),
    onSuccess: (file) => {
      saveFile(file, `${t('rights.file')}.json`)
      showToast({ state: 'good', text: t('my_data.exported') })
    },
  })
  return (
    <Card title={t('my_data.title')}>
      <Stack>
        <Soft small>{t('my_data.text')}</Soft>
        <div className={style.actions}>
          <Button
            look="line"
            icon={<IconDownload {...ICON} />}
            busy={exporting.isPending}
            busyText={t('my_data.exporting')}
            onClick={() => exporting.mutate()}
          >
            {t('my_data.export')}
          </Button>
          <Button look="danger" icon={<IconEraser {...ICON} />} onClick={onErase}>
            {t('my_data.erase')}
          </Button>
        </div>
      </Stack>
    </Card>
  )
}

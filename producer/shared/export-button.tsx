import { Button } from '@kartis/ui/components/button.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from './save-file.ts'
import { useMutation } from './use-mutation.ts'

interface Props {
  readonly read: () => Promise<Blob>
  /** Of the file, without its extension; a function for one that says as of when it is. */
  readonly name: string | (() => string)
  /** Default: `xlsx`. */
  readonly type?: 'xlsx' | 'pdf' | 'csv'
  readonly full?: boolean
  readonly children: ReactNode
}

/** Downloads a list as a spreadsheet, or another file. */
export function ExportButton({ read, name, type = 'xlsx', full = false, children }: Props) {
  const { t } = useTranslation('orders')
  const exporting = useMutation({
    mutationFn: read,
    onSuccess: (file) => {
      saveFile(file, `${typeof name === 'string' ? name : name()}.${type}`)
      showToast({ state: 'good', text: t('exported') })
    },
  })
  return (
    <Button
      look="line"
      full={full}
      icon={<IconDownload size={20} stroke={1.75} aria-hidden />}
      busy={exporting.isPending}
      busyText={t('exporting')}
      onClick={() => exporting.mutate()}
    >
      {children}
    </Button>
  )
}

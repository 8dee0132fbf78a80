import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import style from './security.module.css'

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[] | undefined
  readonly onClose: () => void
}

/** Shows recovery codes once; closed only by the button that says they were saved. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation('security')
  const copy = async () => {
    await navigator.clipboard.writeText((codes ?? []).join('\n'))
    showToast({ state: 'good', text: t('recovery.copied') })
  }
  return (
    <Dialog
      open={codes !== undefined}
      locked
      onClose={onClose}
      title={t('recovery.title')}
      actions={
        <>
          <Button onClick={onClose}>{t('recovery.done')}</Button>
          <Button look="line" icon={<IconCopy size={20} stroke={1.75} aria-hidden />} onClick={() => void copy()}>
            {t('recovery.copy')}
          </Button>
        </>
      }
    >
      <Stack>
        <Soft>{t('recovery.text')}</Soft>
        <ul className={style.codes}>
          {codes?.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </Stack>
    </Dialog>
  )
}

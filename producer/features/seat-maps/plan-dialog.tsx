import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { Loading, SkeletonBlock } from '@kartis/ui/components/skeleton.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileButton } from '../../shared/file-button.tsx'
import { PLAN } from './plan.ts'
import style from './plan-dialog.module.css'
import { usePlan } from './use-plan.ts'

interface PlanDialogProps {
  readonly file: File | undefined
  readonly busy: boolean
  /** A page was chosen, or is the only one. */
  readonly onPage: (page: HTMLCanvasElement) => void
  readonly onFile: (file: File) => void
  readonly onClose: () => void
}

/** Chooses the page of a PDF file to draw after; a file of one page needs no choice. */
export function PlanDialog({ file, onClose, ...others }: PlanDialogProps) {
  const { t } = useTranslation('seat-maps')
  return (
    <Dialog open={file !== undefined} onClose={onClose} title={t('plan.title')} locked={others.busy} wide>
      {file && <Pages key={`${file.name} ${file.size} ${file.lastModified}`} file={file} {...others} />}
    </Dialog>
  )
}

function Pages({ file, busy, onPage, onFile }: Omit<PlanDialogProps, 'file' | 'onClose'> & { readonly file: File }) {
  const { t } = useTranslation('seat-maps')
  const [page, setPage] = useState(1)
  const { pages, preview, problem, take, taking } = usePlan(file, page, onPage)
  const isBusy = busy || taking
  if (problem)
    return (
      <Stack gap="wide">
        <Note state="bad">{t(`plan.problem.${problem}`, { size: PLAN.maxMegabytes })}</Note>
        <div>
          <FileButton look="line" accept="application/pdf,image/jpeg,image/png,image/webp,image/heic" onFile={onFile}>
            {t('plan.other')}
          </FileButton>
        </div>
      </Stack>
    )
  return (
    <Stack gap="wide">
      <div className={style.sheet}>
        {preview ? (
          <Rendered canvas={preview.canvas} label={t('plan.page', { page: preview.page, pages })} />
        ) : (
          <Opening />
        )}
      </div>
      {pages > 1 && (
        <>
          <Pagination page={page} lastPage={pages} onPage={setPage} />
          <Button full busy={isBusy} busyText={t('plan.reading')} disabled={preview?.page !== page} onClick={take}>
            {t('plan.use', { page })}
          </Button>
        </>
      )}
    </Stack>
  )
}

function Opening() {
  return (
    <Loading>
      <SkeletonBlock tall="min(22rem, 46dvh)" />
    </Loading>
  )
}

/** A canvas that was rendered elsewhere. */
function Rendered({ canvas, label }: { readonly canvas: HTMLCanvasElement; readonly label: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.replaceChildren(canvas), [canvas])
  return <div ref={place} className={style.page} role="img" aria-label={label} />
}

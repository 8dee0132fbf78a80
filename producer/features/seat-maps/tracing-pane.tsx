import { addTracing, changeTracing, removeTracing } from '@kartis/seat-map/editor/tracing-commands.ts'
import { LIMITS } from '@kartis/seat-map/model/document.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileButton } from '../../shared/file-button.tsx'
import { useMutation } from '../../shared/use-mutation.ts'
import { NumberField, Pane } from './editor-fields.tsx'
import { useEditor } from './editor-state.ts'
import style from './editor.module.css'
import { uploadCanvas, uploadPicture } from './picture-upload.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { isPdf } from './plan-file.ts'

const METRE = 100
const MAX_METRES = LIMITS.extentCm / METRE

interface Source {
  readonly file: File
  /** Rendered from a PDF file. */
  readonly page?: HTMLCanvasElement
}

/** A photo, a plan or the page of a PDF to draw after: only the editor shows it. */
export function TracingPane() {
  const { t } = useTranslation('seat-maps')
  const { map, document, settings, change, run } = useEditor()
  const { tracing } = document
  const id = useId()
  const [plan, setPlan] = useState<File>()
  const upload = useMutation({
    mutationFn: ({ file, page }: Source) => (page ? uploadCanvas(map, page, file.name) : uploadPicture(map, file)),
    onSuccess: (picture) => {
      if (picture) run(addTracing(picture.uuid, picture.ratio))
      else showToast({ state: 'bad', text: t('tracing.no_picture') })
    },
    onSettled: () => setPlan(undefined),
  })
  const choose = async (file: File) => {
    const hasPages = await isPdf(file)
    setPlan(hasPages ? file : undefined)
    if (!hasPages) upload.mutate({ file })
  }
  const metre = t('tracing.metre')
  const isLoose = settings.tracing === 'loose'
  return (
    <Pane title={t('tracing.title')}>
      <div className={style.stack}>
        {!tracing && <p className={style.tiny}>{t('tracing.hint')}</p>}
        {tracing && (
          <>
            <label className={style.slider} htmlFor={id}>
              <span>{t('tracing.opacity')}</span>
              <output htmlFor={id}>{Math.round(tracing.opacity * 100)}%</output>
              <input
                id={id}
                type="range"
                min={10}
                max={100}
                step={5}
                value={Math.round(tracing.opacity * 100)}
                onChange={({ target }) =>
                  run(changeTracing({ opacity: Number(target.value) / 100 }), 'tracing:opacity')
                }
              />
            </label>
            <NumberField
              label={t('tracing.width')}
              unit={metre}
              value={tracing.width / METRE}
              min={1}
              max={MAX_METRES}
              step={0.1}
              onChange={(metres) => run(changeTracing({ width: metres * METRE }), 'tracing:width')}
            />
            <div className={style.two}>
              {(['left', 'top'] as const).map((side, axis) => (
                <NumberField
                  key={side}
                  label={t(`tracing.${side}`)}
                  unit={metre}
                  value={(tracing.at[axis] ?? 0) / METRE}
                  min={-MAX_METRES}
                  max={MAX_METRES}
                  step={0.1}
                  onChange={(metres) => {
                    const [left, top] = tracing.at
                    const at: typeof tracing.at = axis === 0 ? [metres * METRE, top] : [left, metres * METRE]
                    run(changeTracing({ at }), `tracing:${side}`)
                  }}
                />
              ))}
            </div>
            <Button
              look="line"
              aria-pressed={isLoose}
              onClick={() => change({ tracing: isLoose ? 'locked' : 'loose' })}
            >
              {t(isLoose ? 'tracing.lock' : 'tracing.move')}
            </Button>
          </>
        )}
        <FileButton
          look="line"
          accept="image/jpeg,image/png,image/webp,image/heic,application/pdf"
          disabled={upload.isPending}
          onFile={(file) => void choose(file)}
        >
          {t(tracing ? 'tracing.replace' : 'tracing.add')}
        </FileButton>
        {tracing && (
          <Button look="bare" onClick={() => run(removeTracing)}>
            {t('tracing.remove')}
          </Button>
        )}
      </div>
      <PlanDialog
        file={plan}
        busy={upload.isPending}
        onPage={(page) => plan && upload.mutate({ file: plan, page })}
        onFile={(file) => void choose(file)}
        onClose={() => setPlan(undefined)}
      />
    </Pane>
  )
}

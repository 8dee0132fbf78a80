import { changeSection } from '@kartis/seat-map/commands/structure-commands.ts'
import type { Section } from '@kartis/seat-map/model/document.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useTranslation } from 'react-i18next'
import { FileButton } from '../../shared/file-button.tsx'
import { useMutation } from '../../shared/use-mutation.ts'
import { useEditor } from './editor-state.ts'
import style from './view-field.module.css'
import { uploadPicture } from './picture-upload.ts'

/** The picture that buyers see of the stage from a section. */
export function ViewField({ section: { id, name, view } }: { readonly section: Section }) {
  const { t } = useTranslation('seat-maps')
  const { map, run } = useEditor()
  const upload = useMutation({
    mutationFn: (file: File) => uploadPicture(map, file),
    onSuccess: (picture) => {
      if (!picture) showToast({ state: 'bad', text: t('section.view_no_picture') })
      else run(changeSection(id, { view: picture.uuid }))
    },
  })
  return (
    <div className={style.field}>
      <p className={style.title}>{t('section.view')}</p>
      {view !== undefined && (
        <img
          className={style.picture}
          src={`/files/${view}?w=640`}
          alt={t('section.view_alt', { name })}
          width={640}
          height={360}
        />
      )}
      {view === undefined && <p className={style.hint}>{t('section.view_hint')}</p>}
      <div className={style.acts}>
        <FileButton
          look="line"
          accept="image/jpeg,image/png,image/webp,image/heic"
          disabled={upload.isPending}
          onFile={(file) => upload.mutate(file)}
        >
          {t(view === undefined ? 'section.view_add' : 'section.view_replace')}
        </FileButton>
        {view !== undefined && (
          <Button look="bare" onClick={() => run(changeSection(id, { view: null }))}>
            {t('section.view_remove')}
          </Button>
        )}
      </div>
    </div>
  )
}

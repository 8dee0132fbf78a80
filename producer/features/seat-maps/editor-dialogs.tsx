import { findPlaces } from '@kartis/seat-map/editor/find-place.ts'
import { describePlace } from '@kartis/seat-map/model/compile.ts'
import type { HallView } from '@kartis/seat-map/viewer/hall-view.ts'
import { momentText } from '@kartis/i18n/format.ts'
import { Button, IconButton } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from './editor-state.ts'
import style from './editor.module.css'
import type { Autosave } from './use-autosave.ts'

interface FindDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onFound: (places: readonly number[]) => void
}

/** Goes to a place by its words: "גוש 4 שורה ז כיסא 12". */
export function FindDialog({ open, onClose, onFound }: FindDialogProps) {
  const { t } = useTranslation('seat-maps')
  const { scene } = useEditor()
  const [text, setText] = useState('')
  const found = useMemo(() => (open ? findPlaces(scene.map, text) : []), [open, scene, text])
  const [first] = found
  return (
    <Dialog open={open} onClose={onClose} throwaway title={t('find.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (found.length > 0) onFound(found)
        }}
      >
        <Stack gap="wide">
          <TextField
            label={t('find.label')}
            hint={
              text.trim() === ''
                ? t('find.hint')
                : first === undefined
                  ? t('find.nothing')
                  : found.length === 1
                    ? t('place.title', describePlace(scene.map, first))
                    : t('find.found', { count: found.length })
            }
            value={text}
            autoComplete="off"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog holds this field alone
            autoFocus
            onChange={({ target }) => setText(target.value)}
          />
          <Button type="submit" size="big" full disabled={found.length === 0}>
            {t('find.go')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}

export function ZoomButtons({ view, percent }: { readonly view: () => HallView | null; readonly percent?: number }) {
  const { t } = useTranslation('seat-maps')
  return (
    <div className={style.zoomer}>
      <IconButton bare label={t('zoom.out')} onClick={() => view()?.zoomBy(1 / 1.4)}>
        <IconMinus size={18} stroke={2} aria-hidden />
      </IconButton>
      {percent !== undefined && <span dir="ltr">{percent}%</span>}
      <IconButton bare label={t('zoom.in')} onClick={() => view()?.zoomBy(1.4)}>
        <IconPlus size={18} stroke={2} aria-hidden />
      </IconButton>
      <IconButton bare label={t('zoom.all')} onClick={() => view()?.showAll()}>
        <IconMaximize size={18} stroke={1.75} aria-hidden />
      </IconButton>
    </div>
  )
}

interface ConflictDialogProps {
  readonly save: Autosave
  readonly onOpenTheirs: () => void
  readonly onCopy: () => void
  readonly copying: boolean
}

/** Somebody else saved the draft meanwhile: one of the two drawings goes on. */
export function ConflictDialog({ save, onOpenTheirs, onCopy, copying }: ConflictDialogProps) {
  const { t } = useTranslation('seat-maps')
  const lang = useLang()
  const [isHidden, setHidden] = useState(false)
  if (save.state.kind !== 'conflict') return null
  const { by, at } = save.state.by
  const name = by?.name || t('conflict.somebody')
  return (
    <>
      {isHidden && (
        <div className={style.conflictLine}>
          <Note state="warn">
            {t('conflict.line', { name })}{' '}
            <button type="button" className={style.textButton} onClick={() => setHidden(false)}>
              {t('conflict.choose')}
            </button>
          </Note>
        </div>
      )}
      <Dialog open={!isHidden} onClose={() => setHidden(true)} title={t('conflict.title', { name })}>
        <Stack gap="wide">
          <p>{t('conflict.text', { name, moment: momentText(at, lang) })}</p>
          <Stack>
            <Button size="big" full busy={copying} onClick={onCopy}>
              {t('conflict.copy')}
            </Button>
            <Button look="line" size="big" full onClick={onOpenTheirs}>
              {t('conflict.theirs', { name })}
            </Button>
            <Button look="danger" size="big" full onClick={save.takeOver}>
              {t('conflict.take_over')}
            </Button>
          </Stack>
        </Stack>
      </Dialog>
    </>
  )
}

import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { TextArea } from '@kartis/ui/components/text-field.tsx'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** As many letters as the API takes. */
const LONGEST = 200

interface NoteDialogProps {
  readonly open: boolean
  readonly busy: boolean
  /** What the explanation is about: the dialog covers the list that it was opened from. */
  readonly about: ReactNode
  readonly onClose: () => void
  readonly onSave: (note: string) => void
}

/** What happened, in words of one's own. */
export function NoteDialog({ open, busy, about, onClose, onSave }: NoteDialogProps) {
  const { t } = useTranslation('gate-board')
  const [note, setNote] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const save = () => {
    const text = note.trim()
    setIsMissing(text === '')
    if (text !== '') onSave(text)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={busy}
      title={t('conflicts.answer.other')}
      actions={
        <Button busy={busy} onClick={save}>
          {t('conflicts.save')}
        </Button>
      }
    >
      {about}
      <TextArea
        label={t('conflicts.note')}
        value={note}
        maxLength={LONGEST}
        error={isMissing ? t('conflicts.note_missing') : undefined}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </Dialog>
  )
}

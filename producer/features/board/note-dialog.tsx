import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { TextArea } from '@kartis/ui/components/text-field.tsx'
import { type ReactNode, useState } from 'react'

/** As many letters as the API takes. */
const LONGEST = 200

interface NoteDialogProps {
  readonly open: boolean
  readonly busy: boolean
  readonly texts: Readonly<Record<'title' | 'label' | 'missing' | 'action', string>>
  /** What the explanation is about: the dialog covers the list that it was opened from. */
  readonly about: ReactNode
  readonly onClose: () => void
  readonly onSave: (note: string) => void
}

/** What happened, in words of one's own. */
export function NoteDialog({ open, busy, texts, about, onClose, onSave }: NoteDialogProps) {
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
      title={texts.title}
      actions={
        <Button busy={busy} onClick={save}>
          {texts.action}
        </Button>
      }
    >
      {about}
      <TextArea
        label={texts.label}
        value={note}
        maxLength={LONGEST}
        error={isMissing ? texts.missing : undefined}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </Dialog>
  )
}

import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Row, Stack } from '@kartis/ui/components/layout.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** What seats are blocked for most of all; any other reason is typed. */
const REASONS = ['sound', 'camera', 'view', 'broken'] as const
/** As a note of a seat may be. */
const MAX_CHARS = 200

interface BlockDialogProps {
  readonly open: boolean
  readonly busy: boolean
  /** How many places are blocked. */
  readonly count: number
  readonly onClose: () => void
  readonly onChosen: (reason: string) => void
}

/** Asks what some places are blocked for, so that whoever finds them later knows. */
export function BlockDialog({ open, busy, count, onClose, onChosen }: BlockDialogProps) {
  const { t } = useTranslation('seating')
  return (
    <Dialog open={open} locked={busy} onClose={onClose} title={t('block.title', { count })}>
      <BlockForm busy={busy} onChosen={onChosen} />
    </Dialog>
  )
}

function BlockForm({ busy, onChosen }: Pick<BlockDialogProps, 'busy' | 'onChosen'>) {
  const { t } = useTranslation('seating')
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChosen(reason.trim())
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextField
          label={t('block.reason')}
          hint={t('block.hint')}
          optional
          maxLength={MAX_CHARS}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Row wrap>
          {REASONS.map((each) => (
            <Button key={each} look="soft" onClick={() => setReason(t(`block.reasons.${each}`))}>
              {t(`block.reasons.${each}`)}
            </Button>
          ))}
        </Row>
        <Button type="submit" full busy={busy}>
          {t('now.acts.block')}
        </Button>
      </Stack>
    </form>
  )
}

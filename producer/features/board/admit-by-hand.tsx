import { admitOfConflict, type GateConflict } from '@kartis/contract/gate-board.ts'
import type { ManualReason } from '@kartis/domain/admission.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { IconUserCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ManualNote, ManualReasonChoice } from '../../shared/check-in/manual-reason.tsx'
import { useMutation } from '../../shared/use-mutation.ts'
import { useShowConflict } from './use-board.ts'

interface AdmitByHandProps {
  readonly event: string
  readonly conflict: GateConflict
  /** What the dialog is about. */
  readonly about: ReactNode
  readonly onAdmitted: () => void
}

/** Lets the guest of a scan in that was not recorded, such as one of a phone that was revoked meanwhile. */
export function AdmitByHand({ event, conflict, about, onAdmitted }: AdmitByHandProps) {
  const { t } = useTranslation('gate-board')
  const show = useShowConflict(event)
  const [isOpen, setIsOpen] = useState(false)
  const admitting = useMutation({
    mutationFn: (body: { readonly reason: ManualReason; readonly note: string | null }) =>
      api(admitOfConflict, { params: { uuid: event, scan_uuid: conflict.scan_uuid }, body }),
    onSuccess: ({ data }) => {
      setIsOpen(false)
      show(data)
      showToast({ state: 'good', text: t('conflicts.admitted') })
      onAdmitted()
    },
  })
  return (
    <>
      <Button icon={<IconUserCheck size={20} stroke={1.75} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('conflicts.admit')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        locked={admitting.isPending}
        title={t('conflicts.admit_title')}
      >
        <AdmitForm about={about} isBusy={admitting.isPending} onAdmit={(body) => admitting.mutate(body)} />
      </Dialog>
    </>
  )
}

interface AdmitFormProps {
  readonly about: ReactNode
  readonly isBusy: boolean
  readonly onAdmit: (body: { readonly reason: ManualReason; readonly note: string | null }) => void
}

function AdmitForm({ about, isBusy, onAdmit }: AdmitFormProps) {
  const { t } = useTranslation('gate-board')
  const [reason, setReason] = useState<ManualReason>()
  const [isMissing, setIsMissing] = useState(false)
  const [note, setNote] = useState('')
  const admit = () => {
    setIsMissing(reason === undefined)
    if (reason !== undefined) onAdmit({ reason, note: note.trim() || null })
  }
  return (
    <>
      {about}
      <ManualReasonChoice
        value={reason}
        isMissing={isMissing}
        onChange={(chosen) => {
          setReason(chosen)
          setIsMissing(false)
        }}
      />
      <ManualNote value={note} onChange={setNote} />
      <Button full busy={isBusy} onClick={admit}>
        {t('conflicts.admit_action')}
      </Button>
    </>
  )
}

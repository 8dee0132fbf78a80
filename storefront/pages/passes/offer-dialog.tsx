import { useModal } from '@kartis/ui/components/use-modal.ts'
import { type ReactNode, useId, useState } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useApi } from '../../shared/api.ts'
import dialogCss from '../../shared/dialog.module.css'
import { Icon, type IconName } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { RefusalNote } from '../../shared/refusal-note.tsx'
import { seatText } from '../../shared/seat-text.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import { type PassesView, type PassView, transferOf, type TransferView } from '../../state/order-state.ts'
import css from './passes-page.module.css'

/** What became of a ticket by what its buyer did on the page. */
export type OnTransfer = (ticket: string, transfer: TransferView) => void

interface Props {
  readonly pass: PassView
  readonly view: PassesView
  readonly onTransfer: OnTransfer
  readonly onClose: () => void
}

const Point = ({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) => (
  <li>
    <Icon name={icon} />
    <span>{children}</span>
  </li>
)

/** Says what giving a ticket to another person means, and makes the link for it. */
export const OfferDialog = ({ pass, view, onTransfer, onClose }: Props) => {
  const { t, lang } = usePageContext()
  const api = useApi()
  const id = useId()
  // Closed before it is gone: only then does the focus return to where it came from.
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  const [problem, setProblem] = useState('')
  const [busy, offer] = useSubmit(async () => {
    const { uuid, token } = view
    const result = await api('POST', '/v1/public/orders/:uuid/transfers', {
      params: { uuid },
      orderToken: token,
      body: { ticket_uuid: pass.uuid },
    })
    if (result.ok) {
      onTransfer(pass.uuid, transferOf(result.data, false, { lang, timezone: view.timezone }))
      close()
      // Something happened to the ticket since the page was opened: it says what.
    } else if (result.code === 'transfer_closed') location.reload()
    else setProblem(result.text)
    return result.ok
  })
  const dialog = useModal({ open: isOpen, onClose: close, locked: busy })
  const facts = [pass.name, seatText(pass.seat, t, lang), pass.number].filter(Boolean).join(' · ')
  return (
    <dialog ref={dialog} className={dialogCss.dialog} aria-labelledby={id} onClose={onClose}>
      <div className={parts.stack}>
        <div className={`${parts.stack} ${parts.tight}`}>
          <h2 id={id}>{t('transfer.offer.title')}</h2>
          <p className={parts.quiet}>
            <UserText>{facts}</UserText>
          </p>
        </div>
        <ul className={css.points}>
          <Point icon="phone">{t('transfer.offer.how')}</Point>
          <Point icon="shield">{t('transfer.offer.code')}</Point>
          <Point icon="undo">{t('transfer.offer.back')}</Point>
          <Point icon="info">{t('transfer.offer.refund')}</Point>
        </ul>
        <RefusalNote text={problem} />
        <div className={css.choices}>
          <button type="button" className={parts.btn} aria-busy={busy} onClick={() => offer()}>
            <Icon name="link" />
            {t(busy ? 'transfer.offer.making' : 'transfer.offer.make')}
          </button>
          <button type="button" className={`${parts.btn} ${parts.neutral}`} onClick={close}>
            {t('transfer.offer.keep')}
          </button>
        </div>
      </div>
    </dialog>
  )
}

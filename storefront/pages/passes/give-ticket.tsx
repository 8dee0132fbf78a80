import { useState } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useApi } from '../../shared/api.ts'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { RefusalNote } from '../../shared/refusal-note.tsx'
import { useSubmit } from '../../shared/use-submit.ts'
import type { PassesView, PassView, TransferView } from '../../state/order-state.ts'
import { OfferDialog, type OnTransfer } from './offer-dialog.tsx'
import css from './passes-page.module.css'
import { ShareLink, ShareTicket } from './share-ticket.tsx'

interface Props {
  readonly pass: PassView
  readonly view: PassesView
  readonly onTransfer: OnTransfer
}

type Offered = Extract<TransferView, { readonly state: 'offered' }>

/** Who holds a ticket that its buyer has given away. */
export const TransferredNote = ({ transfer }: { readonly transfer: TransferView }) => {
  const { t } = usePageContext()
  if (transfer.state !== 'accepted') return null
  return (
    <span className={css.note}>
      <UserText>
        {transfer.to
          ? t('transfer.offer.accepted_by', { name: transfer.to, when: transfer.when })
          : t('transfer.offer.accepted', { when: transfer.when })}
      </UserText>
    </span>
  )
}

interface WaitingProps extends Props {
  readonly offered: Offered
}

/** An offer that nobody has accepted yet: its link, and the way back. */
const Waiting = ({ offered, pass, view, onTransfer }: WaitingProps) => {
  const { t } = usePageContext()
  const api = useApi()
  const [problem, setProblem] = useState('')
  const { event, day, uuid, token } = view
  const [busy, withdraw] = useSubmit(async () => {
    const params = { uuid, transfer_uuid: offered.uuid }
    const result = await api('DELETE', '/v1/public/orders/:uuid/transfers/:transfer_uuid', {
      params,
      orderToken: token,
    })
    if (result.ok) onTransfer(pass.uuid, { state: 'possible' })
    // Accepted meanwhile: the page says by whom.
    else if (result.code === 'transfer_closed') location.reload()
    else setProblem(result.text)
    return result.ok
  })
  return (
    <>
      <p className={`${parts.small} ${parts.quiet}`}>{t('transfer.offer.waiting_text', { when: offered.until })}</p>
      <ShareLink
        url={offered.url}
        text={t('transfer.offer.message', { event: event.name, day, url: offered.url })}
        subject={event.name}
        label={t('transfer.offer.send')}
      />
      <button
        type="button"
        className={`${parts.btn} ${parts.textButton} ${parts.compact}`}
        aria-busy={busy}
        onClick={() => withdraw()}
      >
        <Icon name="undo" />
        {t(busy ? 'transfer.offer.withdrawing' : 'transfer.offer.withdraw')}
      </button>
      <RefusalNote text={problem} />
    </>
  )
}

/** What the buyer of a ticket may do with it: send its link, or give it to another person, with a code of its own. */
export const GiveTicket = ({ pass, view, onTransfer }: Props) => {
  const { t } = usePageContext()
  const [isAsking, setAsking] = useState(false)
  const { transfer } = pass
  return (
    <div className={css.give}>
      {transfer.state === 'offered' ? (
        <Waiting pass={pass} view={view} onTransfer={onTransfer} offered={transfer} />
      ) : (
        <ShareTicket pass={pass} view={view} />
      )}
      {transfer.state === 'possible' && (
        <button
          type="button"
          className={`${parts.btn} ${parts.textButton} ${parts.compact}`}
          onClick={() => setAsking(true)}
        >
          <Icon name="people" />
          {t('transfer.offer.start')}
        </button>
      )}
      {isAsking && <OfferDialog pass={pass} view={view} onTransfer={onTransfer} onClose={() => setAsking(false)} />}
    </div>
  )
}

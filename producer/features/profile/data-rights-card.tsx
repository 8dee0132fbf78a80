import { erasePerson, exportPerson, findPerson, type HeldData } from '@kartis/contract/data-rights.ts'
import { commaText, dayText, numberText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconDownload, IconEraser, IconSearch } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, apiFile } from '../../shared/api.ts'
import { fieldErrorsOf } from '../../shared/field-errors.ts'
import { saveFile } from '../../shared/save-file.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import style from './data-rights.module.css'
import { RIGHTS_LOG } from './rights-log.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
/** Number of orders listed; the export has all of them. */
const SHOWN = 5
const COUNTED = [
  'orders',
  'tickets',
  'held_tickets',
  'answers',
  'files',
  'invitations',
  'consents',
  'messages',
] as const

/**
 * Handles a buyer's access, export or erasure request; the buyer is found by the full phone number or e-mail address.
 */
export function DataRightsCard() {
  const { t, i18n } = useTranslation('profile')
  const [contact, setContact] = useState('')
  const finding = useMutation({
    mutationFn: async (text: string) => ({
      contact: text,
      held: (await api(findPerson, { body: { contact: text } })).data,
    }),
  })
  const forget = () => {
    setContact('')
    finding.reset()
  }
  const search = (event: FormEvent) => {
    event.preventDefault()
    finding.mutate(contact.trim())
  }
  const error = finding.error ? fieldErrorsOf(i18n, finding.error)['contact'] : undefined
  return (
    <Card title={t('rights.find')}>
      <Stack gap="wide">
        <Soft>{t('rights.text')}</Soft>
        <form className={style.search} onSubmit={search} noValidate>
          <TextField
            label={t('rights.contact')}
            hint={t('rights.contact_hint')}
            dir="ltr"
            autoComplete="off"
            maxLength={254}
            value={contact}
            error={error}
            onChange={(event) => setContact(event.currentTarget.value)}
          />
          <Button type="submit" icon={<IconSearch {...ICON} />} busy={finding.isPending}>
            {t('rights.search')}
          </Button>
        </form>
        <div className={style.status} role="status">
          {finding.data &&
            (finding.data.held.counts.orders === 0 && finding.data.held.counts.held_tickets === 0 ? (
              <Note>{t('rights.nothing')}</Note>
            ) : (
              <Held contact={finding.data.contact} held={finding.data.held} onErased={forget} />
            ))}
        </div>
      </Stack>
    </Card>
  )
}

interface HeldProps {
  readonly contact: string
  readonly held: HeldData
  readonly onErased: () => void
}

function Held({ contact, held, onErased }: HeldProps) {
  const { t } = useTranslation(['profile', 'orders'])
  const lang = useLang()
  const queries = useQueryClient()
  const { counts } = held
  const readLog = () => queries.invalidateQueries({ queryKey: RIGHTS_LOG })
  const exporting = useMutation({
    mutationFn: () => apiFile(exportPerson, { body: { contact } }),
    onSuccess: (file) => {
      saveFile(file, `${t('profile:rights.file')}.json`)
      showToast({ state: 'good', text: t('profile:my_data.exported') })
    },
    onSettled: readLog,
  })
  const erasing = useMutation({
    mutationFn: () => api(erasePerson, { body: { contact, confirm_upcoming: counts.upcoming_tickets > 0 } }),
    onSuccess: () => {
      showToast({ state: 'good', text: t('profile:rights.erased') })
      onErased()
    },
    onSettled: readLog,
  })
  const erase = async () => {
    const yes = await confirm({
      title: t('profile:rights.ask'),
      text:
        counts.upcoming_tickets > 0
          ? `${t('profile:rights.upcoming', { count: counts.upcoming_tickets })} ${t('profile:rights.ask_text')}`
          : t('profile:rights.ask_text'),
      action: t('profile:rights.erase'),
      danger: true,
    })
    if (yes) erasing.mutate()
  }
  return (
    <div className={style.held}>
      <div>
        <h3>{commaText(held.names, lang) || t('profile:rights.nameless')}</h3>
        <p className={style.names}>
          <Pieces pieces={[...held.phones, ...held.emails]} />
        </p>
      </div>
      <dl className={style.counts}>
        {COUNTED.map((key) => (
          <div key={key}>
            <dt>{t(`profile:rights.held.${key}`)}</dt>
            <dd>{numberText(counts[key], lang)}</dd>
          </div>
        ))}
      </dl>
      <ul className={style.orders} aria-label={t('profile:rights.held.orders')}>
        {held.orders.slice(0, SHOWN).map((order) => (
          <li key={order.uuid}>
            <span>
              <UserText>{order.event_name}</UserText>
              <Soft small>
                <Pieces
                  pieces={[
                    t('orders:number', { number: order.number }),
                    t('orders:tickets', { count: order.tickets_count }),
                    dayText(order.created_at, lang),
                  ]}
                />
              </Soft>
            </span>
            {order.total_amount > 0 && <Money shekels={order.total_amount} />}
          </li>
        ))}
      </ul>
      {held.orders.length > SHOWN && (
        <Soft small>{t('profile:rights.more', { count: held.orders.length - SHOWN })}</Soft>
      )}
      {held.held_tickets.length > 0 && <HeldTickets tickets={held.held_tickets} />}
      {counts.upcoming_tickets > 0 && (
        <Note state="warn">{t('profile:rights.upcoming', { count: counts.upcoming_tickets })}</Note>
      )}
      <div className={style.actions}>
        <Button
          look="line"
          icon={<IconDownload {...ICON} />}
          busy={exporting.isPending}
          busyText={t('profile:my_data.exporting')}
          onClick={() => exporting.mutate()}
        >
          {t('profile:rights.export')}
        </Button>
        <Button look="danger" icon={<IconEraser {...ICON} />} busy={erasing.isPending} onClick={() => void erase()}>
          {t('profile:rights.erase')}
        </Button>
      </div>
    </div>
  )
}

/** Tickets that other people bought and gave to the person. */
function HeldTickets({ tickets }: { readonly tickets: HeldData['held_tickets'] }) {
  const { t } = useTranslation(['profile', 'orders'])
  const lang = useLang()
  return (
    <ul className={style.orders} aria-label={t('profile:rights.held.held_tickets')}>
      {tickets.slice(0, SHOWN).map((ticket) => (
        <li key={ticket.number}>
          <span>
            <UserText>{ticket.event_name}</UserText>
            <Soft small>
              <Pieces
                pieces={[
                  t('profile:rights.held_ticket', { number: ticket.number }),
                  <UserText key="name">{ticket.name}</UserText>,
                  dayText(ticket.held_since, lang),
                ]}
              />
            </Soft>
          </span>
        </li>
      ))}
    </ul>
  )
}

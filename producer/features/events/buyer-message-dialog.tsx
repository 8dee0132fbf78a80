import type { MessageAudience } from '@kartis/contract/buyer-messages.ts'
import type { Event } from '@kartis/contract/events.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { BUYER_MESSAGE } from '@kartis/domain/buyer-message.ts'
import { momentShortText, moneyText, numberText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { TextArea, TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconSend } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../shared/field-errors.ts'
import style from './buyer-message.module.css'
import { type MessageDraft, useBuyerMessages, useMessagePreview, useSendMessage } from './use-buyer-messages.ts'

const AUDIENCES = ['all', 'ticket_type', 'not_entered'] as const satisfies readonly MessageAudience[]
const CHANNELS = ['sms', 'email'] as const

interface Props {
  readonly event: Event
  readonly open: boolean
  readonly onClose: () => void
}

/** A service message to the buyers of the event, and what was sent before. */
export function BuyerMessageDialog({ event, open, onClose }: Props) {
  const { t } = useTranslation('event')
  return (
    <Dialog open={open} onClose={onClose} wide title={t('message.title')}>
      {open && (
        <Stack gap="wide">
          <MessageForm event={event} onSent={onClose} />
          <SentMessages uuid={event.uuid} zone={event.timezone} />
        </Stack>
      )}
    </Dialog>
  )
}

function MessageForm({ event, onSent }: { readonly event: Event; readonly onSent: () => void }) {
  const { t, i18n } = useTranslation('event')
  const lang = useLang()
  const types = event.events_tickets ?? []
  const [channel, setChannel] = useState<(typeof CHANNELS)[number]>('sms')
  const [audience, setAudience] = useState<MessageAudience>('all')
  const [typeUuid, setTypeUuid] = useState('')
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  const isComplete =
    text.trim() !== '' &&
    (channel === 'sms' || subject.trim() !== '') &&
    (audience !== 'ticket_type' || typeUuid !== '')
  const draft: MessageDraft | null = isComplete
    ? {
        channel,
        audience,
        text,
        ...(audience === 'ticket_type' && { events_ticket_uuid: typeUuid }),
        ...(channel === 'email' && { subject }),
      }
    : null
  const previewing = useMessagePreview(event.uuid, draft)
  const { text: wrong } = fieldErrorsOf(i18n, draft && previewing.error)
  const preview = wrong ? undefined : previewing.data
  const sending = useSendMessage(event.uuid, (recipients) => {
    showToast({ state: 'good', text: t('message.sent', { count: recipients }) })
    onSent()
  })
  const people = preview?.recipients ?? 0
  const send = async (submit: FormEvent) => {
    submit.preventDefault()
    if (!draft || people === 0) return
    const isSure = await confirm({
      title: t('message.ask', { count: people }),
      text: [
        preview?.cost != null && t('message.ask_cost', { sum: moneyText(toAgorot(preview.cost), lang) }),
        t('message.ask_text'),
      ]
        .filter(Boolean)
        .join(' '),
      action: t('message.send'),
    })
    if (isSure) sending.mutate({ ...draft, service: true, recipients: people })
  }
  return (
    <form onSubmit={(submit) => void send(submit)}>
      <Stack>
        <Note>{t('message.service')}</Note>
        <ChoicePills
          label={t('message.channel')}
          choices={CHANNELS.map((value) => ({ value, label: t(`message.by.${value}`) }))}
          value={channel}
          onChange={setChannel}
        />
        <ChoicePills
          label={t('message.to')}
          choices={AUDIENCES.filter((value) => value !== 'ticket_type' || types.length > 1).map((value) => ({
            value,
            label: t(`message.audience.${value}`),
          }))}
          value={audience}
          onChange={setAudience}
        />
        {audience === 'ticket_type' && (
          <SelectField
            label={t('message.type')}
            placeholder={t('message.type')}
            options={types.map((type) => ({ value: type.uuid, label: type.name }))}
            value={typeUuid}
            onChange={(change) => setTypeUuid(change.target.value)}
          />
        )}
        {channel === 'email' && (
          <TextField
            label={t('message.subject')}
            maxLength={BUYER_MESSAGE.maxSubjectChars}
            value={subject}
            onChange={(change) => setSubject(change.target.value)}
          />
        )}
        <TextArea
          label={t('message.text')}
          hint={t(channel === 'sms' ? 'message.text_hint_sms' : 'message.text_hint', { name: event.name })}
          error={wrong}
          rows={4}
          maxLength={BUYER_MESSAGE.maxTextChars}
          value={text}
          onChange={(change) => setText(change.target.value)}
        />
        {draft && preview && (
          <div className={style.preview} aria-live="polite">
            <b>{t('message.reaches', { count: people, figure: numberText(people, lang) })}</b>
            {channel === 'sms' && people > 0 && (
              <span>
                {t('message.parts', {
                  count: preview.sms_parts_total,
                  figure: numberText(preview.sms_parts_total, lang),
                })}
                {preview.cost !== null && ` · ${t('message.cost', { sum: moneyText(toAgorot(preview.cost), lang) })}`}
              </span>
            )}
            {preview.unreachable > 0 && <span>{t('message.unreachable', { count: preview.unreachable })}</span>}
            <p dir="auto">{preview.text}</p>
          </div>
        )}
        <Button
          type="submit"
          full
          icon={<IconSend size={20} stroke={1.75} aria-hidden />}
          disabled={!draft || people === 0}
          busy={sending.isPending}
        >
          {t('message.send')}
        </Button>
      </Stack>
    </form>
  )
}

function SentMessages({ uuid, zone }: { readonly uuid: string; readonly zone: string }) {
  const { t } = useTranslation('event')
  const lang = useLang()
  const { data: messages } = useBuyerMessages(uuid, true)
  if (!messages || messages.length === 0) return null
  return (
    <section aria-label={t('message.log')}>
      <h3>{t('message.log')}</h3>
      <ul className={style.log}>
        {messages.map((message) => (
          <li key={message.uuid}>
            <p dir="auto">{message.text}</p>
            <Soft small>
              {[
                t(`message.by.${message.channel}`),
                message.ticket_type ?? t(`message.audience.${message.audience}`),
                t('message.people', { count: message.recipients - message.not_sent }),
                momentShortText(message.created_at, lang, zone),
                message.sent_by,
              ].join(' · ')}
            </Soft>
            {message.not_sent > 0 && <Soft small>{t('message.not_sent', { count: message.not_sent })}</Soft>}
          </li>
        ))}
      </ul>
    </section>
  )
}

import { createGateDevice } from '@kartis/contract/gate-devices.ts'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import type { Event } from '@kartis/contract/events.ts'
import { parsePhone } from '@kartis/domain/phone.ts'
import { GATE_DEVICE_ROLES, type GateDeviceRole } from '@kartis/domain/gate-device.ts'
import { phoneText } from '@kartis/i18n/format.ts'
import { Button, buttonClass } from '@kartis/ui/components/button.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { EMPTY_PHONE, PhoneField } from '@kartis/ui/components/phone-field.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { IconBrandWhatsapp, IconCopy, IconMessage, IconShare2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { copyText } from '../../shared/copy-text.ts'
import { gatesOfEvent } from '../../shared/check-in/gates-of-event.ts'
import { reasonText } from '../../shared/field-errors.ts'
import { instantOf, localText } from '../../shared/local-moment.ts'
import { MomentField } from '../../shared/moment-field.tsx'
import { smsLink, whatsappLink } from '../../shared/share-links.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import style from './gate.module.css'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
/** No name of a gate has one character that is a hyphen alone. */
const ANY = '-'
/** A device ends some hours after the event does: people still come and go. */
const AFTER_END_MS = 3 * 3_600_000

interface AddDeviceProps {
  readonly event: Event
  readonly open: boolean
  readonly onClose: () => void
  readonly onCreated: () => void
}

/** Makes the link of one phone; afterwards it is shown once, as a link and as a QR. */
export function AddDeviceDialog({ event, open, onClose, onCreated }: AddDeviceProps) {
  const { t } = useTranslation('gate-devices')
  const [created, setCreated] = useState<Created>()
  const close = () => {
    setCreated(undefined)
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={t(created ? 'link.title' : 'new.title')}>
      {created ? (
        <LinkOfDevice {...created} onDone={close} />
      ) : (
        <NewDevice
          event={event}
          onCreated={(made) => {
            setCreated(made)
            onCreated()
          }}
        />
      )}
    </Dialog>
  )
}

/** The link that was made, and the phone that has it by SMS. */
type Created = ReplyOf<typeof createGateDevice>['data'] & { readonly sentTo: string | undefined }

const usualEnd = ({ ends_at: ends }: Event): Date => new Date(Math.max(Date.parse(ends), Date.now()) + AFTER_END_MS)

interface NewDeviceProps {
  readonly event: Event
  readonly onCreated: (made: Created) => void
}

function NewDevice({ event, onCreated }: NewDeviceProps) {
  const { t, i18n } = useTranslation(['gate-devices', 'validation'])
  const gates = gatesOfEvent(event)
  const [label, setLabel] = useState('')
  const [role, setRole] = useState<GateDeviceRole>('scan')
  const [gate, setGate] = useState(ANY)
  const [end, setEnd] = useState(() => localText(event.timezone, usualEnd(event)))
  const [phone, setPhone] = useState(EMPTY_PHONE)
  const [isTried, setIsTried] = useState(false)
  const expiresAt = instantOf(event.timezone, end)
  const [now] = useState(() => Date.now())
  const isAhead = expiresAt !== undefined && Date.parse(expiresAt) > now
  const creating = useMutation({
    mutationFn: async () =>
      (
        await api(createGateDevice, {
          params: { uuid: event.uuid },
          body: {
            label: label.trim(),
            role,
            gate: gate === ANY ? null : gate,
            expires_at: expiresAt ?? '',
            ...(phone.number !== '' && { phone_number: phone.number, phone_country_code: phone.country }),
          },
        })
      ).data,
    onSuccess: (made) => onCreated({ ...made, sentTo: parsed?.ok === true ? parsed.e164 : undefined }),
  })
  const parsed = phone.number === '' ? undefined : parsePhone(phone.country, phone.number)
  const phoneWrong = parsed?.ok === false && parsed.reason
  const submit = () => {
    setIsTried(true)
    if (label.trim() !== '' && isAhead && !phoneWrong) creating.mutate()
  }
  return (
    <Stack>
      <TextField
        label={t('new.label')}
        placeholder={t('new.label_example')}
        maxLength={60}
        value={label}
        error={isTried && label.trim() === '' && t('new.label_missing')}
        onChange={({ target }) => setLabel(target.value)}
      />
      <PhoneField
        label={t('new.phone')}
        hint={t('new.phone_hint')}
        optional
        value={phone}
        error={isTried && phoneWrong && reasonText(i18n, phoneWrong)}
        onChange={setPhone}
      />
      <ChoicePills
        label={t('new.role')}
        hint={t(`role_text.${role}`)}
        choices={GATE_DEVICE_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
        value={role}
        onChange={setRole}
      />
      {gates.length > 0 && (
        <SelectField
          label={t('new.gate')}
          placeholder={t('new.any_gate')}
          options={[{ value: ANY, label: t('new.any_gate') }, ...gates.map((name) => ({ value: name, label: name }))]}
          value={gate}
          onChange={({ target }) => setGate(target.value)}
        />
      )}
      <MomentField
        label={t('new.end')}
        timeLabel={t('new.end_time')}
        placeholder={t('new.end')}
        usualTime="03:00"
        min={localText(event.timezone, new Date(now))}
        value={end}
        error={isTried && !isAhead && t('new.end_wrong')}
        onChange={setEnd}
      />
      <Button full busy={creating.isPending} onClick={submit}>
        {t('new.action')}
      </Button>
    </Stack>
  )
}

interface LinkProps extends Created {
  readonly onDone: () => void
}

function LinkOfDevice({ device, link, qr, sentTo, onDone }: LinkProps) {
  const { t } = useTranslation('gate-devices')
  const copy = () => copyText(link, { copied: t('link.copied'), failed: t('link.not_copied') })
  const share = async () => {
    try {
      await navigator.share({ text: t('link.message'), url: link })
    } catch {
      // closing the share menu without a choice is no failure
    }
  }
  const edge = qr.size + 4
  return (
    <Stack>
      <Soft>
        {sentTo === undefined
          ? t('link.text', { name: device.label })
          : t('link.sent', { name: device.label, phone: phoneText(sentTo) })}
      </Soft>
      <div className={style.qr}>
        <svg viewBox={`-2 -2 ${edge} ${edge}`} role="img" aria-label={t('link.qr')} shapeRendering="crispEdges">
          <path d={qr.path} fill="black" />
        </svg>
      </div>
      <TextField label={t('link.label')} value={link} readOnly dir="ltr" onFocus={({ target }) => target.select()} />
      {typeof navigator.share === 'function' ? (
        <Button full icon={<IconShare2 {...ICON} />} onClick={() => void share()}>
          {t('link.share')}
        </Button>
      ) : (
        <div className={style.ways}>
          <a
            className={buttonClass({ full: true })}
            href={whatsappLink(t('link.message'), link)}
            target="_blank"
            rel="noreferrer"
          >
            <IconBrandWhatsapp {...ICON} />
            {t('link.whatsapp')}
          </a>
          <a className={buttonClass({ look: 'line', full: true })} href={smsLink(t('link.message'), link)}>
            <IconMessage {...ICON} />
            {t('link.sms')}
          </a>
        </div>
      )}
      <Button look="line" full icon={<IconCopy {...ICON} />} onClick={() => void copy()}>
        {t('link.copy')}
      </Button>
      <Button look="bare" full onClick={onDone}>
        {t('link.done')}
      </Button>
    </Stack>
  )
}

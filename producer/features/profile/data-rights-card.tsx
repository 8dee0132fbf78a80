import { erasePerson, exportPerson, findPerson, type HeldData } from '@kartis/contract/data-rights.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/parts/button.tsx'
import { Card, Note } from '@kartis/ui/parts/card.tsx'
import { confirm } from '@kartis/ui/parts/confirm.ts'
import { Soft, Stack } from '@kartis/ui/parts/layout.tsx'
import { TextField } from '@kartis/ui/parts/text-field.tsx'
import { showToast } from '@kartis/ui/parts/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconDownload, IconEraser, IconSearch } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, apiFile } from '../../shared/api.ts'
import { fieldErrorsOf } from '../../shared/field-errors.ts'
import { saveFile } from '../../shared/save-file.ts'
import style from './data-rights.module.css'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
const COUNTED = ['orders', 'tickets', 'answers', 'files', 'invitations', 'consents', 'messages'] as const

/** A buyer asks what is held of him, for a copy, or to be forgotten: found by his whole phone or e-mail. */
export function DataRightsCard() {
  const { t, i18n } = useTranslation('profile')
  const [contact, setContact] = useState('')
  const finding = useMutation({
    mutationFn: async (text: string) => ({
      contact: text,
      held: (await api(findPerson, { body: { contact: text } })).data,
    }),
  })
  const search = (event: FormEvent) => {
    event.preventDefault()
    finding.mutate(contact.trim())
  }
  const error = finding.error ? fieldErrorsOf(i18n, finding.error)['contact'] : undefined
  return (
    <Card title={t('rights.title')}>
      <Stack>
        <Soft small>{t('rights.text')}</Soft>
        <form className={style.search} onSubmit={search} noValidate>
          <TextField
            label={t('rights.contact')}
            dir="ltr"
            autoComplete="off"
            maxLength={254}
            value={contact}
            error={error}
            onChange={(event) => setContact(event.currentTarget.value)}
          />
          <Button type="submit" look="line" icon={<IconSearch {...ICON} />} busy={finding.isPending}>
            {t('rights.search')}
          </Button>
        </form>
        <div role="status">
          {finding.data &&
            (finding.data.held.counts.orders === 0 ? (
              <Note>{t('rights.nothing')}</Note>
            ) : (
              <Held contact={finding.data.contact} held={finding.data.held} onErased={finding.reset} />
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
  const { t } = useTranslation('profile')
  const lang = useLang()
  const { counts } = held
  const exporting = useMutation({
    mutationFn: () => apiFile(exportPerson, { body: { contact } }),
    onSuccess: (file) => saveFile(file, `${t('rights.file')}.json`),
  })
  const erasing = useMutation({
    mutationFn: () => api(erasePerson, { body: { contact, confirm_upcoming: counts.upcoming_tickets > 0 } }),
    onSuccess: () => {
      showToast({ state: 'good', text: t('rights.erased') })
      onErased()
    },
  })
  const erase = async () => {
    const yes = await confirm({
      title: t('rights.ask'),
      text:
        counts.upcoming_tickets > 0
          ? `${t('rights.upcoming', { count: counts.upcoming_tickets })} ${t('rights.ask_text')}`
          : t('rights.ask_text'),
      action: t('rights.erase'),
      danger: true,
    })
    if (yes) erasing.mutate()
  }
  return (
    <Stack>
      <p className={style.names}>
        {[...held.names, ...held.phones, ...held.emails].map((text) => (
          <bdi key={text}>{text}</bdi>
        ))}
      </p>
      <dl className={style.counts}>
        {COUNTED.map((key) => (
          <div key={key}>
            <dt>{t(`rights.held.${key}`)}</dt>
            <dd>{numberText(counts[key], lang)}</dd>
          </div>
        ))}
      </dl>
      {counts.upcoming_tickets > 0 && (
        <Note state="warn">{t('rights.upcoming', { count: counts.upcoming_tickets })}</Note>
      )}
      <div className={style.actions}>
        <Button
          look="line"
          icon={<IconDownload {...ICON} />}
          busy={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          {t('rights.export')}
        </Button>
        <Button look="danger" icon={<IconEraser {...ICON} />} busy={erasing.isPending} onClick={() => void erase()}>
          {t('rights.erase')}
        </Button>
      </div>
    </Stack>
  )
}

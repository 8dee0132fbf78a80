import type { Event } from '@kartis/contract/events.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { SwitchRow } from '@kartis/ui/components/switch-row.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIRST_LIMIT, type PhoneLimit, readLimit } from './phone-limit.ts'
import { useSaveSaleSettings } from './ticket-queries.ts'
import style from './tickets.module.css'

/** How phones count at the event's sale. A switch is saved at once, the number with its button. */
export function PhoneLimitCard({ event }: { readonly event: Event }) {
  const { t } = useTranslation('tickets')
  const saved = event.settings?.limit_per_phone ?? null
  const saving = useSaveSaleSettings(event.uuid)
  const save = (limit: PhoneLimit): void =>
    saving.mutate(
      { limit_per_phone: limit },
      {
        onSuccess: () =>
          showToast({ state: 'good', text: t(limit === null ? 'phone_limit.off' : 'phone_limit.saved') }),
      },
    )
  const saveSwitch = (name: 'verify_before_hold' | 'foreign_phones', checked: boolean): void =>
    saving.mutate(
      { [name]: checked },
      {
        onSuccess: () => showToast({ state: 'good', text: t(`phone_limit.${name}.${checked ? 'on' : 'off'}`) }),
      },
    )
  const on = saved !== null && saved !== false
  return (
    <Card>
      <Stack>
        <SwitchRow
          label={t('phone_limit.label')}
          hint={t('phone_limit.hint')}
          checked={on}
          disabled={saving.isPending}
          onChange={(checked) => save(checked ? FIRST_LIMIT : null)}
        />
        {on && <Count key={String(saved)} saved={saved} busy={saving.isPending} onSave={save} />}
        {(['verify_before_hold', 'foreign_phones'] as const).map((name) => (
          <SwitchRow
            key={name}
            label={t(`phone_limit.${name}.label`)}
            hint={t(`phone_limit.${name}.hint`)}
            checked={event.settings?.[name] === true}
            disabled={saving.isPending}
            onChange={(checked) => saveSwitch(name, checked)}
          />
        ))}
      </Stack>
    </Card>
  )
}

interface CountProps {
  /** True: only the ticket types' purchase limits apply. */
  readonly saved: number | true
  readonly busy: boolean
  readonly onSave: (limit: PhoneLimit) => void
}

function Count({ saved, busy, onSave }: CountProps) {
  const { t } = useTranslation('tickets')
  const before = saved === true ? '' : String(saved)
  const [text, setText] = useState(before)
  const limit = readLimit(text)
  return (
    <form
      className={style.phoneCount}
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault()
        if (limit !== undefined) onSave(limit)
      }}
    >
      <TextField
        label={t('phone_limit.count')}
        hint={t('phone_limit.count_hint')}
        optional
        error={limit === undefined ? t('phone_limit.wrong') : undefined}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        value={text}
        onChange={(change) => setText(change.target.value)}
      />
      {text.trim() !== before && (
        <Button type="submit" look="line" disabled={limit === undefined} busy={busy}>
          {t('phone_limit.save')}
        </Button>
      )}
    </form>
  )
}

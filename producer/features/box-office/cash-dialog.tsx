import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { IconBackspace } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './box-office.module.css'
import { changeOf, likelyNotes, readShekels } from './money-input.ts'
import { useFocusInDialog } from './use-focus-in-dialog.ts'

interface CashDialogProps {
  readonly total: number
  readonly busy: boolean
  readonly onClose: () => void
  readonly onTake: (received: number) => void
}

const PAD = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0'] as const

/** Cash received and the change for it; Enter confirms, with the exact amount if nothing was typed. */
export function CashDialog({ total, busy, onClose, onTake }: CashDialogProps) {
  const { t } = useTranslation('box-office')
  const form = useId()
  const input = useFocusInDialog<HTMLInputElement>()
  const [typed, setTyped] = useState('')
  const received = typed === '' ? total : readShekels(typed)
  const change = received === undefined ? undefined : changeOf(received, total)
  const enough = change !== undefined && change >= 0
  const take = (event: FormEvent) => {
    event.preventDefault()
    if (enough && received !== undefined) onTake(received)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      throwaway
      locked={busy}
      title={t('cash.title')}
      actions={
        <Button
          type="submit"
          form={form}
          look="spark"
          size="big"
          full
          disabled={!enough}
          busy={busy}
          busyText={t('cash.busy')}
        >
          {t('cash.go')}
        </Button>
      }
    >
      <form id={form} onSubmit={take} className={style.cash}>
        <p className={style.total}>
          <span>{t('sell.total')}</span>
          <b>
            <Money shekels={total} big />
          </b>
        </p>
        <TextField
          label={t('cash.given')}
          error={change === undefined ? t('money') : undefined}
          unit="₪"
          dir="ltr"
          inputMode="decimal"
          ref={input}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className={style.notes}>
          <Button look={typed === '' ? 'soft' : 'line'} aria-pressed={typed === ''} onClick={() => setTyped('')}>
            {t('cash.exact')}
          </Button>
          {likelyNotes(total).map((note) => (
            <Button key={note} look="line" onClick={() => setTyped(String(note))}>
              <Money shekels={note} big />
            </Button>
          ))}
        </div>
        <div className={style.pad} dir="ltr">
          {PAD.map((key) => (
            <button key={key} type="button" onClick={() => setTyped((before) => before + key)}>
              {key}
            </button>
          ))}
          <button type="button" aria-label={t('cash.back')} onClick={() => setTyped((before) => before.slice(0, -1))}>
            <IconBackspace size={22} stroke={1.75} aria-hidden />
          </button>
        </div>
        <p className={style.change} data-short={!enough || undefined} role="status">
          <span>{t(enough ? 'cash.change' : 'cash.short')}</span>
          <b>
            <Money shekels={Math.abs(change ?? total)} big />
          </b>
        </p>
      </form>
    </Dialog>
  )
}

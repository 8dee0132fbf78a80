import { type PaymentTerminal, testPaymentTerminal } from '@kartis/contract/payment-terminals.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { dayText, moneyText, timeText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconCreditCard } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useTerminalTitle } from '../../shared/gateway-texts.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { useChangeTerminal } from './use-terminals.ts'
import style from './terminals.module.css'

interface TerminalRowProps {
  readonly terminal: PaymentTerminal
  /** All terminals of the account: what a suspension means depends on them. */
  readonly all: readonly PaymentTerminal[]
  readonly mayChange: boolean
}

export function TerminalRow({ terminal, all, mayChange }: TerminalRowProps) {
  const { t } = useTranslation('terminals')
  const lang = useLang()
  const title = useTerminalTitle()(terminal)
  const [isEditing, setIsEditing] = useState(false)
  const smallest = toAgorot(terminal.min_installment)
  const { max_installments: max } = terminal
  return (
    <li>
      <GlyphTile tone={terminal.status === 'active' ? 'accent' : 'quiet'}>
        <IconCreditCard size={20} stroke={1.75} aria-hidden />
      </GlyphTile>
      <div>
        <h2>
          <UserText>{title}</UserText>
        </h2>
        <p>
          <Pieces
            pieces={[
              t('installments', { count: max }),
              max > 1 && smallest > 0 && t('smallest', { sum: moneyText(smallest, lang) }),
              terminal.bit && t('bit'),
              t('since', { day: dayText(terminal.created_at, lang) }),
            ]}
          />
        </p>
      </div>
      <StateChip terminal={terminal} />
      <Actions terminal={terminal} title={title}>
        {mayChange && (
          <>
            <Button look="bare" aria-label={t('offer.edit_one', { name: title })} onClick={() => setIsEditing(true)}>
              {t('offer.edit')}
            </Button>
            <SuspendButton terminal={terminal} all={all} title={title} />
          </>
        )}
      </Actions>
      <OfferDialog terminal={terminal} open={isEditing} onClose={() => setIsEditing(false)} />
    </li>
  )
}

function StateChip({ terminal: { status, is_default: charges } }: Pick<TerminalRowProps, 'terminal'>) {
  const { t } = useTranslation('terminals')
  if (status === 'suspended') return <Chip state="warn">{t('state.suspended')}</Chip>
  return charges ? <Chip state="good">{t('state.charges')}</Chip> : <Chip>{t('state.waits')}</Chip>
}

interface ActionsProps {
  readonly terminal: PaymentTerminal
  readonly title: string
  /** What else can be done with it. */
  readonly children: ReactNode
}

/** What can be done with a terminal, and what the gateway answered when it was asked whether it still knows the stored credentials. */
function Actions({ terminal: { uuid }, title, children }: ActionsProps) {
  const { t } = useTranslation('terminals')
  const lang = useLang()
  const testing = useMutation({
    mutationFn: async () => (await api(testPaymentTerminal, { params: { uuid } })).data,
  })
  const { data } = testing
  return (
    <div className={style.actions}>
      <Button
        look="bare"
        aria-label={t('test.one', { name: title })}
        busy={testing.isPending}
        busyText={t('test.asking')}
        onClick={() => testing.mutate()}
      >
        {t('test.action')}
      </Button>
      {children}
      {/* A problem is an alert by itself. */}
      <div className={style.result} role={data?.works === false ? undefined : 'status'}>
        {data !== undefined && (
          <Note state={data.works ? 'good' : 'warn'}>
            {t(`test.${data.problem ?? 'works'}`, { time: timeText(data.checked_at, lang) })}
          </Note>
        )}
      </div>
    </div>
  )
}

function SuspendButton({ terminal, all, title }: Omit<TerminalRowProps, 'mayChange'> & { readonly title: string }) {
  const { t } = useTranslation('terminals')
  const titleOf = useTerminalTitle()
  const changing = useChangeTerminal(terminal)
  const isActive = terminal.status === 'active'
  const next = all.find(({ uuid, status }) => uuid !== terminal.uuid && status === 'active')
  const suspendText = (): string => {
    if (next === undefined) return t('suspend.text_last')
    return terminal.is_default ? t('suspend.text_next', { next: titleOf(next) }) : t('suspend.text')
  }
  const change = async () => {
    const question = isActive
      ? { title: t('suspend.title', { name: title }), text: suspendText(), action: t('suspend.action'), danger: true }
      : { title: t('resume.title', { name: title }), text: t('resume.text'), action: t('resume.action') }
    if (!(await confirm(question))) return
    changing.mutate(
      { status: isActive ? 'suspended' : 'active' },
      { onSuccess: () => showToast({ state: 'good', text: t(isActive ? 'suspend.done' : 'resume.done') }) },
    )
  }
  return (
    <Button
      look="bare"
      aria-label={t(isActive ? 'suspend.one' : 'resume.one', { name: title })}
      busy={changing.isPending}
      onClick={() => void change()}
    >
      {t(isActive ? 'suspend.action' : 'resume.action')}
    </Button>
  )
}

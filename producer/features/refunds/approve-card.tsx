import type { RefundRun } from '@kartis/contract/refund-runs.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { needsChoice } from '@kartis/domain/refund-run.ts'
import { momentShortText, moneyText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../shared/session.ts'
import style from './refunds.module.css'
import { useRunAct } from './use-refund-runs.ts'

interface Props {
  readonly run: RefundRun
  /** The orders changed when it was approved before: the event has gone off sale, and the refunds still wait. */
  readonly isOffSale: boolean
  /** Prepares the run anew. */
  readonly onAgain: () => void
}

/** What the approval does, and who may approve. */
export function ApproveCard({ run, isOffSale, onAgain }: Props) {
  const { t } = useTranslation('refund-runs')
  const lang = useLang()
  const { can } = useSession()
  const approving = useRunAct(run, 'approve', () => showToast({ state: 'good', text: t('screen.approve.done') }))
  const { preview, deadline } = run
  const amount = moneyText(toAgorot(preview.amount), lang)
  const chooses = needsChoice(run.kind)
  const byHand = preview.by_hand.reduce((sum, { orders }) => sum + orders, 0)
  const isEmpty = preview.orders === 0
  const orders = t('screen.approve.orders', { count: preview.orders })
  const title = t(chooses ? 'screen.approve.title_ask' : 'screen.approve.title', { amount, orders })
  const approve = async () => {
    const action = t('screen.approve.go')
    const net = run.payout_after?.calculations.neto_deposit ?? 0
    const debt = net < 0 && !chooses && t('screen.after.debt', { amount: moneyText(-toAgorot(net), lang) })
    const text = [t('screen.approve.confirm'), debt].filter(Boolean).join(' ')
    if (await confirm({ title, text, action, danger: !chooses })) approving.mutate()
  }
  return (
    <Card
      title={isEmpty ? t('screen.approve.nothing') : title}
      action={<Chip state="warn">{t('screen.run_state.previewed')}</Chip>}
    >
      <Stack>
        {!isEmpty && (
          <p>
            {chooses
              ? t('screen.approve.text_ask', { when: deadline ? momentShortText(deadline, lang) : '' })
              : t(isOffSale ? 'screen.approve.text_waits' : 'screen.approve.text_off_sale')}{' '}
            {byHand > 0 && t('screen.approve.by_hand', { count: byHand })}
          </p>
        )}
        {run.approval_needs === 'second_person' && <Note state="warn">{t('screen.approve.second')}</Note>}
        {can['order.cancel'] && (
          <div className={style.actions}>
            {!isEmpty && (
              <Button
                disabled={run.approval_needs !== null}
                busy={approving.isPending}
                busyText={t('screen.approve.going')}
                onClick={() => void approve()}
              >
                {t('screen.approve.go')}
              </Button>
            )}
            <Button look="line" onClick={onAgain} disabled={approving.isPending}>
              {t('screen.approve.again')}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}

import {
  requestBankDetails,
  downloadRefundTransferFile,
  noteRefundTransfer,
  type RefundTransfer,
} from '@kartis/contract/refund-transfers.ts'
import { REFUND_RUN } from '@kartis/domain/limits.ts'
import { REFUND_TRANSFER_MOVES } from '@kartis/domain/refund-transfer.ts'
import { dayText, momentText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Columns, Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { TextArea } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, apiFile } from '../../shared/api.ts'
import { useBankName } from '../../shared/bank-fields.tsx'
import { ExportButton } from '../../shared/export-button.tsx'
import { PathLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useLeaveGuard } from '../../shared/use-leave-guard.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { MoneyHero } from './money-hero.tsx'
import { OrderLink } from './order-link.tsx'
import style from './money.module.css'
import { TRANSFER_CHIP, useTransfer } from './use-transfers.ts'

/** It stands in a bank file of the operator of the site: the producer has nothing to transfer. */
const isOfOperator = ({ paid_by: payer }: RefundTransfer): boolean => payer === 'operator'

/** One refund by bank transfer: how much and until when, to which account, and what may be done now. */
export function TransferView({ uuid }: { readonly uuid: string }) {
  const { t } = useTranslation('refund-transfers')
  const transfer = useTransfer(uuid)
  return (
    <Page>
      <PageHead
        title={transfer.data ? t('screen.order', { number: transfer.data.order_number }) : ''}
        eyebrow={t('title')}
        back="/money/transfers"
      />
      <WhenLoaded query={transfer}>{(data) => <Shown transfer={data} />}</WhenLoaded>
    </Page>
  )
}

function Shown({ transfer }: { readonly transfer: RefundTransfer }) {
  const { t } = useTranslation('refund-transfers')
  const lang = useLang()
  const { status, due_at: due, done_at: done } = transfer
  return (
    <Columns aside={<HistoryCard transfer={transfer} />}>
      {isOfOperator(transfer) && done === null && <Note>{t('screen.operator_pays')}</Note>}
      <MoneyHero
        chip={{ state: TRANSFER_CHIP[status], text: t(`state.${status}`) }}
        label={t('column.amount')}
        shekels={transfer.amount}
        under={<UserText>{transfer.buyer_name}</UserText>}
        stub={[
          done === null
            ? { name: t('column.due_at'), value: dayText(due, lang) }
            : { name: t('state.done'), value: dayText(done, lang) },
        ]}
      />
      <BankCard transfer={transfer} />
      {REFUND_TRANSFER_MOVES[status].length > 0 && <ActCard transfer={transfer} />}
    </Columns>
  )
}

interface Fact {
  readonly name: string
  readonly value: ReactNode
}

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={style.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Where the money goes. */
function BankCard({ transfer }: { readonly transfer: RefundTransfer }) {
  const { t } = useTranslation('refund-transfers')
  const bankName = useBankName()
  const { bank, file, status } = transfer
  const isOwn = !isOfOperator(transfer)
  if (bank === null)
    return (
      <Card title={t('screen.details')}>
        <Soft>
          {t(
            status === 'withdrawn'
              ? 'screen.withdrawn_text'
              : status === 'done'
                ? 'screen.erased'
                : 'screen.no_details',
          )}
        </Soft>
      </Card>
    )
  return (
    <Card title={t('screen.details')}>
      <Stack>
        <Facts
          facts={[
            { name: t('screen.holder'), value: <UserText>{bank.holder_name}</UserText> },
            { name: t('screen.bank'), value: `${bankName(bank.bank_number)} (${bank.bank_number})` },
            { name: t('screen.branch'), value: <bdi dir="ltr">{bank.bank_branch_number}</bdi> },
            ...(isOwn ? [{ name: t('screen.account'), value: <bdi dir="ltr">{bank.bank_account_number}</bdi> }] : []),
          ]}
        />
        {bank.check === 'invalid' ? (
          <Note state="warn">{t('screen.check.invalid')}</Note>
        ) : (
          <Soft small>{t(`screen.check.${bank.check}`)}</Soft>
        )}
        {isOwn && <Soft small>{t('screen.logged')}</Soft>}
        {isOwn && file !== null && (
          <ExportButton
            read={() => apiFile(downloadRefundTransferFile, { params: { uuid: file.uuid } })}
            name={t('screen.file_name', { number: file.number })}
            type="csv"
            full
          >
            {t('screen.download', { number: file.number })}
          </ExportButton>
        )}
      </Stack>
    </Card>
  )
}

/** Note that the money was handed back, or send the buyer another link. */
function ActCard({ transfer }: { readonly transfer: RefundTransfer }) {
  const { t } = useTranslation('refund-transfers')
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const params = { uuid: transfer.uuid }
  const refresh = async (text: string): Promise<void> => {
    showToast({ state: 'good', text })
    await queries.invalidateQueries({ queryKey: ['money'] })
  }
  const noting = useMutation({
    mutationFn: () => api(noteRefundTransfer, { params, body: { note: note.trim() } }),
    onSuccess: () => refresh(t('screen.done')),
  })
  const requesting = useMutation({
    mutationFn: () => api(requestBankDetails, { params, body: {} }),
    onSuccess: () => refresh(t('screen.requested')),
  })
  useLeaveGuard({ dirty: note.trim() !== '' && !noting.isSuccess })
  const requestAgain = async (): Promise<void> => {
    const question = { title: t('screen.ask_again_title'), text: t('screen.ask_again_text') }
    if (await confirm({ ...question, action: t('screen.ask_again') })) requesting.mutate()
  }
  const again = (
    <Button look="line" full busy={requesting.isPending} onClick={() => void requestAgain()}>
      {t('screen.ask_again')}
    </Button>
  )
  if (isOfOperator(transfer)) return <Card title={t('screen.returned_by_bank')}>{again}</Card>
  return (
    <Card title={t('screen.mark_done')}>
      <Stack>
        <TextArea
          label={t('screen.note')}
          hint={t('screen.note_hint')}
          rows={2}
          maxLength={REFUND_RUN.maxNoteChars}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <Button full busy={noting.isPending} disabled={note.trim() === ''} onClick={() => noting.mutate()}>
          {t('screen.mark_done')}
        </Button>
        {again}
      </Stack>
    </Card>
  )
}

/** The order, and what happened so far. */
function HistoryCard({ transfer }: { readonly transfer: RefundTransfer }) {
  const { t } = useTranslation('refund-transfers')
  const lang = useLang()
  const { requested_at: requested, received_at: received, exported_at: exported, file, reminders, note } = transfer
  return (
    <Card title={t('screen.history')}>
      <Stack>
        <Facts
          facts={[
            {
              name: t('column.order'),
              value: (
                <OrderLink event={transfer.event_uuid} order={transfer.order_uuid} number={transfer.order_number} />
              ),
            },
            {
              name: t('column.event'),
              value: (
                <PathLink path={`/events/${transfer.event_uuid}`}>
                  <UserText>{transfer.event_name}</UserText>
                </PathLink>
              ),
            },
            { name: t('column.payer'), value: t(`payer.${transfer.paid_by ?? 'open'}`) },
          ]}
        />
        {requested !== null && <Soft small>{t('screen.requested_at', { moment: momentText(requested, lang) })}</Soft>}
        {reminders > 0 && <Soft small>{t('screen.reminders', { count: reminders })}</Soft>}
        {received !== null && <Soft small>{t('screen.received_at', { moment: momentText(received, lang) })}</Soft>}
        {exported !== null && file !== null && (
          <Soft small>{t('screen.exported_at', { number: file.number, moment: momentText(exported, lang) })}</Soft>
        )}
        {note !== null && (
          <p>
            <UserText>{note}</UserText>
          </p>
        )}
      </Stack>
    </Card>
  )
}

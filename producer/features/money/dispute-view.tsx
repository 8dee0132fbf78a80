import { answerDispute, type Dispute, disputeEvidence } from '@kartis/contract/disputes.ts'
import { type DisputeAnswer, isOpenDispute } from '@kartis/domain/dispute.ts'
import { dayText, momentText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Columns, Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { TextArea } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, apiFile } from '../../shared/api.ts'
import { ExportButton } from '../../shared/export-button.tsx'
import { PathLink } from '../../shared/links.tsx'
import { Lines, type MoneyLine } from '../../shared/money-lines.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useSession } from '../../shared/session.ts'
import { useLeaveGuard } from '../../shared/use-leave-guard.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { atNoon, DISPUTE_CHIP } from './dispute-state.ts'
import { MoneyHero } from './money-hero.tsx'
import { OrderLink } from './order-link.tsx'
import style from './money.module.css'
import { useDispute } from './use-disputes.ts'

const MAX_NOTE = 500

/** One dispute: what is at stake and until when, the evidence, what may be said of it, and how the sums come about. */
export function DisputeView({ uuid }: { readonly uuid: string }) {
  const { t } = useTranslation('disputes')
  const dispute = useDispute(uuid)
  return (
    <Page>
      <PageHead
        title={dispute.data ? t('screen.order', { number: dispute.data.order_number }) : ''}
        eyebrow={t('title')}
        back="/money/disputes"
      />
      <WhenLoaded query={dispute}>{(data) => <Shown dispute={data} />}</WhenLoaded>
    </Page>
  )
}

function Shown({ dispute }: { readonly dispute: Dispute }) {
  const { t } = useTranslation('disputes')
  const lang = useLang()
  const { status, deadline, decided_at: decided } = dispute
  return (
    <Columns
      aside={
        <>
          <ChargeCard dispute={dispute} />
          <SumsCard dispute={dispute} />
        </>
      }
    >
      <MoneyHero
        chip={{ state: DISPUTE_CHIP[status], text: t(`state.${status}`) }}
        label={t('fact.amount')}
        shekels={dispute.amount}
        under={t('screen.notified', { moment: momentText(dispute.notified_at, lang) })}
        stub={[
          decided === null
            ? { name: t('fact.deadline'), value: dayText(atNoon(deadline), lang) }
            : { name: t('screen.decided_on'), value: dayText(decided, lang) },
          { name: t('screen.case_name'), value: <UserText>{dispute.reference}</UserText> },
        ]}
      />
      <AnswerCard dispute={dispute} />
      <NoteCard dispute={dispute} />
    </Columns>
  )
}

/** The evidence, and what may be said of the dispute now. */
function AnswerCard({ dispute }: { readonly dispute: Dispute }) {
  const { t } = useTranslation('disputes')
  const lang = useLang()
  const { status, order_number: number, answers } = dispute
  const { can } = useSession()
  const day = dayText(atNoon(dispute.deadline), lang)
  return (
    <Card title={t(isOpenDispute(status) ? 'screen.next' : 'screen.over')}>
      <Stack>
        <p>{t(`screen.todo.${status}`, { day })}</p>
        {status === 'sent' && dispute.sent_at !== null && (
          <Soft small>{t('screen.sent_at', { moment: momentText(dispute.sent_at, lang) })}</Soft>
        )}
        {can['dispute.evidence'] ? (
          <>
            <div className={style.acts}>
              <ExportButton
                read={() => apiFile(disputeEvidence, { params: { uuid: dispute.uuid }, query: { lang: 'he' } })}
                name={t('pack.file', { number })}
                type="pdf"
              >
                {t('screen.download')}
              </ExportButton>
            </div>
            <Soft small>{t('screen.download_text')}</Soft>
          </>
        ) : (
          <Soft small>{t('screen.managers_download')}</Soft>
        )}
        {answers.length > 0 && <Answers dispute={dispute} />}
      </Stack>
    </Card>
  )
}

function Answers({ dispute }: { readonly dispute: Dispute }) {
  const { t } = useTranslation('disputes')
  const queries = useQueryClient()
  const answering = useMutation({
    mutationFn: (status: DisputeAnswer) => api(answerDispute, { params: { uuid: dispute.uuid }, body: { status } }),
    onSuccess: async () => {
      showToast({ state: 'good', text: t('screen.answered') })
      await queries.invalidateQueries({ queryKey: ['money'] })
    },
  })
  const answerWith = async (status: DisputeAnswer): Promise<void> => {
    const isFinal = status !== 'sent'
    const yes =
      !isFinal ||
      (await confirm({
        title: t(`screen.ask.${status}.title`),
        text: t(`screen.ask.${status}.text`),
        action: t(`screen.answer.${status}`),
        danger: status !== 'won',
      }))
    if (yes) answering.mutate(status)
  }
  return (
    <div className={style.acts}>
      {dispute.answers.map((status) => (
        <Button
          key={status}
          look={status === 'sent' ? 'main' : 'line'}
          busy={answering.isPending && answering.variables === status}
          disabled={answering.isPending}
          onClick={() => void answerWith(status)}
        >
          {t(`screen.answer.${status}`)}
        </Button>
      ))}
    </div>
  )
}

/** What the team keeps about it. */
function NoteCard({ dispute }: { readonly dispute: Dispute }) {
  const { t } = useTranslation('disputes')
  const lang = useLang()
  const queries = useQueryClient()
  const [note, setNote] = useState(dispute.note ?? '')
  const saving = useMutation({
    mutationFn: () => api(answerDispute, { params: { uuid: dispute.uuid }, body: { note: note.trim() } }),
    onSuccess: async () => {
      showToast({ state: 'good', text: t('screen.note_kept') })
      await queries.invalidateQueries({ queryKey: ['money', 'dispute', dispute.uuid] })
    },
  })
  useLeaveGuard({ dirty: note.trim() !== (dispute.note ?? '') })
  return (
    <Card title={t('column.note')}>
      <Stack>
        <TextArea
          label={t('screen.note')}
          hint={t('screen.note_hint')}
          optional
          rows={3}
          maxLength={MAX_NOTE}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <div className={style.acts}>
          <Button
            look="line"
            busy={saving.isPending}
            disabled={note.trim() === (dispute.note ?? '')}
            onClick={() => saving.mutate()}
          >
            {t('screen.keep_note')}
          </Button>
        </div>
        {dispute.changed_by !== null && (
          <Soft small>
            <Pieces
              pieces={[t('screen.changed_by', { name: dispute.changed_by }), momentText(dispute.changed_at, lang)]}
            />
          </Soft>
        )}
      </Stack>
    </Card>
  )
}

/** The charge and who made it. */
function ChargeCard({ dispute }: { readonly dispute: Dispute }) {
  const { t } = useTranslation('disputes')
  const lang = useLang()
  const { payment } = dispute
  const facts = [
    {
      name: t('column.order'),
      value: <OrderLink event={dispute.event_uuid} order={dispute.order_uuid} number={dispute.order_number} />,
    },
    {
      name: t('column.event'),
      value: (
        <PathLink path={`/events/${dispute.event_uuid}`}>
          <UserText>{dispute.event_name}</UserText>
        </PathLink>
      ),
    },
    { name: t('pack.order.buyer'), value: dispute.buyer_name !== null && <UserText>{dispute.buyer_name}</UserText> },
    { name: t('pack.charge.card'), value: payment.last4 !== null && <bdi dir="ltr">{`•••• ${payment.last4}`}</bdi> },
    { name: t('pack.charge.at'), value: payment.paid_at !== null && momentText(payment.paid_at, lang) },
    { name: t('screen.sums.charged'), value: <Money shekels={payment.amount} /> },
    {
      name: t('screen.sums.refunded'),
      value: payment.refunded_amount > 0 && <Money shekels={payment.refunded_amount} />,
    },
    { name: t('column.reason'), value: dispute.reason !== '' && <UserText>{dispute.reason}</UserText> },
  ]
  return (
    <Card title={t('pack.charge.title')}>
      <dl className={style.facts}>
        {facts.map(
          ({ name, value }) =>
            value !== false && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  )
}

/** How the sums come about. */
function SumsCard({ dispute }: { readonly dispute: Dispute }) {
  const { t } = useTranslation('disputes')
  const { amount, held_amount: held } = dispute
  const lines: readonly MoneyLine[] = [
    { key: 'disputed', name: t('screen.sums.disputed'), shekels: amount },
    { key: 'held', name: t('screen.sums.held'), shekels: held, sum: true },
  ]
  const isOpen = isOpenDispute(dispute.status)
  return (
    <Card title={t('screen.sums.title')}>
      <Stack>
        <Lines lines={lines} />
        <Soft small>
          {t(held > 0 ? 'screen.sums.held_text' : isOpen ? 'screen.sums.own_text' : 'screen.sums.over_text')}
        </Soft>
      </Stack>
    </Card>
  )
}

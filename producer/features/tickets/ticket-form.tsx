import type { EventSettings } from '@kartis/contract/events.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import { TICKET_TYPE } from '@kartis/domain/limits.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Pair, Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { TextArea, TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useForm } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../shared/api-error.ts'
import { CountField } from '../../shared/count-field.tsx'
import { focusFirstError } from '../../shared/focus-first-error.ts'
import { fieldErrorsOf, reasonText, reasonTexts } from '../../shared/field-errors.ts'
import { inLanguage, type OtherLang, OtherLanguages } from '../../shared/other-languages.tsx'
import { TimeWindowCard } from '../../shared/time-window-card.tsx'
import { pastEnd } from '../../shared/time-window.ts'
import { useFormDraft } from '../../shared/use-draft.ts'
import { useLeaveGuard } from '../../shared/use-leave-guard.ts'
import { NetHint } from './net-hint.tsx'
import { useTicketRemoval } from './ticket-list.tsx'
import { useSaveTicketType } from './ticket-queries.ts'
import { bodyOf, inFormNames, NEW_TICKET, ticketReasons, type TicketValues, valuesOf } from './ticket-values.ts'
import { VALIDATE_ON_BLUR } from '../../shared/validate-on-blur.ts'

interface TicketFormProps {
  readonly event: string
  readonly zone: string
  /** How many tickets, all types together, one order may have. */
  readonly orderLimit: number
  readonly feePayer: EventSettings['fee_payer']
  readonly ticket: TicketType | undefined
}

export function TicketForm({ event, zone, orderLimit, feePayer, ticket }: TicketFormProps) {
  const { t } = useTranslation('tickets')
  const { form, promised, submit, saving } = useTicketForm({ event, zone, ticket })
  const remove = useTicketRemoval(event, ticket?.uuid)
  const regular = form.values.type === 'regular'
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="wide">
        <Card>
          <Stack gap="wide">
            <ChoicePills
              label={t('edit.type')}
              hint={regular ? t('edit.regular_hint') : t('edit.producer_hint')}
              choices={[
                { value: 'regular', label: t('edit.regular') },
                { value: 'producer', label: t('edit.producer') },
              ]}
              value={form.values.type}
              onChange={(type) => form.setFieldValue('type', type)}
            />
            <TextField
              label={t('edit.name')}
              placeholder={t('edit.name_example')}
              maxLength={TICKET_TYPE.maxNameChars}
              autoComplete="off"
              {...form.getInputProps('name')}
            />
            <Pair>
              {regular && (
                <TextField
                  label={t('edit.price')}
                  hint={t(
                    promised > 0
                      ? 'edit.price_sold'
                      : feePayer === 'buyers'
                        ? 'edit.price_before_fee'
                        : 'edit.price_hint',
                  )}
                  unit="₪"
                  inputMode="decimal"
                  dir="ltr"
                  autoComplete="off"
                  {...form.getInputProps('price')}
                />
              )}
              <CountField
                label={t('edit.quantity')}
                hint={promised > 0 ? t('edit.quantity_hint', { count: promised }) : undefined}
                {...form.getInputProps('quantity')}
                value={form.values.quantity}
              />
            </Pair>
            {regular && <NetHint event={event} typed={form.values.price} feePayer={feePayer} />}
            <TextArea
              label={t('edit.info')}
              optional
              rows={2}
              placeholder={t('edit.info_example')}
              maxLength={TICKET_TYPE.maxInfoChars}
              {...form.getInputProps('info')}
            />
            {regular && (
              <CountField
                label={t('edit.limit')}
                hint={t('edit.limit_hint', { limit: orderLimit })}
                optional
                {...form.getInputProps('limit')}
                value={form.values.limit}
              />
            )}
          </Stack>
        </Card>
        {regular && (
          <TimeWindowCard
            form={form}
            opensAt="10:00"
            title={t('edit.sale')}
            text={t('edit.sale_text')}
            texts="tickets"
          />
        )}
        <OtherLanguages translated={(lang) => translatedOf(form.values, lang)}>
          {(lang) => (
            <>
              <TextField
                label={t(`edit.name_${lang}`)}
                optional
                {...inLanguage(lang)}
                hint={<bdi lang="he">{form.values.name}</bdi>}
                maxLength={TICKET_TYPE.maxNameChars}
                {...form.getInputProps(`name_${lang}`)}
              />
              <TextArea
                label={t(`edit.info_${lang}`)}
                optional
                {...inLanguage(lang)}
                hint={<bdi lang="he">{form.values.info}</bdi>}
                rows={2}
                maxLength={TICKET_TYPE.maxInfoChars}
                {...form.getInputProps(`info_${lang}`)}
              />
            </>
          )}
        </OtherLanguages>
      </Stack>
      <StickyActions>
        <Button type="submit" size="big" busy={saving} busyText={t('edit.saving')}>
          {ticket ? t('edit.save') : t('edit.create')}
        </Button>
        {ticket && (
          <Button look="bare" disabled={saving} onClick={() => void remove(ticket)}>
            {t('edit.delete')}
          </Button>
        )}
      </StickyActions>
    </form>
  )
}

/** Additional information is translated where there is any. */
const translatedOf = (values: TicketValues, lang: OtherLang) => {
  const texts = [values[`name_${lang}`], ...(values.info.trim() === '' ? [] : [values[`info_${lang}`]])]
  return { filled: texts.filter((text) => text.trim() !== '').length, total: texts.length }
}

/** A new type is stored as a draft while it is typed; an existing one asks before unsaved changes are left. */
const useTicketForm = ({ event, zone, ticket }: Omit<TicketFormProps, 'orderLimit' | 'feePayer'>) => {
  const { t, i18n } = useTranslation(['tickets', 'validation'])
  const router = useRouter()
  const save = useSaveTicketType(event, ticket)
  const stock = { sold: ticket?.sold ?? 0, held: ticket?.held ?? 0 }
  const { start, keep, drop, guards } = useFormDraft(`ticket:${event}`, ticket && valuesOf(ticket, zone), NEW_TICKET)
  const form = useForm<TicketValues>({
    mode: 'controlled',
    initialValues: start,
    onValuesChange: keep,
    ...VALIDATE_ON_BLUR,
    validate: (values) =>
      reasonTexts(i18n, {
        ...(values.type === 'regular' && pastEnd(zone, values, new Date(), ticket && valuesOf(ticket, zone))),
        ...ticketReasons(values, zone, ticket && stock),
      }),
  })
  const refused = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    // tickets were sold while the form was open
    if (error.code === 'quantity_below_sold') return form.setErrors({ quantity: reasonText(i18n, 'below_sold') })
    form.setErrors(fieldErrorsOf(i18n, error, inFormNames))
  }
  const store = async (values: TicketValues): Promise<boolean> => {
    try {
      await save.mutateAsync(bodyOf(values, zone, ticket))
    } catch (error) {
      refused(error)
      return false
    }
    drop()
    showToast({ state: 'good', text: ticket ? t('tickets:edit.saved') : t('tickets:edit.created') })
    return true
  }
  const submit = form.onSubmit(async (values) => {
    if (await store(values)) router.history.push(`/events/${event}/tickets`, undefined, { ignoreBlocker: true })
  }, focusFirstError)
  useLeaveGuard({
    dirty: guards && form.isDirty() && !save.isSuccess,
    save: async () => {
      if (!form.validate().hasErrors) return store(form.values)
      focusFirstError()
      return false
    },
  })
  return { form, promised: stock.sold + stock.held, submit, saving: save.isPending }
}

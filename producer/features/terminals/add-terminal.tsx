import { addPaymentTerminal, type PaymentTerminals } from '@kartis/contract/payment-terminals.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGatewayTexts } from '../../shared/gateway-texts.ts'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { fieldErrorsOf, reasonTexts } from '../../shared/field-errors.ts'
import { focusFirstError } from '../../shared/focus-first-error.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { OfferFields } from './offer-fields.tsx'
import { offerInput, offerOf, offerReasons } from './offer.ts'
import { useRefreshTerminals } from './use-terminals.ts'

type Gateway = PaymentTerminals['gateways'][number]

interface AddTerminalProps {
  readonly gateways: readonly Gateway[]
  readonly open: boolean
  readonly onClose: () => void
}

/** Adds a terminal, or gives a known one new credentials. Nothing that is typed here is shown again. */
export function AddTerminalDialog({ gateways, open, onClose }: AddTerminalProps) {
  const { t } = useTranslation('terminals')
  return (
    <Dialog open={open} onClose={onClose} title={t('new.title')}>
      <NewTerminal gateways={gateways} onDone={onClose} />
    </Dialog>
  )
}

const NO_OFFER = offerInput({ max_installments: 1, min_installment: 0, bit: false })

/** The fields of the form that miss something, by the names of the API. */
const missing = ({ fields }: Gateway, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    fields.filter(({ name }) => !values[name]?.trim()).map(({ name }) => [`fields.${name}`, ['required']]),
  )

const refusedBy = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'terminal_refused' || error.code === 'payment_unavailable')

function NewTerminal({ gateways, onDone }: { readonly gateways: readonly Gateway[]; readonly onDone: () => void }) {
  const { t, i18n } = useTranslation('terminals')
  const texts = useGatewayTexts()
  const refresh = useRefreshTerminals()
  const [gateway, setGateway] = useState(gateways.length === 1 ? gateways[0] : undefined)
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [offer, setOffer] = useState(NO_OFFER)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const adding = useMutation({
    mutationFn: (chosen: Gateway) => {
      const fields = Object.fromEntries(chosen.fields.map(({ name }) => [name, values[name]?.trim() ?? '']))
      return api(addPaymentTerminal, { body: { gateway: chosen.name, fields, ...offerOf(offer) } })
    },
    onSuccess: async () => {
      showToast({ state: 'good', text: t('new.added') })
      onDone()
      await refresh()
    },
    onError: (error) => setErrors(fieldErrorsOf(i18n, error)),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (gateway === undefined) return setErrors({ gateway: t('new.gateway_missing') })
    const found = reasonTexts(i18n, { ...missing(gateway, values), ...offerReasons(offer) })
    setErrors(found)
    focusFirstError()
    return Object.keys(found).length === 0 && adding.mutate(gateway)
  }
  return (
    <form noValidate autoComplete="off" onSubmit={submit}>
      <Stack gap="wide">
        <ChoicePills
          label={t('new.gateway')}
          error={errors['gateway']}
          choices={gateways.map(({ name }) => ({ value: name, label: texts.gateway(name) }))}
          value={gateway?.name}
          onChange={(name) => {
            setGateway(gateways.find((each) => each.name === name))
            setValues({})
            setErrors({})
          }}
        />
        {gateway !== undefined && (
          <>
            <Stack>
              <Soft small>{t('new.where')}</Soft>
              {gateway.fields.map(({ name, secret }) => (
                <TextField
                  key={`${gateway.name} ${name}`}
                  label={texts.field(name)}
                  error={errors[`fields.${name}`]}
                  type={secret ? 'password' : 'text'}
                  autoComplete={secret ? 'new-password' : 'off'}
                  autoCapitalize="none"
                  spellCheck={false}
                  dir="ltr"
                  maxLength={400}
                  value={values[name] ?? ''}
                  onChange={({ target }) => setValues({ ...values, [name]: target.value })}
                />
              ))}
            </Stack>
            <OfferFields value={offer} onChange={setOffer} smallestError={errors['smallest']} />
          </>
        )}
        {refusedBy(adding.error) && <Note state="bad">{adding.error.description}</Note>}
        <Button type="submit" full busy={adding.isPending} busyText={t('new.asking')}>
          {t('new.action')}
        </Button>
      </Stack>
    </form>
  )
}
